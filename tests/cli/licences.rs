//! The licences of everything that is compiled are those that `deny.toml` allows.

use std::fs;

use cargo_metadata::MetadataCommand;
use spdx::{Expression, ParseMode};

use super::program::repository;

/// The licences that may be used.
fn allowed() -> Vec<String> {
    let text = fs::read_to_string(repository().join("deny.toml")).unwrap();
    let deny: toml_edit::DocumentMut = text.parse().expect("deny.toml is TOML");
    let allowed = deny["licenses"]["allow"].as_array().expect("a list");
    allowed.iter().map(|name| name.as_str().expect("a name").to_owned()).collect()
}

#[test]
fn every_dependency_has_a_licence_that_may_be_used() {
    let allowed = allowed();
    let fits = |expression: &str| {
        let expression = Expression::parse_mode(expression, ParseMode::LAX).ok()?;
        Some(expression.evaluate(|wanted| {
            wanted.license.id().is_some_and(|id| allowed.iter().any(|name| name == id.name))
        }))
    };
    assert_eq!(fits("GPL-3.0-only"), Some(false));
    assert_eq!(fits("GPL-3.0-only OR MIT"), Some(true));

    let mut metadata = MetadataCommand::new();
    metadata.manifest_path(repository().join("Cargo.toml"));
    // Manifests for other systems may not have been downloaded.
    let target = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    metadata.other_options(["--filter-platform".to_owned(), target]);
    let packages = metadata.exec().expect("cargo describes the workspace").packages;
    assert!(packages.len() > 100, "{}", packages.len());
    let refused =
        packages.iter().filter(|package| package.license.as_deref().and_then(fits) != Some(true));
    let refused: Vec<String> = refused
        .map(|package| format!("{} {}: {:?}", package.name, package.version, package.license))
        .collect();
    assert!(refused.is_empty(), "{refused:#?}");
}
