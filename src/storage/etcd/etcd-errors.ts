/** What etcd's errors mean. Its messages are part of its protocol: its own client distinguishes errors by them. */

import { StorageUnavailable, WriteTooLarge, WriteUncertain } from '#storage/contract.js'
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

/** One line for a person: what is wrong with etcd. */
export function reasonOf({ code, message }: GrpcError): string {
  if (message.includes('no leader'))
    return 'etcd has no leader: too few of its members are up and see each other'
  if (code === GRPC.deadlineExceeded) return 'etcd does not answer in time: it is slow, or has no quorum'
  return `etcd: ${message.replace(/^etcdserver: (mvcc: )?/, '')}`
}

/** A failed read as an error of the storage contract. */
export function readFailure(error: unknown): unknown {
  return error instanceof GrpcError ? new StorageUnavailable(reasonOf(error), { cause: error }) : error
}

/** A failed write as an error of the storage contract: it has not happened, or that is unknown. */
export function writeFailure(error: unknown): unknown {
  if (!(error instanceof GrpcError)) return error
  if (isTooLarge(error)) return new WriteTooLarge(reasonOf(error), { cause: error })
  if (hasDoneNothing(error)) return new StorageUnavailable(reasonOf(error), { cause: error })
  return new WriteUncertain(reasonOf(error), { cause: error })
}
