// Answers deadmove's questions by three easy rules. Put your own into IsAllowed.
// With a project file beside it (`dotnet new console`), `dotnet build -c Release` makes the program.

using System;
using System.Collections.Generic;
using System.Linq;

static class ThreeRules
{
    static readonly (char Letter, int Right, int Down)[] Steps =
        { ('U', 0, -1), ('D', 0, 1), ('L', -1, 0), ('R', 1, 0) };

    static (int, int) Cell(string text)
    {
        var parts = text.Split(',');
        return (int.Parse(parts[0]), int.Parse(parts[1]));
    }

    // The free cells, the live end and the end cell of a question. Cells are (column, row), from 1.
    static (HashSet<(int, int)> Free, (int, int) LiveEnd, (int, int) End) Read(string question)
    {
        var words = question.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        var sides = words[0].Split('x').Select(int.Parse).ToArray();
        var more = words.Skip(2).Select(word => word.Split('=')).ToDictionary(w => w[0], w => w[1]);
        var free = new HashSet<(int, int)>();
        for (var row = 1; row <= sides[1]; row++)
            for (var column = 1; column <= sides[0]; column++)
                free.Add((column, row));
        if (more.TryGetValue("blocked", out var blocked))
            foreach (var cell in blocked.Split(';'))
                free.Remove(Cell(cell));
        var liveEnd = more.TryGetValue("start", out var start) ? Cell(start) : (1, 1);
        var end = more.TryGetValue("end", out var other) ? Cell(other) : (sides[0], sides[1]);
        free.Remove(liveEnd);
        foreach (var move in words[1].Where(letter => letter != '-'))
        {
            liveEnd = After(liveEnd, Steps.First(step => step.Letter == move));
            free.Remove(liveEnd);
        }
        return (free, liveEnd, end);
    }

    static (int, int) After((int Column, int Row) cell, (char, int Right, int Down) step) =>
        (cell.Column + step.Right, cell.Row + step.Down);

    static IEnumerable<(int, int)> Near((int, int) cell) => Steps.Select(step => After(cell, step));

    static bool Connected(HashSet<(int, int)> cells)
    {
        var seen = new HashSet<(int, int)>();
        var stack = new Stack<(int, int)>(cells.Take(1));
        while (stack.Count > 0)
        {
            var cell = stack.Pop();
            if (!seen.Add(cell)) continue;
            foreach (var next in Near(cell).Where(cells.Contains)) stack.Push(next);
        }
        return seen.Count == cells.Count;
    }

    // Whether the rules allow a step to a free cell.
    static bool IsAllowed(HashSet<(int, int)> free, (int, int) to, (int, int) end)
    {
        var rest = new HashSet<(int, int)>(free);
        rest.Remove(to);
        // 1. The end cell comes last.
        if (to.Equals(end)) return rest.Count == 0;
        // 2. Every cell can be entered and left.
        foreach (var cell in rest)
        {
            var ways = Near(cell).Count(next => rest.Contains(next) || next.Equals(to));
            if (ways < (cell.Equals(end) ? 1 : 2)) return false;
        }
        // 3. The free cells are connected.
        return Connected(rest);
    }

    static void Main()
    {
        for (string question; (question = Console.ReadLine()) != null;)
        {
            var (free, liveEnd, end) = Read(question);
            var allowed = Steps.Where(step =>
            {
                var to = After(liveEnd, step);
                return free.Contains(to) && IsAllowed(free, to, end);
            });
            var letters = string.Concat(allowed.Select(step => step.Letter));
            Console.WriteLine(letters.Length == 0 ? "-" : letters);
            Console.Out.Flush();
        }
    }
}
