//! Rules compared with others: a table, and JSON.

use schemars::JsonSchema;
use serde::Serialize;

use crate::json::SCHEMA;
use crate::numbers::{count, thousands};
use crate::table::{Column, Table};
use deadmove_rules::model::Rule;
use deadmove_search::compare::Relation;

/// At most this many other rules are named for each rule.
const NAMES: usize = 3;

/// The comparison of some claims with others: rules that forbid one move each.
#[derive(Clone, Debug)]
pub struct Compared<'r> {
    /// The side of the board.
    pub size: usize,
    /// Without a list of all positions: the lines that met the dead moves.
    pub walks: Option<u64>,
    /// The claims.
    pub rules: &'r [Rule],
    /// The other claims.
    pub others: &'r [Rule],
    /// Claim → how it compares with the others.
    pub relations: &'r [Relation],
}

/// What a rule is beside the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RelationKind {
    MatchesNothing,
    Same,
    SpecialCase,
    Covered,
    New,
}

impl RelationKind {
    const ALL: [RelationKind; 5] = [
        RelationKind::Same,
        RelationKind::SpecialCase,
        RelationKind::Covered,
        RelationKind::New,
        RelationKind::MatchesNothing,
    ];

    fn of(relation: &Relation) -> RelationKind {
        match relation {
            Relation { forbids: 0, .. } => RelationKind::MatchesNothing,
            Relation { same, .. } if !same.is_empty() => RelationKind::Same,
            Relation { wider, .. } if !wider.is_empty() => RelationKind::SpecialCase,
            Relation { new: 0, .. } => RelationKind::Covered,
            _ => RelationKind::New,
        }
    }

    /// How many rules are of this kind, as part of a sentence.
    fn counted(self, rules: usize) -> String {
        let be = |one: &str, more: &str| format!("{rules} {}", if rules == 1 { one } else { more });
        match self {
            RelationKind::MatchesNothing => {
                be("forbids no dead move here", "forbid no dead move here")
            }
            RelationKind::Same => be("is the same as another", "are the same as others"),
            RelationKind::SpecialCase => {
                be("is a special case of another", "are special cases of others")
            }
            RelationKind::Covered => be("is covered by several", "are covered by several"),
            RelationKind::New => be("is new", "are new"),
        }
    }
}

impl Compared<'_> {
    /// The comparison in a sentence.
    pub fn summary(&self) -> String {
        let kinds: Vec<RelationKind> = self.relations.iter().map(RelationKind::of).collect();
        let some: Vec<String> = RelationKind::ALL
            .into_iter()
            .map(|kind| (kind, kinds.iter().filter(|k| **k == kind).count()))
            .filter(|&(_, rules)| rules > 0)
            .map(|(kind, rules)| kind.counted(rules))
            .collect();
        format!("of {}: {}", count(self.rules.len(), "claim", "claims"), some.join(", "))
    }

    fn names(&self, of: &[usize]) -> Vec<String> {
        of.iter().map(|&at| self.others[at].head.name.clone()).collect()
    }

    /// What a rule is beside the others, with their names.
    fn beside(&self, relation: &Relation) -> String {
        let [same, wider, narrower] = [&relation.same, &relation.wider, &relation.narrower]
            .map(|others| some(&self.names(others)));
        match RelationKind::of(relation) {
            RelationKind::MatchesNothing => String::new(),
            RelationKind::Same => format!("the same as {same}"),
            RelationKind::SpecialCase => format!("a special case of {wider}"),
            RelationKind::Covered => "each move is forbidden by one of several".to_owned(),
            RelationKind::New if narrower.is_empty() => "new".to_owned(),
            RelationKind::New => format!("new; its special cases: {narrower}"),
        }
    }
}

/// The first few names, and how many more there are.
pub(super) fn some(names: &[String]) -> String {
    let shown = names.iter().take(NAMES).cloned().collect::<Vec<_>>().join("; ");
    match names.len().saturating_sub(NAMES) {
        0 => shown,
        more => format!("{shown}; and {more} more"),
    }
}

/// The comparison as a table.
pub fn text(compared: &Compared<'_>, styled: bool) -> String {
    let mut table = Table::new([
        Column::left("rule"),
        Column::right("dead moves"),
        Column::right("new"),
        Column::left("beside the others"),
    ]);
    for (rule, relation) in compared.rules.iter().zip(compared.relations) {
        table.row([
            rule.head.name.clone(),
            thousands(relation.forbids),
            thousands(relation.new),
            compared.beside(relation),
        ]);
    }
    table.print(styled)
}

#[derive(JsonSchema, Serialize)]
pub(crate) struct CompareDocument {
    schema: u8,
    size: usize,
    walks: Option<u64>,
    rules: Vec<ComparedRuleObject>,
}

#[derive(JsonSchema, Serialize)]
struct ComparedRuleObject {
    name: String,
    forbids: u64,
    new: u64,
    same: Vec<String>,
    wider: Vec<String>,
    narrower: Vec<String>,
}

/// The comparison as a JSON object.
pub fn json(compared: &Compared<'_>) -> String {
    let object = |(rule, relation): (&Rule, &Relation)| ComparedRuleObject {
        name: rule.head.name.clone(),
        forbids: relation.forbids,
        new: relation.new,
        same: compared.names(&relation.same),
        wider: compared.names(&relation.wider),
        narrower: compared.names(&relation.narrower),
    };
    let document = CompareDocument {
        schema: SCHEMA,
        size: compared.size,
        walks: compared.walks,
        rules: compared.rules.iter().zip(compared.relations).map(object).collect(),
    };
    serde_json::to_string(&document).expect("strings and numbers are valid JSON")
}
