import { serviceUnavailable, storeReadOnly, tooLargeForStore, uncertainWrite } from '#meta/api-error.js'
import { StorageUnavailable, StoreReadOnly, WriteTooLarge, WriteUncertain } from '#storage/contract.js'

/** Maps errors of the store to API errors. Returns other errors unchanged. */
export function storageApiError(error: unknown): unknown {
  if (error instanceof StoreReadOnly) return storeReadOnly(error.message, error.retryAfterSeconds)
  if (error instanceof StorageUnavailable) return serviceUnavailable(error.message)
  if (error instanceof WriteUncertain) return uncertainWrite(error.message)
  if (error instanceof WriteTooLarge) return tooLargeForStore(error.message)
  return error
}
