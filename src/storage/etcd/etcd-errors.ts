/**
 * The meaning of etcd's errors. Its messages are part of its protocol: its own client distinguishes errors by them.
 */

import { StorageUnavailable, WriteTooLarge, WriteUncertain } from '#storage/contract.js'
import { GRPC, GrpcError } from './grpc/grpc-error.js'

export const isCompacted = (error: unknown) => says(error, GRPC.outOfRange, 'has been compacted')
export const isFuture = (error: unknown) => says(error, GRPC.outOfRange, 'future revision')
/** The quota is exhausted; only deletions, or a compaction with a defragmentation, help. */
export const isNoSpace = (error: unknown) => says(error, GRPC.resourceExhausted, 'database space exceeded')

/** The write is larger than the members accept (`--max-request-bytes`, `--max-txn-ops`). */
export const isTooLarge = (error: unknown) =>
  says(error, GRPC.invalidArgument, 'request is too large') ||
  says(error, GRPC.invalidArgument, 'too many operations') ||
  says(error, GRPC.resourceExhausted, 'larger than max')

/** Errors that a member returns before it proposes anything to the others. */
const BEFORE_PROPOSING = [
  'etcdserver: no leader',
  'etcdserver: too many requests',
  'etcdserver: mvcc: database space exceeded',
  'raft proposal dropped',
]

/** Whether the call certainly has no effect, now or later. */
export function hadNoEffect(error: GrpcError): boolean {
  if (error.notDone || isTooLarge(error)) return true
  if (error.code === GRPC.unauthenticated || error.code === GRPC.permissionDenied) return true
  return BEFORE_PROPOSING.some((text) => error.message.includes(text))
}

/** Whether another member, or the same one later, may succeed. */
export function isRetryable({ code, message }: GrpcError): boolean {
  return (
    code === GRPC.unavailable || code === GRPC.deadlineExceeded || message.includes('raft proposal dropped')
  )
}

function says(error: unknown, code: number, text: string): boolean {
  return error instanceof GrpcError && error.code === code && error.message.includes(text)
}

/** The error of etcd as one line for the user. */
export function describeError({ code, message }: GrpcError): string {
  if (message.includes('no leader'))
    return 'etcd has no leader: too few of its members are up and see each other'
  if (code === GRPC.deadlineExceeded) return 'etcd does not answer in time: it is slow, or has no quorum'
  return `etcd: ${message.replace(/^etcdserver: (mvcc: )?/, '')}`
}

/** A failed read as an error of the storage contract. */
export function readFailure(error: unknown): unknown {
  return error instanceof GrpcError ? new StorageUnavailable(describeError(error), { cause: error }) : error
}

/** A failed write as an error of the storage contract: it has not happened, or that is unknown. */
export function writeFailure(error: unknown): unknown {
  if (!(error instanceof GrpcError)) return error
  if (isTooLarge(error)) return new WriteTooLarge(describeError(error), { cause: error })
  if (hadNoEffect(error)) return new StorageUnavailable(describeError(error), { cause: error })
  return new WriteUncertain(describeError(error), { cause: error })
}
