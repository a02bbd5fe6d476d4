//! Import cycles between files.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::graph::{Graph, Module};

/// Every cycle as `a.rs -> b.rs -> a.rs`, the shortest one of each group.
pub(super) fn cycles(graph: &Graph) -> Vec<String> {
    let mut edges: BTreeMap<&Module, BTreeSet<&Module>> = BTreeMap::new();
    for import in graph.imports() {
        edges.entry(import.from).or_default().insert(import.to);
    }
    let mut seen = BTreeSet::new();
    let mut cycles = Vec::new();
    for module in graph.modules() {
        if !seen.contains(module)
            && let Some(cycle) = shortest_cycle(module, &edges)
        {
            let name = |module: &&Module| format!("src/{}.rs", module.join("/"));
            cycles.push(cycle.iter().map(name).collect::<Vec<_>>().join(" -> "));
            seen.extend(cycle);
        }
    }
    cycles
}

fn shortest_cycle<'a>(
    start: &'a Module,
    edges: &BTreeMap<&'a Module, BTreeSet<&'a Module>>,
) -> Option<Vec<&'a Module>> {
    let mut from: BTreeMap<&Module, &Module> = BTreeMap::new();
    let mut queue = VecDeque::from([start]);
    while let Some(at) = queue.pop_front() {
        for next in edges.get(at).into_iter().flatten() {
            if *next == start {
                let mut cycle = vec![start, at];
                let mut step = at;
                while step != start {
                    step = from[step];
                    cycle.push(step);
                }
                cycle.reverse();
                return Some(cycle);
            }
            if edges.contains_key(next) && !from.contains_key(next) {
                from.insert(next, at);
                queue.push_back(next);
            }
        }
    }
    None
}

#[test]
fn a_cycle_is_named_and_a_re_export_is_none() {
    let source = |file: &str, text: &str| (file.to_owned(), text.to_owned());
    let facade = [
        source("src/a.rs", "mod b; pub use b::B; pub struct A;"),
        source("src/a/b.rs", "pub struct B;"),
        source("src/c.rs", "use crate::a::B; #[cfg(test)] mod tests { use crate::d::D; }"),
        source("src/d.rs", "use crate::c::C;"),
    ];
    assert_eq!(cycles(&Graph::read(&facade)), [""; 0]);
    let circle = [
        source("src/a.rs", "mod b; pub use b::B; pub struct A;"),
        source("src/a/b.rs", "use super::A; use crate::c; pub struct B(A); fn f() { c::g() }"),
        source("src/c.rs", "use crate::a::B;"),
    ];
    assert_eq!(cycles(&Graph::read(&circle)), ["src/a/b.rs -> src/c.rs -> src/a/b.rs"]);
}
