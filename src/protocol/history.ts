/**
 * Writes in the kept history.
 *
 * - `GET /binnacle/v1/history/api/v1/namespaces/default/pods/web` has the versions of one object, and needs the right to
 *   get it.
 * - `GET /binnacle/v1/history/api/v1/pods` has the writes of a collection, and needs the right to list it.
 * - `GET /binnacle/v1/history` has the writes of all objects that the user may list.
 *
 * Query: `limit`, `continue`, `after` (only writes after this resource version), `includeObject` (`None`, `Metadata` or
 * `Object`) and `exclude` (resources that are left out, such as `leases.coordination.k8s.io`).
 */
export const HISTORY_PATH = '/binnacle/v1/history'

export const DEFAULT_HISTORY_LIMIT = 100
export const MAX_HISTORY_LIMIT = 500

/** The newest write first. */
export interface HistoryList {
  readonly kind: 'HistoryList'
  readonly apiVersion: 'binnacle.dev/v1'
  readonly metadata: {
    /** The newest resource version. */
    readonly resourceVersion: string
    /** Set if there are older writes. */
    readonly continue?: string | undefined
  }
  readonly items: readonly PastWrite[]
}

/** A write of one object. */
export interface PastWrite {
  readonly resourceVersion: string
  /** RFC 3339, with milliseconds. */
  readonly time: string
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'
  readonly apiVersion: string
  readonly kind: string
  /** The plural in paths. */
  readonly resource: string
  readonly namespace?: string | undefined
  readonly name: string
  readonly uid?: string | undefined
  /** The field manager; missing if the object does not tell. */
  readonly manager?: string | undefined
  readonly subresource?: string | undefined
  /** The changed fields, at most 20. Empty for a new or deleted object. */
  readonly changed: readonly string[]
  /** The object after the write; a deleted one as it was before. */
  readonly object?: unknown
}

/**
 * `GET /binnacle/v1/revisions`: resource versions that are spread evenly over the kept history, with the times of their
 * writes. The first is the oldest that can be read, the last the newest. Query: `count`, from 2 to 500.
 */
export const REVISIONS_PATH = '/binnacle/v1/revisions'

export const DEFAULT_REVISION_COUNT = 100
export const MAX_REVISION_COUNT = 500

export interface RevisionList {
  readonly kind: 'RevisionList'
  readonly apiVersion: 'binnacle.dev/v1'
  /** The time of the server, and how long history is kept. */
  readonly now: string
  readonly historySeconds: number
  readonly items: readonly RevisionTime[]
}

export interface RevisionTime {
  readonly resourceVersion: string
  /** Missing if the write is older than the history. */
  readonly time?: string | undefined
}
