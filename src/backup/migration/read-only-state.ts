import { STORE_RECORDS } from '#registry/keys.js'
import { type StoredValue, StoreReadOnly } from '#storage/contract.js'

/** While this record exists, nothing else is written to the store. */
export const READ_ONLY_KEY = `${STORE_RECORDS}/read-only`

export interface ReadOnlyState {
  /** Who made the store read-only, such as a migration. */
  readonly id: string
  /** In milliseconds since 1970. */
  readonly since: number
  /** When it ends by itself, in milliseconds since 1970; undefined for never. */
  readonly until: number | undefined
  /** Where the store has been moved to; undefined while it is not. */
  readonly movedTo: string | undefined
}

export function encodeReadOnly(state: ReadOnlyState): Buffer {
  return Buffer.from(JSON.stringify(state))
}

/** A value that is no state still makes the store read-only, until it is removed. */
export function decodeReadOnly(value: Buffer): ReadOnlyState {
  try {
    const { id, since, until, movedTo } = JSON.parse(value.toString()) as Record<string, unknown>
    return {
      id: String(id),
      since: Number(since),
      until: typeof until === 'number' ? until : undefined,
      movedTo: typeof movedTo === 'string' ? movedTo : undefined,
    }
  } catch {
    return { id: '', since: 0, until: undefined, movedTo: undefined }
  }
}

export const readOnlyStateOf = (stored: StoredValue | undefined): ReadOnlyState | undefined =>
  stored && decodeReadOnly(stored.value)

/** Why writes are rejected, as one line. */
export function readOnlyReason({ since, until, movedTo }: ReadOnlyState): string {
  if (movedTo !== undefined) {
    return `the store was moved to ${movedTo} at ${timestamp(since)} and is read-only: write to its new server`
  }
  return until === undefined
    ? 'the store is read-only'
    : `the store is read-only while it is moved, until ${timestamp(until)} at the latest`
}

/**
 * The error of a write. A short read-only phase ends soon after it begins. A moved store takes no writes any more, and
 * kubectl would repeat them for as long as it is told to.
 */
export function readOnlyError(state: ReadOnlyState): StoreReadOnly {
  return new StoreReadOnly(readOnlyReason(state), state.until === undefined ? undefined : 1)
}

const timestamp = (time: number) => new Date(time).toISOString()
