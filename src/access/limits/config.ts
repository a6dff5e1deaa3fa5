/** Limits of concurrent requests and watches. */
export interface LimitsConfig {
  /** Maximum reads in flight, without watches; 0 for no limit. */
  readonly maxRequestsInflight: number
  /** Maximum writes in flight; 0 for no limit. */
  readonly maxMutatingRequestsInflight: number
  /** Maximum open watches per user; 0 for no limit. */
  readonly maxWatchesPerUser: number
}

/** Defaults of servers with authentication. Others have no limits by default. */
export const LIMITS_WITH_USERS: LimitsConfig = {
  maxRequestsInflight: 400,
  maxMutatingRequestsInflight: 200,
  maxWatchesPerUser: 10_000,
}
