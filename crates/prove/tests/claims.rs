//! How the claims of a rule file are named.

use deadmove_prove::claims::claims_of;
use deadmove_rules::load::LoadedFile;

#[test]
fn a_claim_names_its_family_even_if_that_has_a_bracket_in_its_name() {
    let path = deadmove_testing::root().join("rules/area/s.rule");
    let text = std::fs::read_to_string(path).expect("a shipped family");
    let text = text.replacen("name        S\n", "name        S [first]\n", 1);
    let file = LoadedFile::parse("s.rule", &text).expect("a family");
    let claims = claims_of(&file, 2).expect("a family that expands");
    assert!(claims.len() > 2);
    for claim in claims {
        assert_eq!(claim.file_name(), "S [first]");
        assert!(claim.name().starts_with("S [first] [D="), "{}", claim.name());
    }
}
