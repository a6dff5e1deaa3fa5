/** The messages of etcd's Lease service. A `ttl` is in seconds. */
import { int64, message, text } from './message.js'

export const LeaseGrantRequest = message({ ttl: int64(1), id: int64(2) })
export const LeaseGrantResponse = message({ id: int64(2), ttl: int64(3), error: text(4) })

export const LeaseRevokeRequest = message({ id: int64(1) })
export const LeaseRevokeResponse = message({})

export const LeaseKeepAliveRequest = message({ id: int64(1) })
/** A `ttl` of 0 says that the lease is over. */
export const LeaseKeepAliveResponse = message({ id: int64(2), ttl: int64(3) })
