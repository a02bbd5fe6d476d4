//! Which file imports which, read from the tokens of the sources.
//!
//! An import counts for the file that defines the item, not for a file that re-exports it; a `pub
//! use` is not an import. Test code is left out.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use proc_macro2::{Delimiter, TokenTree};

use super::paths::{Kind, is_punct, is_word, module_of, resolve, tokens, visit_paths};

pub(super) type Module = Vec<String>;

/// One file without its tests.
#[derive(Default)]
pub(super) struct File {
    /// The item that each imported or re-exported name refers to.
    names: HashMap<String, Module>,
    imports: Vec<Module>,
    /// The functions that take `&mut State`.
    mutators: BTreeSet<String>,
}

/// A name that one file imports from another.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Import<'a> {
    pub(super) from: &'a Module,
    pub(super) to: &'a Module,
    /// What is imported; empty for the module itself.
    pub(super) item: String,
    /// Whether it is a function that changes the state of the terminal.
    pub(super) is_mutator: bool,
}

pub(super) struct Graph(BTreeMap<Module, File>);

impl Graph {
    pub(super) fn read(sources: &[(String, String)]) -> Self {
        let all: BTreeSet<Module> = sources.iter().map(|(file, _)| module_of(file)).collect();
        let read = |(_, module, code): (&str, Module, Vec<TokenTree>)| {
            let file = read(&code, &module, &all);
            (module, file)
        };
        Self(code_of(sources).into_iter().map(read).collect())
    }

    pub(super) fn modules(&self) -> impl Iterator<Item = &Module> {
        self.0.keys()
    }

    /// Every import from one file into another.
    pub(super) fn imports(&self) -> BTreeSet<Import<'_>> {
        let found = self.0.iter().flat_map(|(from, file)| {
            file.imports.iter().filter_map(move |path| {
                let (to, item) = definition(path, &self.0, 0)?;
                let is_mutator = self.0[to].mutators.contains(&item);
                Some(Import { from, to, item, is_mutator })
            })
        });
        found.filter(|import| import.from != import.to).collect()
    }
}

/// The name, the module and the tokens of every file, without tests.
pub(super) fn code_of(sources: &[(String, String)]) -> Vec<(&str, Module, Vec<TokenTree>)> {
    let mut tests = BTreeSet::new();
    let mut files = Vec::new();
    for (name, source) in sources {
        let module = module_of(name);
        let code = without_tests(tokens(source), &module, &mut tests);
        files.push((name.as_str(), module, code));
    }
    let is_test = |module: &Module| (1..=module.len()).any(|n| tests.contains(&module[..n]));
    files.retain(|(_, module, _)| !is_test(module));
    files
}

/// Removes the items under `#[cfg(test)]`, and adds the modules among them to `tests`.
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
                TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
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
    let mut file = File { mutators: mutators(code), ..File::default() };
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
                // An imported module counts only where a path goes through it.
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

/// The functions with `&mut State` among their parameters.
fn mutators(code: &[TokenTree]) -> BTreeSet<String> {
    let takes_state = |token: &TokenTree| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => {
            let parameters: Vec<TokenTree> = group.stream().into_iter().collect();
            parameters.windows(2).any(|pair| is_word(&pair[0], "mut") && is_word(&pair[1], "State"))
        }
        _ => false,
    };
    let functions = code.iter().enumerate().filter(|(_, token)| is_word(token, "fn"));
    functions
        .filter(|(at, _)| {
            let is_body = |token: &TokenTree| matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
            code[at + 2..].iter().take_while(|token| !is_body(token)).any(takes_state)
        })
        .map(|(at, _)| code[at + 1].to_string())
        .collect()
}

/// The file that defines what a path names, through any re-exports, and the name there.
fn definition<'a>(
    path: &[String],
    files: &'a BTreeMap<Module, File>,
    depth: usize,
) -> Option<(&'a Module, String)> {
    let length = (1..=path.len()).rev().find(|n| files.contains_key(&path[..*n]))?;
    let (module, file) = files.get_key_value(&path[..length])?;
    match path.get(length).and_then(|name| file.names.get(name)) {
        Some(target) if depth < 16 && *target != path[..=length] => {
            definition(&[target.as_slice(), &path[length + 1..]].concat(), files, depth + 1)
        }
        _ => Some((module, path.get(length).cloned().unwrap_or_default())),
    }
}
