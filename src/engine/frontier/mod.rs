//! Frontier engine.
