import { AccessConfigError } from '#access/config.js'
import { ListenError } from '#http/connection/listen-error.js'
import { RecordingError } from '#recording/format.js'
import { StartError } from '#server/config.js'
import { StorageDamaged, StorageUnavailable, StorageUnusable } from '#storage/contract.js'

/** Errors that the user can fix become a `StartError`. */
export function explainStart(error: unknown): never {
  const isMendable =
    error instanceof AccessConfigError ||
    error instanceof StorageUnusable ||
    error instanceof StorageDamaged ||
    error instanceof StorageUnavailable ||
    error instanceof ListenError ||
    error instanceof RecordingError
  throw isMendable ? new StartError(error.message, { cause: error }) : error
}
