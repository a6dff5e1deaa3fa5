/** The messages of etcd's Maintenance service. */
import { ResponseHeader } from './kv.js'
import { id, int64, message, nested, type Received, repeated, text } from './message.js'

export const StatusRequest = message({})

export const StatusResponse = message({
  header: nested(1, ResponseHeader),
  version: text(2),
  dbSize: int64(3),
  /** The member that leads, 0 when there is none. */
  leader: id(4),
  /** Alarms and other reasons for which the member does not work as it should. */
  errors: repeated(text(8)),
})
export type StatusResponse = Received<typeof StatusResponse>
