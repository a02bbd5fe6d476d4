//! The query parameters `offset` and `limit`.

use url::form_urlencoded;

use super::api_error::{ApiError, ErrorCode, InvalidField, truncate};
use super::store::Pagination;

/// Maximum and default.
pub(super) const MAX_LIMIT: i64 = 100;

/// Reads a query string. Unknown parameters are ignored; an offset that is
/// null, empty or absent is 0.
pub fn parse(query: Option<&str>) -> Result<Pagination, ApiError> {
    let pairs: Vec<_> = form_urlencoded::parse(query.unwrap_or_default().as_bytes()).collect();
    let mut errors = Vec::new();
    let mut number = |name: &str,
                      default: i64,
                      empty_is_default: bool,
                      is_valid: fn(i64) -> bool,
                      expected: &str| {
        let mut values = pairs.iter().filter(|(key, _)| key == name).map(|(_, value)| value);
        let message = match (values.next(), values.next()) {
            (None, _) => return default,
            (_, Some(_)) => "is given twice".to_owned(),
            (Some(text), None) => match text.parse() {
                _ if empty_is_default && (text.is_empty() || text == "null") => return default,
                Ok(number) if is_valid(number) => return number,
                _ => format!("must be {expected}, not {:?}", truncate(text)),
            },
        };
        errors.push(InvalidField { field: name.to_owned(), message });
        default
    };
    let offset =
        number("offset", 0, true, |n| n >= 0, "a whole number from 0 to 9223372036854775807");
    let limit = number(
        "limit",
        MAX_LIMIT,
        false,
        |n| (1..=MAX_LIMIT).contains(&n),
        "a whole number from 1 to 100",
    );
    if errors.is_empty() {
        return Ok(Pagination { offset, limit });
    }
    Err(ApiError::fields(ErrorCode::Invalid, errors))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_absent_empty_or_null_offset_is_zero() {
        let first_page = Pagination { offset: 0, limit: 100 };
        for query in [None, Some(""), Some("offset="), Some("offset=null"), Some("color=red")] {
            assert_eq!(parse(query), Ok(first_page), "{query:?}");
        }
        assert_eq!(parse(Some("offset=7&limit=3")), Ok(Pagination { offset: 7, limit: 3 }));
        assert_eq!(parse(Some("offset=9223372036854775807")).unwrap().offset, i64::MAX);
    }

    #[test]
    fn the_error_names_each_parameter_out_of_range() {
        for query in [
            "offset=-1",
            "offset=1.5",
            "offset=x",
            "offset=9223372036854775808",
            "offset=1&offset=2",
        ] {
            assert_eq!(parse(Some(query)).unwrap_err().errors[0].field, "offset", "{query}");
        }
        for query in ["limit=0", "limit=101", "limit=-1", "limit=", "limit=null", "limit=1e1"] {
            assert_eq!(parse(Some(query)).unwrap_err().errors[0].field, "limit", "{query}");
        }
        assert_eq!(parse(Some("offset=x&limit=0")).unwrap_err().errors.len(), 2);
    }
}
