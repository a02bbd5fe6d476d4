use std::pin::Pin;

use futures_util::FutureExt;

use super::*;

const PATIENT: Duration = Duration::from_mins(1);

async fn inside(gate: &Arc<Gate>, count: usize) -> Vec<Pass> {
    let mut passes = Vec::new();
    for _ in 0..count {
        passes.push(gate.enter(Priority::Interactive, PATIENT).await.expect("a place"));
    }
    passes
}

type Waiting = Pin<Box<dyn Future<Output = Result<Pass, Closed>>>>;

/// Stands in line, and is not let in.
fn in_line(gate: &Arc<Gate>, priority: Priority, patience: Duration) -> Waiting {
    let gate = Arc::clone(gate);
    let mut waiting: Waiting = Box::pin(async move { gate.enter(priority, patience).await });
    assert!(waiting.as_mut().now_or_never().is_none(), "it has to wait");
    waiting
}

#[tokio::test]
async fn no_more_go_in_than_there_are_places() {
    let gate = Gate::new(3, None);
    let passes = inside(&gate, 3).await;
    let fourth = in_line(&gate, Priority::Interactive, PATIENT);
    assert_eq!((gate.load().in_flight, gate.load().queued), (3, 1));
    drop(passes);
    assert!(fourth.await.is_ok());
    assert_eq!((gate.load().in_flight, gate.load().queued), (0, 0));
}

#[tokio::test]
async fn a_person_goes_in_before_the_background() {
    let gate = Gate::new(1, None);
    let held = inside(&gate, 1).await;
    let mut first = in_line(&gate, Priority::Background, PATIENT);
    let second = in_line(&gate, Priority::Interactive, PATIENT);
    drop(held);
    assert!(first.as_mut().now_or_never().is_none(), "the person has the place");
    drop(second.await.expect("a place"));
    assert!(first.await.is_ok());
}

#[tokio::test]
async fn one_place_is_left_for_a_person() {
    let gate = Gate::new(4, None);
    let mut passes = Vec::new();
    for _ in 0..3 {
        passes.push(gate.enter(Priority::Background, PATIENT).await);
    }
    let _fourth = in_line(&gate, Priority::Background, PATIENT);
    assert_eq!((gate.load().in_flight, gate.load().queued), (3, 1));
    assert!(gate.enter(Priority::Interactive, PATIENT).await.is_ok());
}

#[tokio::test]
async fn overload_halves_once_and_good_answers_grow_slowly() {
    let gate = Gate::new(8, None);
    for pass in inside(&gate, 8).await {
        pass.back(Met::Overload);
    }
    assert_eq!(gate.load().limit, 4, "eight in one burst are one sign");
    for pass in inside(&gate, 1).await {
        pass.back(Met::Overload);
    }
    assert_eq!(gate.load().limit, 2);
    for _ in 0..SLOWNESS * 2 {
        inside(&gate, 1).await.remove(0).back(Met::Answer);
    }
    assert_eq!(gate.load().limit, 3);
    for _ in 0..1000 {
        inside(&gate, 1).await.remove(0).back(Met::Answer);
    }
    assert_eq!(gate.load().limit, 8, "never more than at first");
}

#[tokio::test(start_paused = true)]
async fn a_pause_holds_back_everybody_and_ends() {
    let gate = Gate::new(8, None);
    let begun = Instant::now();
    gate.pause(Duration::from_secs(7));
    gate.pause(Duration::from_secs(3));
    let entered = gate.enter(Priority::Interactive, PATIENT).await;
    assert!(entered.is_ok());
    assert_eq!(begun.elapsed().as_secs(), 7);
    gate.pause(Duration::from_secs(90));
    let refused = gate.enter(Priority::Interactive, PATIENT).await.expect_err("too long");
    assert_eq!(refused, Closed::Waiting(Duration::from_secs(90)));
}

#[tokio::test(start_paused = true)]
async fn who_stands_in_line_hears_of_a_pause() {
    let gate = Gate::new(1, None);
    let held = inside(&gate, 1).await;
    let waiting = in_line(&gate, Priority::Interactive, Duration::from_secs(5));
    gate.pause(Duration::from_secs(90));
    let told = waiting.await;
    assert!(matches!(told, Err(Closed::Waiting(_))), "{told:?}");
    drop(held);
}

#[tokio::test(start_paused = true)]
async fn so_many_a_second_and_no_more() {
    let gate = Gate::new(8, NonZeroU32::new(10));
    let begun = Instant::now();
    for _ in 0..21 {
        drop(gate.enter(Priority::Interactive, PATIENT).await);
    }
    assert_eq!(begun.elapsed().as_millis() / 100, 20);
}

#[tokio::test]
async fn a_refused_key_shuts_the_gate_until_there_is_another() {
    let gate = Gate::new(1, None);
    let held = inside(&gate, 1).await;
    let waiting = in_line(&gate, Priority::Interactive, PATIENT);
    gate.shut();
    assert_eq!(waiting.await.map(drop), Err(Closed::Locked));
    drop(held);
    assert!(gate.enter(Priority::Interactive, PATIENT).await.is_err());
    gate.reopen();
    assert!(gate.enter(Priority::Interactive, PATIENT).await.is_ok());
}

#[tokio::test]
async fn who_goes_away_leaves_no_hole() {
    let gate = Gate::new(1, None);
    let held = inside(&gate, 1).await;
    for _ in 0..3 {
        drop(in_line(&gate, Priority::Interactive, PATIENT));
    }
    let given_but_never_taken = in_line(&gate, Priority::Interactive, PATIENT);
    drop(held);
    drop(given_but_never_taken);
    assert_eq!((gate.load().in_flight, gate.load().queued), (0, 0));
    assert!(gate.enter(Priority::Interactive, PATIENT).await.is_ok());
}
