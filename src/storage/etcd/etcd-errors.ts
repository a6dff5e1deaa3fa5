/** What etcd's errors mean. Its messages are part of its protocol: its own client distinguishes errors by them. */
import { GRPC, GrpcError } from './grpc/grpc-error.js'

export const isCompacted = (error: unknown) => says(error, GRPC.outOfRange, 'has been compacted')
export const isFuture = (error: unknown) => says(error, GRPC.outOfRange, 'future revision')
/** All quota is used up; only deletions and a compaction with a defragmentation help. */
export const isNoSpace = (error: unknown) => says(error, GRPC.resourceExhausted, 'database space exceeded')

/** The write is larger than the members accept (`--max-request-bytes`, `--max-txn-ops`). */
export const isTooLarge = (error: unknown) =>
  says(error, GRPC.invalidArgument, 'request is too large') ||
  says(error, GRPC.invalidArgument, 'too many operations') ||
  says(error, GRPC.resourceExhausted, 'larger than max')

/** Errors that a member returns before it has proposed anything to the others. */
const BEFORE_PROPOSING = [
  'etcdserver: no leader',
  'etcdserver: too many requests',
  'etcdserver: mvcc: database space exceeded',
  'raft proposal dropped',
]

/** Whether it is certain that nothing has come of the call, and nothing will. */
export function hasDoneNothing(error: GrpcError): boolean {
  if (error.notDone || isTooLarge(error)) return true
  if (error.code === GRPC.unauthenticated || error.code === GRPC.permissionDenied) return true
  return BEFORE_PROPOSING.some((text) => error.message.includes(text))
}

/** Whether another member, or the same one a little later, may well answer. */
export function isPassing({ code, message }: GrpcError): boolean {
  return (
    code === GRPC.unavailable || code === GRPC.deadlineExceeded || message.includes('raft proposal dropped')
  )
}

function says(error: unknown, code: number, text: string): boolean {
  return error instanceof GrpcError && error.code === code && error.message.includes(text)
}
