/** Limits of concurrent requests and watches. */
export interface LimitsConfig {
  /** Whether flow schemas and priority levels divide the requests in flight. Needs authentication. */
  readonly enablePriorityAndFairness: boolean
  /**
   * Maximum reads in flight, without watches, and maximum writes; 0 for no limit. With priority and fairness only
   * their sum counts.
   */
  readonly maxRequestsInflight: number
  readonly maxMutatingRequestsInflight: number
  /** Maximum open watches per user; 0 for no limit. */
  readonly maxWatchesPerUser: number
}

/** Defaults of servers with authentication. Others have no limits by default. */
export const LIMITS_WITH_USERS: Omit<LimitsConfig, 'enablePriorityAndFairness'> = {
  maxRequestsInflight: 400,
  maxMutatingRequestsInflight: 200,
  maxWatchesPerUser: 10_000,
}
