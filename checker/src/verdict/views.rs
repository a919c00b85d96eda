//! What an accepted certificate of two positions says that look the same to rules.

use std::path::Path;

use super::{Exporter, Report};
use crate::kernel::cnf::Cnf;
use crate::views::{AcceptedViews, check_views};

/// Checks a certificate of two positions.
pub fn check(folder: &Path, exporter: &mut Exporter) -> Result<Report, String> {
    let mut listener = |what: &str, cnf: &dyn Fn() -> Cnf, proof: &str| {
        exporter.put("views", what, cnf, proof);
    };
    let AcceptedViews { manifest, counts, open } = check_views(folder, &mut listener)?;
    let also = if counts { ", also if they count the cells of regions" } else { "" };
    let summary = format!(
        "{} is dead in the first and live in the second position; rules of reach {} forbid the \
         same moves in both{also}",
        manifest.direction, manifest.reach
    );
    Ok(Report { summary, open, theories: ['V'].into(), ..Report::default() })
}
