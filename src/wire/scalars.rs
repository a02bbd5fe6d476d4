//! Which JSON scalars are accepted as a text, a number or a boolean.

use super::shape::Shape;
use super::token::Token;
use super::tolerant::Scalar;

impl Scalar for String {
    const SHAPE: Shape = Shape::Text;

    fn absent() -> Self {
        Self::new()
    }

    fn accept(token: Token<'_>) -> Result<Self, Token<'_>> {
        match token {
            Token::Null => Ok(Self::new()),
            Token::Str(text) => Ok(text.into_owned()),
            Token::Int(number) => Ok(number.to_string()),
            Token::Number(number) => Ok(number.to_string()),
            other => Err(other),
        }
    }

    fn from_escaped(text: String) -> Option<Self> {
        Some(text)
    }
}

/// A nullable text or id; null and absent mean the same.
impl<T: Scalar + From<String>> Scalar for Option<T> {
    const SHAPE: Shape = Shape::Nullable(&T::SHAPE);

    fn absent() -> Self {
        None
    }

    fn accept(token: Token<'_>) -> Result<Self, Token<'_>> {
        match token {
            Token::Null => Ok(None),
            other => T::accept(other).map(Some),
        }
    }

    fn from_escaped(text: String) -> Option<Self> {
        T::from_escaped(text).map(Some)
    }
}

/// An integer; unknown is not zero.
impl Scalar for Option<i64> {
    const SHAPE: Shape = Shape::Nullable(&Shape::Integer);

    fn absent() -> Self {
        None
    }

    fn accept(token: Token<'_>) -> Result<Self, Token<'_>> {
        match token {
            Token::Null => Ok(None),
            Token::Int(number) => Ok(Some(number)),
            Token::Number(number) => match number.as_f64().and_then(to_integer) {
                Some(integer) => Ok(Some(integer)),
                None => Err(Token::Number(number)),
            },
            Token::Str(text) => match text.trim() {
                "" => Ok(None),
                digits => match digits.parse() {
                    Ok(number) => Ok(Some(number)),
                    Err(_) => Err(Token::Str(text)),
                },
            },
            other => Err(other),
        }
    }
}

/// `12.0` is 12; `12.5` and `1e300` are not integers.
fn to_integer(number: f64) -> Option<i64> {
    format!("{number:.1}").strip_suffix(".0")?.parse().ok()
}

impl Scalar for bool {
    const SHAPE: Shape = Shape::Boolean;

    fn absent() -> Self {
        false
    }

    fn accept(token: Token<'_>) -> Result<Self, Token<'_>> {
        match token {
            Token::Bool(flag) => Ok(flag),
            Token::Null | Token::Int(0) => Ok(false),
            Token::Int(1) => Ok(true),
            Token::Str(text) => match text.trim().to_ascii_lowercase().as_str() {
                "" | "false" | "0" => Ok(false),
                "true" | "1" => Ok(true),
                _ => Err(Token::Str(text)),
            },
            other => Err(other),
        }
    }
}
