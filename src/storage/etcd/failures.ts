import { StorageUnavailable, WriteTooLarge, WriteUncertain } from '../contract.js'
import { hasDoneNothing, isTooLarge } from './etcd-errors.js'
import { GRPC, GrpcError } from './grpc/grpc-error.js'

/** One line that tells a person what is wrong with etcd. */
export function reasonOf({ code, message }: GrpcError): string {
  if (message.includes('no leader'))
    return 'etcd has no leader: too few of its members are up and see each other'
  if (code === GRPC.deadlineExceeded) return 'etcd does not answer in time: it is slow, or has no quorum'
  return `etcd: ${message.replace(/^etcdserver: (mvcc: )?/, '')}`
}

/** What a failed read is to whoever asked for it. */
export function readFailure(error: unknown): unknown {
  return error instanceof GrpcError ? new StorageUnavailable(reasonOf(error), { cause: error }) : error
}

/** What a failed write is to whoever asked for it: it has not happened, or nobody can tell. */
export function writeFailure(error: unknown): unknown {
  if (!(error instanceof GrpcError)) return error
  if (isTooLarge(error)) return new WriteTooLarge(reasonOf(error), { cause: error })
  if (hasDoneNothing(error)) return new StorageUnavailable(reasonOf(error), { cause: error })
  return new WriteUncertain(reasonOf(error), { cause: error })
}
