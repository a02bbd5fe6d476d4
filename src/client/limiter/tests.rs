use std::num::NonZeroU32;
use std::pin::Pin;

use futures_util::FutureExt;

use super::*;

const ANY_PAUSE: Duration = Duration::from_mins(1);

async fn acquire(limiter: &Arc<Limiter>, count: usize) -> Vec<Permit> {
    let mut permits = Vec::new();
    for _ in 0..count {
        let permit = limiter.acquire((Priority::Interactive, false), ANY_PAUSE).await;
        permits.push(permit.expect("a permit"));
    }
    permits
}

type Waiting = Pin<Box<dyn Future<Output = Result<Permit, AcquireError>>>>;

/// Queues a request that does not get a permit yet.
fn enqueue(limiter: &Arc<Limiter>, priority: Priority, max_pause: Duration) -> Waiting {
    let limiter = Arc::clone(limiter);
    let mut waiting: Waiting =
        Box::pin(async move { limiter.acquire((priority, false), max_pause).await });
    assert!(waiting.as_mut().now_or_never().is_none(), "the request must wait");
    waiting
}

#[tokio::test]
async fn no_more_requests_are_in_flight_than_there_are_permits() {
    let limiter = Limiter::new(3, None);
    let permits = acquire(&limiter, 3).await;
    let fourth = enqueue(&limiter, Priority::Interactive, ANY_PAUSE);
    assert_eq!((limiter.load().in_flight, limiter.load().queued), (3, 1));
    drop(permits);
    assert!(fourth.await.is_ok());
    assert_eq!((limiter.load().in_flight, limiter.load().queued), (0, 0));
}

#[tokio::test]
async fn interactive_requests_go_before_background_ones() {
    let limiter = Limiter::new(1, None);
    let permits = acquire(&limiter, 1).await;
    let mut background = enqueue(&limiter, Priority::Background, ANY_PAUSE);
    let interactive = enqueue(&limiter, Priority::Interactive, ANY_PAUSE);
    drop(permits);
    assert!(background.as_mut().now_or_never().is_none(), "the interactive request has the permit");
    drop(interactive.await.expect("a permit"));
    assert!(background.await.is_ok());
}

#[tokio::test]
async fn one_permit_is_reserved_for_interactive_requests() {
    let limiter = Limiter::new(4, None);
    let mut permits = Vec::new();
    for _ in 0..3 {
        permits.push(limiter.acquire((Priority::Background, false), ANY_PAUSE).await);
    }
    let _fourth = enqueue(&limiter, Priority::Background, ANY_PAUSE);
    assert_eq!((limiter.load().in_flight, limiter.load().queued), (3, 1));
    assert!(limiter.acquire((Priority::Interactive, false), ANY_PAUSE).await.is_ok());
}

#[tokio::test]
async fn overload_halves_once_and_good_answers_grow_slowly() {
    let limiter = Limiter::new(8, None);
    for permit in acquire(&limiter, 8).await {
        permit.release(Feedback::Overload);
    }
    assert_eq!(limiter.load().limit, 4, "eight failures in one burst halve the limit once");
    for permit in acquire(&limiter, 1).await {
        permit.release(Feedback::Overload);
    }
    assert_eq!(limiter.load().limit, 2);
    for _ in 0..ROUNDS_PER_STEP * 2 {
        acquire(&limiter, 1).await.remove(0).release(Feedback::Answered);
    }
    assert_eq!(limiter.load().limit, 3);
    for _ in 0..1000 {
        acquire(&limiter, 1).await.remove(0).release(Feedback::Answered);
    }
    assert_eq!(limiter.load().limit, 8, "the limit never exceeds its initial value");
}

#[tokio::test(start_paused = true)]
async fn a_pause_holds_back_every_request_and_ends() {
    let limiter = Limiter::new(8, None);
    let started = Instant::now();
    limiter.pause(Duration::from_secs(7));
    limiter.pause(Duration::from_secs(3));
    let permit = limiter.acquire((Priority::Interactive, false), ANY_PAUSE).await;
    assert!(permit.is_ok());
    assert_eq!(started.elapsed().as_secs(), 7);
    limiter.pause(Duration::from_secs(90));
    let error =
        limiter.acquire((Priority::Interactive, false), ANY_PAUSE).await.expect_err("too long");
    assert_eq!(error, AcquireError::Paused(Duration::from_secs(90)));
}

#[tokio::test(start_paused = true)]
async fn a_queued_request_fails_when_a_long_pause_begins() {
    let limiter = Limiter::new(1, None);
    let permits = acquire(&limiter, 1).await;
    let waiting = enqueue(&limiter, Priority::Interactive, Duration::from_secs(5));
    limiter.pause(Duration::from_secs(90));
    let result = waiting.await;
    assert!(matches!(result, Err(AcquireError::Paused(_))), "{result:?}");
    drop(permits);
}

