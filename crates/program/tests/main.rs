//! Tests of processes: none yet.
