//! Tables of text in columns.

use crate::wrap::{WIDTH, wrap};
use anstyle::{Effects, Style};

/// The last column is wrapped at the width of a report, but is at least as wide as this.
const NARROWEST: usize = 12;

/// Before a cell of the last column on a line of its own.
const BELOW: &str = "    ";

/// On which side of its column a cell stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Align {
    Left,
    Right,
}

/// A column of a table: as wide as its longest cell unless a width is set, and two blanks from the
/// column before it. Words in the last column are wrapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Column {
    head: &'static str,
    align: Align,
    width: Option<usize>,
    gap: usize,
    below: bool,
}

impl Column {
    /// A column of words.
    pub(crate) const fn left(head: &'static str) -> Column {
        Column { head, align: Align::Left, width: None, gap: 2, below: false }
    }

    /// A column of numbers.
    pub(crate) const fn right(head: &'static str) -> Column {
        Column { head, align: Align::Right, width: None, gap: 2, below: false }
    }

    /// The same column with a width that does not depend on its cells. Longer cells are not cut:
    /// they shift the rest of their row.
    pub(crate) const fn wide(self, width: usize) -> Column {
        Column { width: Some(width), ..self }
    }

    /// The same column as the last one, with its cells on lines of their own if one of them does
    /// not fit into the width of a report: for paths, which are not wrapped.
    pub(crate) const fn below(self) -> Column {
        Column { below: true, ..self }
    }

    /// The same column with this many blanks before it.
    pub(crate) const fn gap(self, gap: usize) -> Column {
        Column { gap, ..self }
    }
}

/// Rows of cells under the heads of their columns.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    columns: Vec<Column>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows.
    pub(crate) fn new(columns: impl IntoIterator<Item = Column>) -> Table {
        Table { columns: columns.into_iter().collect(), rows: Vec::new() }
    }

    /// A table of columns of words, without rows.
    pub(crate) fn of_words<const N: usize>(heads: [&'static str; N]) -> Table {
        Table::new(heads.map(Column::left))
    }

    /// Adds a row: a cell for each column.
    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        let cells: Vec<String> = cells.into_iter().collect();
        debug_assert_eq!(cells.len(), self.columns.len());
        self.rows.push(cells);
    }

    /// The table with its heads, which are underlined if `styled`. No line ends in blanks.
    pub(crate) fn print(&self, styled: bool) -> String {
        let widths: Vec<usize> = (0..self.columns.len()).map(|at| self.width(at)).collect();
        let line = |cells: &[&str]| {
            let mut text = String::new();
            for (at, ((cell, column), &width)) in
                cells.iter().zip(&self.columns).zip(&widths).enumerate()
            {
                let padding = width.saturating_sub(cell.chars().count());
                let gap = if at == 0 { 0 } else { column.gap };
                match column.align {
                    Align::Left => {
                        text.extend(std::iter::repeat_n(' ', gap));
                        text.push_str(cell);
                        text.extend(std::iter::repeat_n(' ', padding));
                    }
                    Align::Right => {
                        text.extend(std::iter::repeat_n(' ', gap + padding));
                        text.push_str(cell);
                    }
                }
            }
            text.trim_end().to_owned()
        };
        let below = self.is_last_below(&widths);
        let mut heads: Vec<&str> = self.columns.iter().map(|column| column.head).collect();
        if below {
            heads.pop();
        }
        let style = if styled { Style::new().effects(Effects::UNDERLINE) } else { Style::new() };
        let mut text = format!("{style}{}{style:#}\n", line(&heads));
        let mut print = |cells: &[&str]| {
            text.push_str(&line(cells));
            text.push('\n');
        };
        for row in &self.rows {
            let mut cells: Vec<&str> = row.iter().map(String::as_str).collect();
            if below {
                let last = cells.pop().expect("a column");
                print(&cells);
                print(&[&format!("{BELOW}{last}")]);
                continue;
            }
            for (number, part) in self.last_lines(row, &widths).iter().enumerate() {
                if number == 1 {
                    // Only the first line of a row has its other cells.
                    cells.fill("");
                }
                *cells.last_mut().expect("a column") = part;
                print(&cells);
            }
        }
        text
    }

    /// Whether the cells of the last column stand on lines of their own.
    fn is_last_below(&self, widths: &[usize]) -> bool {
        let gaps = self.columns.iter().skip(1).map(|column| column.gap);
        let wide = widths.iter().sum::<usize>() + gaps.sum::<usize>() > WIDTH;
        wide && self.columns.last().is_some_and(|column| column.below)
    }

    /// The last cell of a row, in lines if it holds words that are too many for one.
    fn last_lines(&self, cells: &[String], widths: &[usize]) -> Vec<String> {
        let (Some(column), Some((cell, others))) = (self.columns.last(), cells.split_last()) else {
            return Vec::new();
        };
        if column.align == Align::Right || column.below {
            return vec![cell.clone()];
        }
        let before =
            others.iter().zip(widths).map(|(cell, &width)| width.max(cell.chars().count()));
        let gaps = self.columns.iter().skip(1).map(|column| column.gap);
        let room = WIDTH.saturating_sub(before.sum::<usize>() + gaps.sum::<usize>());
        wrap(cell, room.max(NARROWEST))
    }

    fn width(&self, at: usize) -> usize {
        let Column { head, width, .. } = self.columns[at];
        let cells = self.rows.iter().map(|row| row[at].chars().count());
        width.unwrap_or_else(|| cells.max().unwrap_or(0).max(head.chars().count()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(words: [&str; 2]) -> [String; 2] {
        words.map(str::to_owned)
    }

    #[test]
    fn columns_are_as_wide_as_their_longest_cell_and_lines_end_without_blanks() {
        let mut table = Table::new([Column::left("name"), Column::right("n")]);
        table.row(cells(["a", "12"]));
        table.row(cells(["longer", ""]));
        assert_eq!(table.print(false), "name     n\na       12\nlonger\n");
    }

    #[test]
    fn a_cell_longer_than_a_set_width_shifts_only_its_own_row() {
        let mut table = Table::new([Column::left("a").wide(2), Column::right("b").wide(3).gap(1)]);
        table.row(cells(["1234", "5"]));
        table.row(cells(["1", "5"]));
        assert_eq!(table.print(false), "a    b\n1234   5\n1    5\n");
    }

    #[test]
    fn a_last_column_that_is_too_wide_stands_below_its_rows() {
        let mut table = Table::new([Column::left("name"), Column::left("file").below()]);
        table.row(cells(["a", "b.rule"]));
        assert_eq!(table.print(false), "name  file\na     b.rule\n");
        let path = "folder/".repeat(12);
        table.row(cells(["longer", &path]));
        assert_eq!(table.print(false), format!("name\na\n    b.rule\nlonger\n    {path}\n"));
    }

    #[test]
    fn words_in_the_last_column_are_wrapped_below_each_other() {
        let mut table = Table::of_words(["name", "about"]);
        table.row(cells(["a", &"word ".repeat(20)]));
        let expected = format!(
            "name  about\na     {}\n      {}\n",
            "word ".repeat(15).trim_end(),
            "word ".repeat(5).trim_end()
        );
        assert_eq!(table.print(false), expected);
    }
}
