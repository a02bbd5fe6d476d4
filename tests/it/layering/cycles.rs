//! Import cycles between files.
//!
//! An import counts for the file that defines the thing, not for the file that
//! re-exports it; a `pub use` is no import of its own. Test code is left out.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use proc_macro2::TokenTree;

use super::paths::{Kind, is_punct, module_of, resolve, tokens, visit_paths};

type Module = Vec<String>;

#[derive(Default)]
struct File {
    /// What a name of this module stands for, imported or re-exported.
    names: HashMap<String, Module>,
    imports: Vec<Module>,
}

/// Every cycle as `a.rs -> b.rs -> a.rs`, the shortest one of each group.
pub(super) fn cycles(sources: &[(String, String)]) -> Vec<String> {
    let all: BTreeSet<Module> = sources.iter().map(|(file, _)| module_of(file)).collect();
    let mut tests = BTreeSet::new();
    let mut files = BTreeMap::new();
    for (name, source) in sources {
        let module = module_of(name);
        let code = without_tests(tokens(source), &module, &mut tests);
        files.insert(module.clone(), read(&code, &module, &all));
    }
    let is_test = |module: &Module| (1..=module.len()).any(|n| tests.contains(&module[..n]));
    files.retain(|module, _| !is_test(module));
    let edges: BTreeMap<&Module, BTreeSet<&Module>> = files
        .iter()
        .map(|(module, file)| {
            let defining = file.imports.iter().filter_map(|path| definition(path, &files, 0));
            (module, defining.filter(|other| *other != module).collect())
        })
        .collect();
    let mut seen = BTreeSet::new();
    let mut cycles = Vec::new();
    for module in files.keys() {
        if !seen.contains(module)
            && let Some(cycle) = shortest_cycle(module, &edges)
        {
            let name = |module: &&Module| format!("src/{}.rs", module.join("/"));
            cycles.push(cycle.iter().map(name).collect::<Vec<_>>().join(" -> "));
            seen.extend(cycle.into_iter().cloned());
        }
    }
    cycles
}

/// The tokens without items under `#[cfg(test)]`; modules declared so are noted.
fn without_tests(
    tokens: Vec<TokenTree>,
    module: &Module,
    tests: &mut BTreeSet<Module>,
) -> Vec<TokenTree> {
    let mut code = Vec::new();
    let mut rest = tokens.into_iter().peekable();
    while let Some(token) = rest.next() {
        let is_attribute = is_punct(&token, '#')
            && matches!(rest.peek(), Some(TokenTree::Group(group)) if group.stream().to_string().replace(' ', "") == "cfg(test)");
        if !is_attribute {
            code.push(token);
            continue;
        }
        rest.next();
        let mut is_module = false;
        for token in rest.by_ref() {
            match &token {
                TokenTree::Ident(word) if word == "mod" => is_module = true,
                TokenTree::Ident(word) if is_module => {
                    tests.insert([module.as_slice(), &[word.to_string()]].concat());
                    is_module = false;
                }
                TokenTree::Group(group) if group.delimiter() == proc_macro2::Delimiter::Brace => {
                    break;
                }
                token if is_punct(token, ';') => break,
                _ => {}
            }
        }
    }
    code
}

fn read(code: &[TokenTree], module: &Module, all: &BTreeSet<Module>) -> File {
    let mut file = File::default();
    let mut plain = Vec::new();
    visit_paths(code, module, &mut |_, path, inside, kind| {
        let is_child =
            |first: &String| all.contains(&[inside, std::slice::from_ref(first)].concat());
        let inner = match resolve(path, inside) {
            Some(path) if path[0] == "crate" => Some(path[1..].to_vec()),
            _ if path.first().is_some_and(is_child) => Some([inside, path].concat()),
            _ => None,
        };
        match (inner, kind) {
            (Some(inner), Kind::Use { name, is_public }) => {
                // A module that is imported counts where a path goes through it.
                if !is_public && !all.contains(&inner) {
                    file.imports.push(inner.clone());
                }
                file.names.insert(name, inner);
            }
            (Some(inner), Kind::Plain) => file.imports.push(inner),
            (None, Kind::Plain) => plain.push(path.to_vec()),
            (None, Kind::Use { .. }) => {}
        }
    });
    for path in plain {
        if let Some(base) = file.names.get(&path[0]) {
            file.imports.push([base.as_slice(), &path[1..]].concat());
        }
    }
    file
}

/// The file that defines what a path names, through any re-exports.
fn definition<'a>(
    path: &Module,
    files: &'a BTreeMap<Module, File>,
    depth: usize,
) -> Option<&'a Module> {
    let length = (1..=path.len()).rev().find(|n| files.contains_key(&path[..*n]))?;
    let (module, file) = files.get_key_value(&path[..length])?;
    match path.get(length).and_then(|name| file.names.get(name)) {
        Some(target) if depth < 16 && *target != path[..=length] => {
            definition(&[target.as_slice(), &path[length + 1..]].concat(), files, depth + 1)
        }
        _ => Some(module),
    }
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
    assert_eq!(cycles(&facade), [""; 0]);
    let circle = [
        source("src/a.rs", "mod b; pub use b::B; pub struct A;"),
        source("src/a/b.rs", "use super::A; use crate::c; pub struct B(A); fn f() { c::g() }"),
        source("src/c.rs", "use crate::a::B;"),
    ];
    assert_eq!(cycles(&circle), ["src/a/b.rs -> src/c.rs -> src/a/b.rs"]);
}
