/** How much of the server requests may take at once. */
export interface LimitsConfig {
  /** How many requests that read may be under way at once, watches apart; 0 for any number. */
  readonly maxRequestsInflight: number
  /** The same of requests that write. */
  readonly maxMutatingRequestsInflight: number
  /** How many watches one user may have open; 0 for any number. */
  readonly maxWatchesPerUser: number
}

/** For servers that know users. Where everyone is the same user, nothing is limited unless that is wanted. */
export const LIMITS_WITH_USERS: LimitsConfig = {
  maxRequestsInflight: 400,
  maxMutatingRequestsInflight: 200,
  maxWatchesPerUser: 10_000,
}
