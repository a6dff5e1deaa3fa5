/** The messages of etcd's Maintenance service. */
import { ResponseHeader } from './kv.js'
import { id, int64, message, nested, type Received, repeated, text } from './message.js'
/** The messages of etcd's Lease service. A `ttl` is in seconds. */

export const StatusRequest = message({})

export const StatusResponse = message({
  header: nested(1, ResponseHeader),
  version: text(2),
  dbSize: int64(3),
  /** The leader's ID, 0 when there is none. */
  leader: id(4),
  /** Alarms and other faults of the member. */
  errors: repeated(text(8)),
})
export type StatusResponse = Received<typeof StatusResponse>

export const LeaseGrantRequest = message({ ttl: int64(1), id: int64(2) })
export const LeaseGrantResponse = message({ id: int64(2), ttl: int64(3), error: text(4) })

export const LeaseRevokeRequest = message({ id: int64(1) })
export const LeaseRevokeResponse = message({})

export const LeaseKeepAliveRequest = message({ id: int64(1) })
/** A `ttl` of 0 means that the lease has expired. */
export const LeaseKeepAliveResponse = message({ id: int64(2), ttl: int64(3) })
