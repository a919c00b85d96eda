//! The JSON schemas of the reports. The fields of a report are described where it is written.

use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform};
use schemars::{JsonSchema, Schema};
use serde_json::{Value, json};

use deadmove_hunt::record::{BoardsRecord, RegionsRecord};

use crate::forms::{Either, SealedReport};
use crate::json::{ErrorOutput, SCHEMA};
use crate::{
    answers_json, check_json, compare, compare_program, explain, hunt, json, mine, minimise, prove,
};
use crate::{milestones, pass, pass_plan, review, rule, stats_json, walk};

/// The schema of what a command prints with `--json`.
pub struct OutputSchema {
    /// A name for scripts.
    pub name: &'static str,
    /// The command, and what part of its output is meant.
    pub about: &'static str,
    make: fn() -> Schema,
}

impl OutputSchema {
    /// The schema of values of a type, as they are written. Other keys may be added without a new
    /// version, so readers must ignore keys that they do not know.
    pub fn of<T: JsonSchema>(name: &'static str, about: &'static str) -> OutputSchema {
        OutputSchema { name, about, make: written::<T> }
    }

    /// The schema, as a text.
    pub fn text(&self) -> String {
        let mut schema = (self.make)();
        schema.insert("title".into(), self.about.into());
        serde_json::to_string_pretty(&schema).expect("plain data is serialisable") + "\n"
    }
}

fn written<T: JsonSchema>() -> Schema {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    RecursiveTransform(state_version).transform(&mut schema);
    schema
}

/// States the version, where there is one.
fn state_version(schema: &mut Schema) {
    let properties = schema.get_mut("properties").and_then(Value::as_object_mut);
    if let Some(version) = properties.and_then(|properties| properties.get_mut("schema")) {
        *version = json!({"const": SCHEMA, "description": "The version of all output formats."});
    }
}

/// The schemas of the reports of this crate.
pub fn all() -> Vec<OutputSchema> {
    vec![
        OutputSchema::of::<json::JudgeOutput>("judge", "a line of deadmove judge --json"),
        OutputSchema::of::<json::CountObject<'_>>("count", "deadmove count --json"),
        OutputSchema::of::<json::PathLine>("positions", "a line of deadmove positions --json"),
        OutputSchema::of::<explain::Object<'_>>("explain", "deadmove explain --json"),
        OutputSchema::of::<Either<check_json::CheckOutput, answers_json::ProgramOutput>>(
            "check",
            "deadmove check --json",
        ),
        OutputSchema::of::<answers_json::RecordedAnswersObject>(
            "check-answers",
            "deadmove check --answers --json",
        ),
        OutputSchema::of::<SealedReport<prove::json::ProofReport>>(
            "prove",
            "deadmove prove --json",
        ),
        OutputSchema::of::<Either<compare::CompareDocument, compare_program::AnswersComparedObject>>(
            "compare",
            "deadmove compare --json",
        ),
        OutputSchema::of::<SealedReport<walk::WalkObject>>("walk", "deadmove walk --json"),
        OutputSchema::of::<pass::PassObject<'_>>("pass", "deadmove pass --json"),
        OutputSchema::of::<pass_plan::PlanObject>("pass-plan", "deadmove pass --plan --json"),
        OutputSchema::of::<SealedReport<stats_json::StatsObject>>(
            "walk-random",
            "deadmove walk --order random --json",
        ),
        OutputSchema::of::<SealedReport<milestones::MilestonesReport>>(
            "milestones",
            "deadmove lab milestones --json",
        ),
        OutputSchema::of::<SealedReport<minimise::MinimiseReport>>(
            "minimise",
            "deadmove minimise --json",
        ),
        OutputSchema::of::<mine::MineDocument<'_>>("mine", "deadmove mine --json"),
        OutputSchema::of::<SealedReport<BoardsRecord>>(
            "hunt-boards",
            "deadmove lab hunt boards --json",
        ),
        OutputSchema::of::<SealedReport<RegionsRecord>>(
            "hunt-regions",
            "deadmove lab hunt regions --json",
        ),
        OutputSchema::of::<hunt::StripsObject<'_>>(
            "hunt-strips",
            "deadmove lab hunt strips --json",
        ),
        OutputSchema::of::<hunt::ViewsObject<'_>>(
            "compare-views",
            "deadmove lab compare-views --json",
        ),
        OutputSchema::of::<review::ReviewDocument>("review", "deadmove lab review --json"),
        OutputSchema::of::<Either<rule::ListLine<'_>, ErrorOutput>>(
            "rules-list",
            "a line of deadmove rules list --json",
        ),
        OutputSchema::of::<rule::SetLine<'_>>("rules-sets", "a line of deadmove rules sets --json"),
        OutputSchema::of::<Either<rule::FindingLine<'_>, ErrorOutput>>(
            "rules-lint",
            "a line of deadmove rules lint --json",
        ),
    ]
}
