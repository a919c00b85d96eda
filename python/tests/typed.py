"""Uses the package as a typed program does. It is checked by mypy, and not run."""

from typing import Dict, List, Optional

import deadmove as dm


def mine(position: dm.Position) -> str:
    return position.legal


def rows(rules: dm.RuleSet) -> List[Dict[str, object]]:
    return [dict(row) for row in rules.check(5, progress=True).to_dicts()]


p: dm.Position = dm.Position("5x5", "R", start=(1, 1), blocked=["3,3"])
verdict: str = p.judge(timeout=1.5).verdict
why: List[str] = p.moves["R"].why
count: int = p.count()
rules: dm.RuleSet = dm.rules("mined-9", dm.Rule.parse("name x"))
rule: dm.Rule = rules[0]
example: Optional[dm.Example] = rules.check(7)[0].counterexample
answers: dm.AnswerCheck = dm.check(mine, size=5, progress=lambda done, total: None)
paths: List[str] = [position.path for position in dm.live_positions(5)]
names: List[str] = [one.name for one in rules]
