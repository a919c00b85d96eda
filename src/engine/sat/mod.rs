//! SAT engine.
