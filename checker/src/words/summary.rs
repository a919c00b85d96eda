//! What a certificate of a position says, in one line.

use crate::kernel::board::text as place;
use crate::positions::{Answer, BoardData, Judgement, Turning};

impl Judgement {
    /// Whether a verdict is that a formula has no solution.
    pub fn has_searches(&self) -> bool {
        let search = |answer: &Answer| matches!(answer, Answer::DeadBySearch { .. });
        let turning = match &self.turning {
            Turning::FromTheStart { dead } | Turning::Point { fatal: dead, .. } => search(dead),
            Turning::Live {} | Turning::Unknown {} => false,
        };
        turning || search(&self.position) || self.moves.iter().any(|(_, answer)| search(answer))
    }

    /// The position and the verdicts, in one line.
    pub fn summary(&self) -> String {
        let BoardData { width, height, start, end, blocked } = &self.board;
        let mut text = format!("{width}×{height} from {} to {}", place(*start), place(*end));
        if !blocked.is_empty() {
            text +=
                &format!(", blocked {}", blocked.iter().copied().map(place).collect::<String>());
        }
        text += &format!(", after {} steps '{}': ", self.path.len(), self.path);
        text += self.position.word();
        let moves = self.moves.iter().map(|(letter, answer)| format!("{letter} {}", answer.word()));
        let moves: Vec<String> = moves.collect();
        if !moves.is_empty() {
            text += &format!("; moves {}", moves.join(", "));
        }
        text += &match &self.turning {
            Turning::Live {} => String::new(),
            Turning::FromTheStart { .. } => "; dead from the start".into(),
            Turning::Point { live, .. } => format!("; live up to step {live}"),
            Turning::Unknown {} => "; turning point unknown".into(),
        };
        text
    }
}

impl Answer {
    /// Its verdict.
    pub fn word(&self) -> &'static str {
        match self {
            Answer::Live { .. } => "live",
            Answer::Dead { .. } | Answer::DeadBySearch { .. } => "dead",
            Answer::Unknown => "unknown",
        }
    }
}
