import type { Identity } from '#transfer/identity.js'
import type { RecordSource } from '#transfer/record-source.js'

/** The state of a store at one revision, complete and undamaged. */
export interface RestoreSource extends RecordSource {
  readonly revision: number
  /** When that revision was current, RFC 3339. */
  readonly time: string
  /** The keys of the server; undefined if they are not included. */
  readonly identity: Identity | undefined
  /** The oldest state that could be restored instead; undefined if there is no other. */
  readonly oldest: { readonly revision: number; readonly time: string } | undefined
}
