import { serviceUnavailable, tooLargeForStore, uncertainWrite } from '#meta/api-error.js'
import { StorageUnavailable, WriteTooLarge, WriteUncertain } from '#storage/contract.js'

/** The error for the client when the store does not do its work. Other errors stay what they are. */
export function explainStorage(error: unknown): unknown {
  if (error instanceof StorageUnavailable) return serviceUnavailable(error.message)
  if (error instanceof WriteUncertain) return uncertainWrite(error.message)
  if (error instanceof WriteTooLarge) return tooLargeForStore(error.message)
  return error
}
