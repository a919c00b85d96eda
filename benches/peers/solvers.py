"""The two peers: each decides whether a position has a completion.

A position is the cells that are free, the live end, and the end cell. Model building counts as
solving. A solver answers "live", "dead" or "unknown" (time limit), and how many seconds of its time
were spent in the native solver itself rather than in Python.
"""

import time
from itertools import combinations


def graph(position):
    """Usable cells (live end first), the edges between them as pairs of indices, or a verdict
    that needs no solver."""
    if not position.free:
        return None, None, "live" if position.live_end == position.end else "dead"
    if position.end not in position.free:
        return None, None, "dead"
    cells = [position.live_end, *sorted(position.free)]
    index = {cell: i for i, cell in enumerate(cells)}
    edges = [
        (i, index[next_cell])
        for (column, row), i in index.items()
        for next_cell in ((column + 1, row), (column, row + 1))
        if next_cell in index
    ]
    return index, edges, None


def cp_sat(position, limit):
    """OR-Tools CP-SAT with one worker: a circuit that returns from the end cell to the live end."""
    from ortools.sat.python import cp_model

    index, edges, verdict = graph(position)
    if verdict:
        return verdict, 0.0
    start, end = 0, index[position.end]
    model = cp_model.CpModel()
    arcs = [
        (tail, head, model.new_bool_var(""))
        for edge in edges
        for tail, head in (edge, edge[::-1])
        if head != start and tail != end
    ]
    # AddCircuit lets a node without arcs go unvisited.
    if {head for _, head, _ in arcs} | {start} != set(range(len(index))):
        return "dead", 0.0
    model.add_circuit([*arcs, (end, start, model.new_constant(1))])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = limit
    status = solver.solve(model)
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return "live", solver.wall_time
    return "dead" if status == cp_model.INFEASIBLE else "unknown", solver.wall_time


def cadical(position, limit):
    """CaDiCaL, incrementally: degree clauses, then a cut-set clause for every cycle found, until
    there is none. The process that calls this is killed at the limit: CaDiCaL cannot be
    interrupted from Python."""
    from pysat.solvers import Cadical195

    index, edges, verdict = graph(position)
    if verdict:
        return verdict, 0.0
    ends = {0, index[position.end]}
    at = [[] for _ in index]
    for variable, (a, b) in enumerate(edges, start=1):
        at[a].append(variable)
        at[b].append(variable)
    deadline = time.perf_counter() + limit
    with Cadical195() as solver:
        for node, incident in enumerate(at):
            degree = 1 if node in ends else 2
            if len(incident) < degree:
                return "dead", 0.0
            for some in combinations(incident, len(incident) - degree + 1):
                solver.add_clause(some)
            for many in combinations(incident, degree + 1):
                solver.add_clause([-variable for variable in many])
        inside = 0.0
        while True:
            begin = time.perf_counter()
            satisfiable = solver.solve()
            inside += time.perf_counter() - begin
            if not satisfiable:
                return "dead", inside
            if time.perf_counter() > deadline:
                return "unknown", inside
            chosen = {literal for literal in solver.get_model() if literal > 0}
            cycles = components_without(0, chosen, edges, at)
            if not cycles:
                return "live", inside
            for cycle in cycles:
                leaving = [v for v, (a, b) in enumerate(edges, 1) if (a in cycle) != (b in cycle)]
                if not leaving:
                    return "dead", inside
                solver.add_clause(leaving)


def components_without(root, chosen, edges, at):
    """Node sets of the components of the chosen edges, except the one that contains root."""
    seen = set()
    components = []
    for first in range(len(at)):
        if first in seen:
            continue
        component, stack = {first}, [first]
        while stack:
            node = stack.pop()
            for variable in at[node]:
                if variable in chosen:
                    other = sum(edges[variable - 1]) - node
                    if other not in component:
                        component.add(other)
                        stack.append(other)
        seen |= component
        if root not in component:
            components.append(component)
    return components


SOLVERS = {"CP-SAT": cp_sat, "CaDiCaL": cadical}
