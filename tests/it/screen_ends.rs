//! However the program ends, the terminal is left as it was found.
