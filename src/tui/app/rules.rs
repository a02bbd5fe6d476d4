//! What the person decided once for all, in the config, and `update` goes by.

/// What the config says of triage.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rules {
    /// The reasons that are offered with a verdict.
    pub(crate) reasons: Vec<String>,
    /// How many days somebody may be in a stage, by what its name begins with.
    pub(crate) limits: Vec<(String, u32)>,
    /// Whether details are read in the background, for the time in the stage.
    pub prefetch_histories: bool,
}
