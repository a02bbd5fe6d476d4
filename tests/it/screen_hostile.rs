//! A server that means harm, on the screen.
