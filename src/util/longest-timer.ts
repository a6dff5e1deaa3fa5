/** A timer of node ends at once when it is set to more than 2^31 - 1 milliseconds, which is 24 days. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** The milliseconds of so many seconds, as far as a timer can wait. */
export const timerMs = (seconds: number) => Math.min(seconds * 1000, MAX_TIMER_MS)
