import type { Revision } from '#storage/contract.js'
import type { Mutations } from '#storage/embedded/commit/mutations.js'
import {
  FORMAT_VERSION,
  META_CHECKSUMS,
  META_COMPACTED,
  META_WATERMARK,
  revisionBytes,
} from '#storage/embedded/format/layout.js'
import type { StoreContents } from '#storage/embedded/inspection/store-contents.js'

/** A step from one format to the next. */
export interface Migration {
  readonly from: number
  readonly to: number
  /** What the newer format adds, for people. */
  readonly adds: string
  /** Writes what the newer format needs. Undefined if it only allows more. */
  readonly write?: (contents: StoreContents, mutations: Mutations) => void
}

/** In order, without gaps. A change of the layout adds one here, and a store to `test/upgrades/data`. */
export const MIGRATIONS: readonly Migration[] = [
  { from: 1, to: 2, adds: 'compressed values' },
  {
    from: 2,
    to: 3,
    adds: 'checksums',
    write: (contents, mutations) =>
      beginChecksums(contents, mutations, (contents.lastRevision + 1) as Revision),
  },
  { from: 3, to: 4, adds: 'compression of large values' },
]

/** The steps from a format to the newest one. */
export function migrationsFrom(format: number): readonly Migration[] {
  return MIGRATIONS.filter(({ from, to }) => from >= format && to <= FORMAT_VERSION)
}

/** Records of a revision and later get checksums, and so do all of `meta`. */
export function beginChecksums(contents: StoreContents, mutations: Mutations, from: Revision): void {
  const { compacted, watermarks } = contents
  mutations.putMeta(META_CHECKSUMS, revisionBytes(from))
  if (compacted !== undefined) mutations.putMeta(META_COMPACTED, revisionBytes(compacted))
  for (const [collection, revision] of watermarks.entries()) {
    mutations.putMeta(META_WATERMARK + collection, revisionBytes(revision))
  }
  contents.checksumsFrom = from
}
