//! Passes on small boards, compared with lists of live positions and counts of lines.

mod passes;
