/** The messages of etcd's KV service. Field numbers are those of etcd's `rpc.proto`. */
import {
  bool,
  bytes,
  id,
  int64,
  key,
  message,
  nested,
  type Received,
  repeated,
  revision,
  type Sent,
} from './message.js'

export const ResponseHeader = message({ memberId: id(2), revision: revision(3) })
export type ResponseHeader = Received<typeof ResponseHeader>

export const KeyValue = message({ key: key(1), modRevision: revision(3), version: int64(4), value: bytes(5) })
export type KeyValue = Received<typeof KeyValue>

export const SORT_DESCENDING = 2
export const SORT_BY_MOD_REVISION = 3

export const RangeRequest = message({
  key: key(1),
  rangeEnd: key(2),
  limit: int64(3),
  /** The current one when left out. */
  revision: revision(4),
  sortOrder: int64(5),
  sortTarget: int64(6),
  keysOnly: bool(8),
})
export type RangeRequest = Sent<typeof RangeRequest>

export const RangeResponse = message({
  header: nested(1, ResponseHeader),
  kvs: repeated(nested(2, KeyValue)),
  more: bool(3),
})

const PutRequest = message({ key: key(1), value: bytes(2), lease: int64(3) })
const DeleteRangeRequest = message({ key: key(1) })

/** The target of a comparison. All of ours test for equality, which is 0 and omitted. */
export const COMPARE_CREATE_REVISION = 1
export const COMPARE_MOD_REVISION = 2

const Compare = message({
  target: int64(2),
  key: key(3),
  /** An absent key has revision 0, which is omitted. */
  createRevision: revision(5),
  modRevision: revision(6),
})
export type Compare = Sent<typeof Compare>

const RequestOp = message({
  range: nested(1, RangeRequest),
  put: nested(2, PutRequest),
  delete: nested(3, DeleteRangeRequest),
})
export type RequestOp = Sent<typeof RequestOp>

export const TxnRequest = message({
  compare: repeated(nested(1, Compare)),
  success: repeated(nested(2, RequestOp)),
  failure: repeated(nested(3, RequestOp)),
})
export type TxnRequest = Sent<typeof TxnRequest>

const ResponseOp = message({ range: nested(1, RangeResponse) })

export const TxnResponse = message({
  header: nested(1, ResponseHeader),
  succeeded: bool(2),
  responses: repeated(nested(3, ResponseOp)),
})
export type TxnResponse = Received<typeof TxnResponse>

export const CompactionRequest = message({ revision: revision(1) })
export const CompactionResponse = message({ header: nested(1, ResponseHeader) })