#[tokio::test(start_paused = true)]
async fn requests_are_spaced_to_the_maximum_rate() {
    let limiter = Limiter::new(8, NonZeroU32::new(10).map(Rate::strict));
    let started = Instant::now();
    for _ in 0..21 {
        drop(limiter.acquire((Priority::Interactive, false), ANY_PAUSE).await);
    }
    assert_eq!(started.elapsed().as_millis() / 100, 20);
}

#[tokio::test]
async fn a_refused_key_locks_the_limiter_until_a_new_key_is_set() {
    let limiter = Limiter::new(1, None);
    let permits = acquire(&limiter, 1).await;
    let waiting = enqueue(&limiter, Priority::Interactive, ANY_PAUSE);
    limiter.lock();
    assert_eq!(waiting.await.map(drop), Err(AcquireError::Locked));
    drop(permits);
    assert!(limiter.acquire((Priority::Interactive, false), ANY_PAUSE).await.is_err());
    limiter.unlock();
    assert!(limiter.acquire((Priority::Interactive, false), ANY_PAUSE).await.is_ok());
}

#[tokio::test]
async fn dropped_requests_leak_no_permit() {
    let limiter = Limiter::new(1, None);
    let permits = acquire(&limiter, 1).await;
    for _ in 0..3 {
        drop(enqueue(&limiter, Priority::Interactive, ANY_PAUSE));
    }
    let granted_but_never_polled = enqueue(&limiter, Priority::Interactive, ANY_PAUSE);
    drop(permits);
    drop(granted_but_never_polled);
    assert_eq!((limiter.load().in_flight, limiter.load().queued), (0, 0));
    assert!(limiter.acquire((Priority::Interactive, false), ANY_PAUSE).await.is_ok());
}

/// Acquires permits for this long, dropping each at once. Returns the times.
async fn acquire_for(limiter: &Arc<Limiter>, is_bulk: bool, time: Duration) -> Vec<Instant> {
    let end = Instant::now() + time;
    let mut times = Vec::new();
    while Instant::now() < end && times.len() < 10_000 {
        drop(limiter.acquire((Priority::Background, is_bulk), ANY_PAUSE).await);
        times.push(Instant::now());
        if is_bulk {
            tokio::time::advance(Duration::from_millis(1)).await;
        }
    }
    times
}

fn most_in_a_second(times: &[Instant]) -> usize {
    let within = |start: &Instant| {
        times.iter().filter(|at| (*start..*start + Duration::from_secs(1)).contains(at)).count()
    };
    times.iter().map(within).max().unwrap_or(0)
}

#[tokio::test(start_paused = true)]
async fn an_interactive_program_sends_at_most_fifty_requests_in_any_second() {
    let limiter = Limiter::new(8, Some(Rate::interactive()));
    let times = acquire_for(&limiter, false, Duration::from_secs(5)).await;
    // Delayed requests arrive together, so there is room below 50.
    assert!((40..=45).contains(&most_in_a_second(&times)), "{}", most_in_a_second(&times));
    let burst = times.iter().filter(|at| **at == times[0]).count();
    assert_eq!(burst, 8, "a job opens with several requests at once");
}

#[tokio::test(start_paused = true)]
async fn pages_of_a_known_list_are_exempt_until_something_fails() {
    let limiter = Limiter::new(8, Some(Rate::interactive()));
    let times = acquire_for(&limiter, true, Duration::from_secs(2)).await;
    assert!(most_in_a_second(&times) > 500);
    acquire(&limiter, 1).await.remove(0).release(Feedback::Failed);
    tokio::time::advance(Duration::from_secs(3)).await;
    let times = acquire_for(&limiter, true, Duration::from_secs(5)).await;
    assert!(most_in_a_second(&times) <= 50, "{}", most_in_a_second(&times));
    tokio::time::advance(TROUBLE_TIME).await;
    let times = acquire_for(&limiter, true, Duration::from_secs(2)).await;
    assert!(most_in_a_second(&times) > 500);
}

#[tokio::test(start_paused = true)]
async fn a_pause_ends_when_the_user_does_not_want_to_wait() {
    let limiter = Limiter::new(8, None);
    limiter.pause(Duration::from_hours(24));
    let waiting = enqueue(&limiter, Priority::Interactive, Duration::MAX);
    limiter.end_pause();
    assert!(waiting.await.is_ok());
    assert_eq!(limiter.load().paused, None);
}
