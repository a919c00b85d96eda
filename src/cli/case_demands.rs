//! `check --cases`: whether rules do what case files demand of them, on boards of any size.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use deadmove_core::board::{Board, Move};
use deadmove_core::formats::{self, Demand, Input};
use deadmove_core::verdict::ExitCode;
use deadmove_report::numbers::count;
use deadmove_report::tested::demand_case;
use deadmove_rules::compile::RuleSet;
use deadmove_rules::load::Loaded;
use deadmove_rules::model::Rule;
use deadmove_verify::explain::{UnmetDemand, unmet_demands};

use super::conclusion::Conclusion;
use super::output::{Failure, complain, stdout};
use super::report_files::{RunReport, place_of};

/// Why the exit code is not 0 if a demand is not met, or there is none.
pub const NOT_MET: &str = "the cases do not confirm the rules";

/// Checks rules against the case files of a folder, or against one. Prints every demand that they
/// do not meet, and returns the answer and the exit code.
pub fn check(
    cases: &Path,
    loaded: &Loaded,
    report: &mut RunReport,
) -> Result<(Conclusion, ExitCode), Failure> {
    let mut code = ExitCode::Holds;
    let (mut demands, mut with_demands, mut unmet) = (0, 0, 0);
    let mut compiled: Vec<(Arc<Board>, Vec<Rule>, RuleSet)> = Vec::new();
    let mut out = stdout();
    for item in formats::load_each(cases, None)? {
        let input = match item.input {
            Ok(input) => input,
            Err(error) => {
                out.flush()?;
                complain(&error);
                report.input_errors([&error]);
                code = ExitCode::Input;
                continue;
            }
        };
        if input.demands.is_empty() {
            continue;
        }
        with_demands += 1;
        demands += input.demands.len();
        let board = input.position.shared_board();
        if compiled.iter().all(|(known, ..)| *known != board) {
            let claims = loaded.rules_for(&board)?;
            let rules: Vec<Rule> = claims.into_iter().map(|claim| claim.rule).collect();
            let set = RuleSet::compile(&rules, &board);
            compiled.push((Arc::clone(&board), rules, set));
        }
        let known = compiled.iter().find(|(known, ..)| *known == board);
        let (_, rules, set) = known.expect("it was added");
        let matches = set.matcher().matches(&input.position);
        let found = unmet_demands(&input.demands, &matches);
        for demand in &found {
            unmet += 1;
            writeln!(out, "{}: {}", place(&input, demand), sentence(demand, rules))?;
        }
        report.cases(|| {
            let of = |&(direction, demand): &(Move, Demand)| {
                let unmet = found
                    .iter()
                    .find(|unmet| unmet.direction == direction && unmet.demand == demand);
                let wrong = unmet.map(|unmet| sentence(unmet, rules));
                let (key, place) = (key(demand), place_of(&input, key(demand)));
                demand_case(&input.name, &format!("{key} {direction}"), place, wrong)
            };
            input.demands.iter().map(of).collect()
        });
    }
    out.flush()?;
    code = code.combine(match (demands, unmet) {
        (0, _) => ExitCode::Unknown,
        (_, 0) => ExitCode::Holds,
        _ => ExitCode::Refuted,
    });
    let what = format!(
        "{} of {}",
        count(demands, "demand", "demands"),
        count(with_demands, "case", "cases")
    );
    let (answer, why) = match code {
        ExitCode::Holds => (format!("the rules meet {what}"), None),
        ExitCode::Unknown => (
            "no case says what rules must forbid or allow".to_owned(),
            Some("nothing was checked: no line `forbids U` or `allows L R`".to_owned()),
        ),
        ExitCode::Input => {
            let why = "not every case could be read".to_owned();
            (format!("{unmet} of {what} are not met"), Some(why))
        }
        _ => (format!("{unmet} of {what} are not met"), Some(NOT_MET.to_owned())),
    };
    let end = Conclusion::new(answer);
    Ok((why.into_iter().fold(end, Conclusion::because), code))
}

/// The line of a case file that states a demand.
fn place(input: &Input, demand: &UnmetDemand) -> String {
    place_of(input, key(demand.demand))
        .map_or_else(|| input.name.clone(), |place| place.to_string())
}

fn key(demand: Demand) -> &'static str {
    match demand {
        Demand::Forbid => "forbids",
        Demand::Allow => "allows",
    }
}

/// What is wrong about a demand that is not met by `rules`.
pub fn sentence(unmet: &UnmetDemand, rules: &[Rule]) -> String {
    let UnmetDemand { direction, demand, forbidden_by } = unmet;
    let names: Vec<&str> = forbidden_by.iter().map(|&rule| &*rules[rule].head.name).collect();
    match demand {
        Demand::Forbid => format!("`forbids {direction}`, but no rule forbids {direction}"),
        Demand::Allow => {
            format!("`allows {direction}`, but {direction} is forbidden by {}", names.join("; "))
        }
    }
}
