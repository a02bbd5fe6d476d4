//! Paths in Rust source, found as tokens and resolved against their module.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

/// `src/service/store.rs` is the module `service::store`; lib.rs is the root.
pub(super) fn module_of(file: &str) -> Vec<String> {
    let inner = file.trim_start_matches("src/").trim_end_matches(".rs");
    if inner == "lib" {
        return Vec::new();
    }
    inner.split('/').map(str::to_owned).collect()
}

/// Every path in the source with its line. A path into the crate starts at the crate root.
pub(super) fn paths_in(source: &str, module: &[String]) -> Vec<(usize, Vec<String>)> {
    let mut paths = Vec::new();
    let mut take = |line, path: &[String], module: &[String], _: Kind| {
        paths.extend(resolve(path, module).map(|path| (line, path)));
    };
    visit_paths(&tokens(source), module, &mut take);
    paths
}

pub(super) fn tokens(source: &str) -> Vec<TokenTree> {
    let stream: TokenStream = source.parse().expect("the source is Rust");
    stream.into_iter().collect()
}

/// How a path is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    /// In an expression, a type or a pattern.
    Plain,
    /// In a `use`, under this name; `pub use` re-exports it.
    Use { name: String, is_public: bool },
}

/// Visits every path with its line and the module that contains it.
pub(super) fn visit_paths(
    tokens: &[TokenTree],
    module: &[String],
    visit: &mut impl FnMut(usize, &[String], &[String], Kind),
) {
    let mut at = 0;
    while at < tokens.len() {
        match &tokens[at] {
            TokenTree::Ident(word)
                if word == "use" && !tokens.get(at + 1).is_some_and(|next| is_punct(next, '<')) =>
            {
                let end =
                    (at..tokens.len()).find(|i| is_punct(&tokens[*i], ';')).unwrap_or(tokens.len());
                let is_public = is_public(&tokens[..at]);
                use_tree(&tokens[at + 1..end], &[], is_public, &mut |line, path, kind| {
                    visit(line, path, module, kind);
                });
                at = end;
            }
            TokenTree::Ident(word)
                if word == "mod" && matches!(tokens.get(at + 2), Some(TokenTree::Group(_))) =>
            {
                let inner = [module, &[tokens[at + 1].to_string()]].concat();
                if let TokenTree::Group(body) = &tokens[at + 2] {
                    visit_paths(&body.stream().into_iter().collect::<Vec<_>>(), &inner, visit);
                }
                at += 3;
            }
            TokenTree::Ident(_)
                if is_path(tokens, at + 1) && !(at >= 2 && is_path(tokens, at - 2)) =>
            {
                let line = tokens[at].span().start().line;
                let (segments, next) = segments(tokens, at);
                visit(line, &segments, module, Kind::Plain);
                at = next;
            }
            TokenTree::Group(group) => {
                visit_paths(&group.stream().into_iter().collect::<Vec<_>>(), module, visit);
                at += 1;
            }
            _ => at += 1,
        }
    }
}

/// Whether the tokens end in `pub` or `pub(…)`.
fn is_public(before: &[TokenTree]) -> bool {
    let is_pub = |token: &TokenTree| matches!(token, TokenTree::Ident(word) if word == "pub");
    match before {
        [.., token] if is_pub(token) => true,
        [.., token, TokenTree::Group(_)] => is_pub(token),
        _ => false,
    }
}

/// Visits the branches of one `use`, each a whole path.
fn use_tree(
    tokens: &[TokenTree],
    before: &[String],
    is_public: bool,
    visit: &mut impl FnMut(usize, &[String], Kind),
) {
    for branch in tokens.split(|token| is_punct(token, ',')).filter(|branch| !branch.is_empty()) {
        let (mut path, mut name, mut is_nested) = (before.to_vec(), None, false);
        let mut words = branch.iter();
        while let Some(token) = words.next() {
            match token {
                TokenTree::Ident(word) if word == "as" => {
                    name = words.next().map(ToString::to_string);
                }
                TokenTree::Ident(word) => path.push(word.to_string()),
                TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                    let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                    use_tree(&inner, &path, is_public, visit);
                    is_nested = true;
                }
                _ => {}
            }
        }
        if !is_nested {
            if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
                path.pop();
            }
            let name = name.or_else(|| path.last().cloned()).unwrap_or_default();
            visit(branch[0].span().start().line, &path, Kind::Use { name, is_public });
        }
    }
}

fn segments(tokens: &[TokenTree], mut at: usize) -> (Vec<String>, usize) {
    let mut segments = vec![tokens[at].to_string()];
    while is_path(tokens, at + 1) {
        at += 3;
        match tokens.get(at) {
            Some(TokenTree::Ident(word)) => segments.push(word.to_string()),
            _ => return (segments, at),
        }
    }
    (segments, at + 1)
}

/// The path from the crate root, or unchanged if it leads outside the crate.
pub(super) fn resolve(path: &[String], module: &[String]) -> Option<Vec<String>> {
    let ups = path.iter().take_while(|segment| *segment == "super").count();
    let from_root =
        |base: &[String], rest: &[String]| Some([&["crate".to_owned()], base, rest].concat());
    match path.first()?.as_str() {
        "super" => from_root(module.get(..module.len().checked_sub(ups)?)?, &path[ups..]),
        "self" => from_root(module, &path[1..]),
        "shortlist" if module.first().is_some_and(|top| top == "main") => {
            from_root(&[], &path[1..])
        }
        _ => Some(path.to_vec()),
    }
}

fn is_path(tokens: &[TokenTree], at: usize) -> bool {
    let is_joint = |token: &TokenTree| matches!(token, TokenTree::Punct(p) if p.as_char() == ':' && p.spacing() == Spacing::Joint);
    tokens.get(at).is_some_and(is_joint)
        && tokens.get(at + 1).is_some_and(|token| is_punct(token, ':'))
}

pub(super) fn is_punct(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign)
}

pub(super) fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(ident) if ident == word)
}
