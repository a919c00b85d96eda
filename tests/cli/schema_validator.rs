//! Validates what commands print against the schemas of the program.

use std::collections::BTreeMap;

use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::{Value, json};

use deadmove_core::files::Shown;

use super::program::{Folder, deadmove};

/// The names of the schemas, each with whether it is about single lines.
pub fn names() -> BTreeMap<String, bool> {
    let listed = deadmove(&["schema"]);
    let line = |line: &str| {
        let (name, about) = line.split_once(' ').unwrap();
        (name.to_owned(), about.trim().starts_with("a line of "))
    };
    listed.stdout().lines().map(line).collect()
}

/// Forbids keys that a schema does not name. Readers must ignore them, but these tests find those
/// that a schema leaves out.
fn close(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            fields.values_mut().for_each(close);
            if fields.get("properties").is_some_and(Value::is_object) {
                fields.insert("additionalProperties".to_owned(), json!(false));
            }
        }
        Value::Array(values) => values.iter_mut().for_each(close),
        _ => {}
    }
}

/// A schema, ready to validate.
struct Validator {
    schemas: Schemas,
    index: SchemaIndex,
}

impl Validator {
    fn of(name: &str) -> Validator {
        let ran = deadmove(&["schema", name]);
        assert_eq!(ran.code(), Some(0), "{ran}");
        let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
        let mut schema = serde_json::from_str(ran.stdout()).unwrap();
        close(&mut schema);
        compiler.add_resource(name, schema).unwrap();
        let index = compiler.compile(name, &mut schemas).unwrap_or_else(|e| panic!("{name}: {e}"));
        Validator { schemas, index }
    }

    fn accepts(&self, value: &Value) -> bool {
        self.schemas.validate(value, self.index).is_ok()
    }

    fn demand(&self, value: &Value, what: &str) {
        if let Err(error) = self.schemas.validate(value, self.index) {
            panic!("{what}: {error:#}\n{value}");
        }
    }
}

/// The places of all objects in a value, as JSON pointers.
fn objects(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            found.push(at.to_owned());
            fields.iter().for_each(|(key, value)| objects(value, &format!("{at}/{key}"), found));
        }
        Value::Array(values) => {
            let numbered = values.iter().enumerate();
            numbered.for_each(|(number, value)| objects(value, &format!("{at}/{number}"), found));
        }
        _ => {}
    }
}

/// Broken copies are refused: a key too many in any object, another version, a key too few.
fn refuses_broken(validator: &Validator, value: &Value, what: &str) {
    let mut places = Vec::new();
    objects(value, "", &mut places);
    for place in places.iter().take(100) {
        let mut broken = value.clone();
        broken.pointer_mut(place).unwrap()["unknown_key"] = json!(true);
        assert!(!validator.accepts(&broken), "{what}: a new key is accepted at '{place}'");
    }
    for place in places.iter().filter(|place| value.pointer(place).unwrap()["schema"].is_u64()) {
        let mut broken = value.clone();
        broken.pointer_mut(place).unwrap()["schema"] = json!(2);
        assert!(!validator.accepts(&broken), "{what}: another version is accepted");
        broken.pointer_mut(place).unwrap().as_object_mut().unwrap().remove("schema");
        assert!(!validator.accepts(&broken), "{what}: the version may be missing");
    }
}

/// Validates what these commands print.
pub fn validates(folder: &Folder, outputs: &[(&str, &str)]) {
    let names = names();
    for (name, words) in outputs {
        let words = words.replace("TMP", &folder.path().shown());
        let arguments: Vec<&str> = words.split(' ').chain(["--json"]).collect();
        let ran = deadmove(&arguments);
        let printed: Vec<Value> = match names[*name] {
            true => ran.stdout().lines().map(|line| serde_json::from_str(line).unwrap()).collect(),
            false => vec![serde_json::from_str(ran.stdout()).unwrap_or_else(|_| panic!("{ran}"))],
        };
        assert!(!printed.is_empty(), "{ran}");
        let validator = Validator::of(name);
        for value in &printed {
            validator.demand(value, &words);
        }
        refuses_broken(&validator, &printed[0], &words);
        refuses_broken(&validator, &printed[printed.len() - 1], &words);
    }
}
