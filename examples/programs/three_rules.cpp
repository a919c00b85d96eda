// Answers deadmove's questions by three easy rules. Put your own into `is_allowed`.
// `c++ -std=c++17 -O2 three_rules.cpp` makes the program.

#include <iostream>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using Cell = std::pair<int, int>;  // column and row, from 1
using Cells = std::set<Cell>;

const std::vector<std::pair<char, Cell>> STEPS = {
    {'U', {0, -1}}, {'D', {0, 1}}, {'L', {-1, 0}}, {'R', {1, 0}}};

struct Position {
    Cells free;
    Cell live_end, end;
};

Cell cell(const std::string& text) {
    std::size_t comma = text.find(',');
    return {std::stoi(text.substr(0, comma)), std::stoi(text.substr(comma + 1))};
}

Cell after(Cell from, Cell step) { return {from.first + step.first, from.second + step.second}; }

Position read(const std::string& question) {
    std::istringstream words(question);
    std::string board, moves, word;
    words >> board >> moves;
    std::size_t x = board.find('x');
    int width = std::stoi(board.substr(0, x)), height = std::stoi(board.substr(x + 1));
    Position position{{}, {1, 1}, {width, height}};
    for (int row = 1; row <= height; row++)
        for (int column = 1; column <= width; column++) position.free.insert({column, row});
    while (words >> word) {
        std::string key = word.substr(0, word.find('=')), value = word.substr(word.find('=') + 1);
        if (key == "start") position.live_end = cell(value);
        if (key == "end") position.end = cell(value);
        if (key == "blocked") {
            std::istringstream cells(value);
            for (std::string blocked; std::getline(cells, blocked, ';');)
                position.free.erase(cell(blocked));
        }
    }
    position.free.erase(position.live_end);
    for (char move : moves)
        for (auto& [letter, step] : STEPS)
            if (letter == move) {
                position.live_end = after(position.live_end, step);
                position.free.erase(position.live_end);
            }
    return position;
}

bool connected(const Cells& cells) {
    std::vector<Cell> stack;
    if (!cells.empty()) stack.push_back(*cells.begin());
    Cells seen;
    while (!stack.empty()) {
        Cell at = stack.back();
        stack.pop_back();
        if (!seen.insert(at).second) continue;
        for (auto& [letter, step] : STEPS)
            if (cells.count(after(at, step))) stack.push_back(after(at, step));
    }
    return seen.size() == cells.size();
}

// Whether the rules allow a step to a free cell.
bool is_allowed(const Cells& free, Cell to, Cell end) {
    Cells rest = free;
    rest.erase(to);
    // 1. The end cell comes last.
    if (to == end) return rest.empty();
    // 2. Every cell can be entered and left.
    for (Cell at : rest) {
        int ways = 0;
        for (auto& [letter, step] : STEPS)
            ways += rest.count(after(at, step)) || after(at, step) == to;
        if (ways < (at == end ? 1 : 2)) return false;
    }
    // 3. The free cells are connected.
    return connected(rest);
}

int main() {
    for (std::string question; std::getline(std::cin, question);) {
        Position position = read(question);
        std::string allowed;
        for (auto& [letter, step] : STEPS) {
            Cell to = after(position.live_end, step);
            if (position.free.count(to) && is_allowed(position.free, to, position.end))
                allowed += letter;
        }
        std::cout << (allowed.empty() ? "-" : allowed) << std::endl;
    }
}
