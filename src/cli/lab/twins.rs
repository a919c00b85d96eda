//! `deadmove lab twins`: positions that rules of bounded reach cannot tell apart.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::cli::again::{this_command, with_files};
use crate::cli::conclusion::Conclusion;
use crate::cli::output::{Failure, OrInternal};
use deadmove_certify::judgement::certificate;
use deadmove_checker::{SCHEMA, VIEWED, VIEWS_MANIFEST, ViewsManifest};
use deadmove_core::board::Move;
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files::{create_folder, write_atomically};
use deadmove_core::folders::NewFolder;
use deadmove_core::formats::{Case, Expectation, write_case};
use deadmove_core::position::Position;
use deadmove_core::verdict::{ExitCode, Limits, Verdict};
use deadmove_engine::judge::{Engine, judge};
use deadmove_hunt::twins::{MOST_STATIONS, Twin, Wire};
use deadmove_report::json::drawn_line;
use deadmove_report::numbers::{count, thousands};
use deadmove_report::{Picture, svg};

/// Make positions that look the same near the live end: a move is dead in one and live in another.
///
/// The free cells of all are a wire of rooms. In `closed` the move down is dead. In `notched` two
/// more cells are free at a station of the wire, and it is live. In `balanced` two cells at the far
/// end are drawn instead, so that steps and colours are counted as in `closed`. A rule whose named
/// cells are not farther from the live end than the reach forbids the move in all or in none. The
/// lines are made by formulas, on a board of side 10 N + 15 for N stations. Whether the verdicts
/// are right, `deadmove judge` says, from the case files of --out.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// How many columns or rows a rule may reach: the smallest such board, with the station that no
    /// rule of this reach sees.
    #[arg(long, value_name = "R", required_unless_present = "stations")]
    reach: Option<usize>,
    /// How many stations the wire has.
    #[arg(long, value_name = "N", conflicts_with = "reach")]
    stations: Option<usize>,
    /// The station with the two cells, from 0; the last one if it is left out.
    #[arg(long, value_name = "I", requires = "stations")]
    at: Option<usize>,
    /// Write a case file and a picture of each into this folder.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write certificates for `deadmove-checker` into this folder: that the first and the second,
    /// and the first and the third, look the same to rules of the reach (folders `notched` and
    /// `balanced`).
    #[arg(long, value_name = "PATH")]
    certificate: Option<PathBuf>,
    /// Print a JSON line for each.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let (wire, station) = wire(args)?;
    let named = [
        ("closed", Twin::Closed),
        ("notched", Twin::Notched(station)),
        ("balanced", Twin::Balanced(station)),
    ];
    let (mut text, mut lines) = (String::new(), Vec::new());
    let mut positions = Vec::new();
    let side = wire.side();
    let _ = writeln!(text, "{side}×{side}, {}", count(wire.stations, "station", "stations"));
    for (name, twin) in named {
        let position = wire.position(twin).map_err(|error| {
            InputError::new(ErrorKind::SizeImpossible, error.to_string())
                .expected(format!("at most {MOST_STATIONS} stations"))
        })?;
        let down = if twin == Twin::Closed { Verdict::Dead } else { Verdict::Live };
        let _ = writeln!(
            text,
            "  {name:<9} D is {}, after {} steps",
            if down == Verdict::Dead { "dead" } else { "live" },
            thousands(position.path().len())
        );
        let dead = (down == Verdict::Dead).then_some(Move::Down);
        lines.push(drawn_line(name, position.board(), position.path(), dead));
        if let Some(folder) = &args.out {
            create_folder(folder)?;
            let picture = svg(&Picture { name: Some(name), ..Picture::of(&position) });
            write_atomically(&folder.join(name).with_extension("svg"), picture)?;
            let text = write_case(&case(position.clone(), down, station));
            write_atomically(&folder.join(name).with_extension("case"), text)?;
        }
        positions.push((name, position));
    }
    if let (Some(folder), [(_, closed), others @ ..]) = (&args.certificate, &positions[..]) {
        for (name, other) in others {
            certify(&folder.join(name), [closed, other], (wire, station))?;
        }
    }
    let answer = format!(
        "rules of reach {} decide alike about D, which is dead in the first and live in the others",
        reach(station)
    );
    let end = Conclusion::new(answer).then(match &args.out {
        Some(folder) => with_files("deadmove judge", std::slice::from_ref(folder)),
        None => format!("{} --out twins --certificate twins-certified", this_command()),
    });
    end.report(args.json.then(|| lines.join("\n")), || text, ExitCode::Holds)
}

/// The farthest reach of rules that see no notch of a station.
fn reach(station: usize) -> usize {
    6 * station + 6
}

/// Writes a certificate that two positions look the same to rules, into a new folder.
fn certify(
    path: &Path,
    positions: [&Position; 2],
    (wire, station): (Wire, usize),
) -> Result<(), Failure> {
    let folder = NewFolder::create(path)?;
    let write = |name: &str, text: Result<String, serde_json::Error>| {
        write_atomically(&folder.unfinished().join(name), text.or_internal()?)
            .map_err(Failure::from)
    };
    for (position, name) in positions.into_iter().zip(VIEWED) {
        let limits = Limits::default();
        let judgement = judge(position, Engine::Sat, &limits).or_internal()?;
        let certificate = certificate(position, &judgement, &limits).or_internal()?;
        write(name, serde_json::to_string(&certificate))?;
    }
    let manifest = ViewsManifest {
        schema: SCHEMA,
        tool: concat!("deadmove ", env!("CARGO_PKG_VERSION")).to_owned(),
        direction: Move::Down.letter(),
        reach: reach(station) as u16,
        anchor: wire.unseen(station).iter().map(|cell| (cell.column, cell.row)).collect(),
    };
    write(VIEWS_MANIFEST, serde_json::to_string(&manifest))?;
    Ok(folder.finish()?)
}

/// The wire, and the station that tells the twins apart.
fn wire(args: &Args) -> Result<(Wire, usize), InputError> {
    let Some(stations) = args.stations else {
        return Ok(Wire::for_reach(args.reach.unwrap_or(0)));
    };
    let station = args.at.unwrap_or(stations.saturating_sub(1));
    if station >= stations {
        let message = format!("there is no station {station} among {stations}");
        return Err(InputError::new(ErrorKind::SizeImpossible, message)
            .expected("stations from 0, at least one"));
    }
    Ok((Wire { stations }, station))
}

fn case(position: Position, down: Verdict, station: usize) -> Case {
    let comment =
        format!("A wire of rooms; two cells above station {station} decide whether D is live.");
    let moves = vec![(Move::Up, Verdict::Dead), (Move::Down, down), (Move::Right, Verdict::Live)];
    Case::new(comment, position, Some(Expectation { moves, ..Expectation::of(Verdict::Live) }))
}
