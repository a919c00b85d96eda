//! The command line from outside: the built program, its output, its messages and its exit codes.
//!
//! What a person reads is kept as snapshots; what scripts rely on is parsed and checked. The
//! wording of each fault in each format is tested where the formats are.

mod answers;
mod architecture;
mod bad_input;
mod batch;
mod board;
mod built_in;
mod case_demands;
mod certify;
mod certify_shards;
mod check;
mod check_cache;
mod check_missed;
mod check_parts;
mod check_resumed;
mod check_stuck;
mod checksums;
mod ci_jobs;
mod compare;
mod contract;
mod count;
mod disturbed;
mod documents;
mod draw;
mod encodings;
mod endings;
mod expectations;
mod full_disk;
mod hunt;
mod judge;
mod kept_formats;
mod lemmas;
mod licences;
mod limits;
mod links;
mod merge_walks;
mod milestones;
mod mine;
mod output;
mod pass;
mod positions;
mod program;
mod programs;
mod prove;
mod readable;
mod report_files;
mod results;
mod rule_commands;
mod rules_import;
mod rules_new;
mod schema_validator;
mod schemas;
mod sets;
#[cfg(unix)]
mod shared_list;
mod shells;
mod site;
mod site_reports;
mod two_runs;
mod unseen;
mod walk;
mod walk_random;

use deadmove_testing::drawn;

/// The program that the tests run.
const PROGRAM: &str = env!("CARGO_BIN_EXE_deadmove");
