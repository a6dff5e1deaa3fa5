/** The messages of etcd's Watch service. */
import { KeyValue, ResponseHeader } from './kv.js'
import { bool, int64, key, message, nested, type Received, repeated, revision, text } from './message.js'

const WatchCreateRequest = message({
  key: key(1),
  rangeEnd: key(2),
  startRevision: revision(3),
  progressNotify: bool(4),
  prevKv: bool(6),
  /** Allow fragmented responses. */
  fragment: bool(8),
})

const WatchProgressRequest = message({})

export const WatchRequest = message({
  create: nested(1, WatchCreateRequest),
  progress: nested(3, WatchProgressRequest),
})

export const EVENT_DELETE = 1

const Event = message({ type: int64(1), kv: nested(2, KeyValue), prevKv: nested(3, KeyValue) })
export type Event = Received<typeof Event>

export const WatchResponse = message({
  header: nested(1, ResponseHeader),
  /** -1 for the response to a progress request. */
  watchId: int64(2),
  created: bool(3),
  canceled: bool(4),
  /** The oldest revision available, when the watch was cancelled because it started before that. */
  compactRevision: revision(5),
  cancelReason: text(6),
  /** Whether more fragments of the same response follow. */
  fragment: bool(7),
  events: repeated(nested(11, Event)),
})
export type WatchResponse = Received<typeof WatchResponse>
