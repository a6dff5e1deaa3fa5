import type { Revision, StoredValue } from '#storage/contract.js'

/**
 * A version of a key, linked to the version before it. Versions never change, so copies of a store can share them.
 */
export interface KeyVersion {
  readonly revision: Revision
  /** Undefined when the key was deleted at this revision. */
  readonly stored: StoredValue | undefined
  /** Undefined when there is none, or when it was compacted. */
  readonly older: KeyVersion | undefined
}

/** The version that was current at a revision. */
export function versionAt(newest: KeyVersion | undefined, revision: Revision): KeyVersion | undefined {
  let version = newest
  while (version !== undefined && version.revision > revision) version = version.older
  return version
}

/**
 * The versions that are needed to read at `oldest` and later. Undefined when none is: a key that was deleted before
 * reads the same as one that never existed.
 */
export function compactedBefore(newest: KeyVersion, oldest: Revision): KeyVersion | undefined {
  const kept: KeyVersion[] = []
  let version: KeyVersion | undefined = newest
  for (; version !== undefined && version.revision > oldest; version = version.older) kept.push(version)
  if (version !== undefined && version.stored !== undefined) kept.push(version)
  return kept.reduceRight<KeyVersion | undefined>((older, each) => ({ ...each, older }), undefined)
}
