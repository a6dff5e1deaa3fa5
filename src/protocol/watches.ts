/**
 * Several watches in one response: `POST /binnacle/v1/watches`.
 *
 * The body is a `WatchesRequest`, the response one `WatchLine` of JSON per line.
 */

/** The path of the request. */
export const WATCHES_PATH = '/binnacle/v1/watches'

/** Maximum number of watches in a request. */
export const MAX_WATCHES = 100

/** The body of the request. */
export interface WatchesRequest {
  readonly watches: readonly WatchRequest[]
}

/** One of the watches: what would be a `GET` of its own. */
export interface WatchRequest {
  /** Names the watch in the lines of the response; unique in the request. */
  readonly id: string
  /** Path and query, such as `/api/v1/pods?resourceVersion=5`. `watch=true` is added. */
  readonly path: string
  /** The `Accept` header. JSON by default; no other format is possible. */
  readonly accept?: string
}

/**
 * A line of the response: an event of one watch, as that watch alone would send it, with the id of the watch in front. An
 * `ERROR` has a Status. `CLOSED` comes last: nothing follows for this watch.
 */
export interface WatchLine {
  readonly watch: string
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR' | 'CLOSED'
  /** Missing only when the watch is closed. */
  readonly object?: unknown
}
