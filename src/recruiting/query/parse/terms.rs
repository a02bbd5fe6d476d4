//! Splits a filter line into terms, without interpreting them.

use std::ops::Range;

use crate::recruiting::query::filter::CompareOp;

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Term<'a> {
    pub(crate) range: Range<usize>,
    pub(crate) negated: bool,
    pub(crate) key: Option<TermKey<'a>>,
    /// The alternatives between commas; for a bare word, the word.
    pub(crate) alternatives: Vec<TermValue>,
}

/// A field name and its operator.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TermKey<'a> {
    pub(crate) range: Range<usize>,
    pub(crate) name: &'a str,
    pub(crate) sign: CompareOp,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TermValue {
    pub(crate) range: Range<usize>,
    pub(crate) text: String,
    /// Whether it has closed quotes.
    pub(crate) quoted: bool,
}

pub(crate) fn terms(text: &str) -> Vec<Term<'_>> {
    let mut scanner = Scanner { text, at: 0 };
    let mut terms = Vec::new();
    loop {
        scanner.take_while(char::is_whitespace);
        if scanner.rest().is_empty() {
            return terms;
        }
        terms.push(scanner.term());
    }
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn eat(&mut self, sign: char) -> bool {
        let is_match = self.peek() == Some(sign);
        self.at += if is_match { sign.len_utf8() } else { 0 };
        is_match
    }

    fn take_while(&mut self, accepts: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|letter| !accepts(letter)).unwrap_or(rest.len());
        self.at += end;
        rest.get(..end).unwrap_or_default()
    }

    fn term(&mut self) -> Term<'a> {
        let start = self.at;
        let negated = self.eat('-');
        let key = self.key();
        let mut alternatives = vec![self.value(key.is_some())];
        while key.is_some() && self.eat(',') {
            alternatives.push(self.value(true));
        }
        Term { range: start..self.at, negated, key, alternatives }
    }

    fn key(&mut self) -> Option<TermKey<'a>> {
        let start = self.at;
        let name = self.take_while(|letter| letter.is_ascii_alphabetic() || letter == '_');
        let range = start..self.at;
        let sign = if name.is_empty() { None } else { self.sign() };
        if sign.is_none() {
            self.at = start;
        }
        sign.map(|sign| TermKey { range, name, sign })
    }

    fn sign(&mut self) -> Option<CompareOp> {
        for (sign, strict, or_equal) in
            [('<', CompareOp::Less, CompareOp::AtMost), ('>', CompareOp::More, CompareOp::AtLeast)]
        {
            if self.eat(sign) {
                return Some(if self.eat('=') { or_equal } else { strict });
            }
        }
        (self.eat(':') || self.eat('=')).then_some(CompareOp::Equal)
    }

    fn value(&mut self, in_list: bool) -> TermValue {
        let start = self.at;
        let (mut text, mut quoted) = (String::new(), false);
        loop {
            text.push_str(self.take_while(|letter| {
                letter != '"' && !letter.is_whitespace() && !(in_list && letter == ',')
            }));
            if !self.eat('"') {
                return TermValue { range: start..self.at, text, quoted };
            }
            quoted = self.read_quoted(&mut text);
        }
    }

    /// Reads up to the closing quote. Returns `false` if there is none.
    fn read_quoted(&mut self, text: &mut String) -> bool {
        loop {
            text.push_str(self.take_while(|letter| letter != '"' && letter != '\\'));
            if self.eat('"') {
                return true;
            }
            if !self.eat('\\') {
                return false;
            }
            if self.eat('"') {
                text.push('"');
            } else {
                self.eat('\\');
                text.push('\\');
            }
        }
    }
}

/// Quotes a text if a term requires it.
pub(crate) fn quote(text: &str) -> String {
    let plain = |letter: char| !letter.is_whitespace() && !matches!(letter, '"' | ',' | '\\');
    if !text.is_empty() && text.chars().all(plain) {
        return text.to_owned();
    }
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
