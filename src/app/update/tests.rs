mod answering;
mod asking;
mod chaos;
mod finding;
mod following;
mod going;
mod holding;
mod telling;
