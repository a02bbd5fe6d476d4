//! The loop without a terminal: keys go to the desk, which asks a real service.
