import { StorageUnavailable, WriteTooLarge, WriteUncertain } from '#storage/contract.js'
import { hasDoneNothing, isTooLarge } from './etcd-errors.js'
import { GRPC, GrpcError } from './grpc/grpc-error.js'

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
