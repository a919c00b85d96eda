//! The site as a whole: what its pages load, where their links lead, and what hostile rules can do.

mod pages;
mod statuses;
mod support;
