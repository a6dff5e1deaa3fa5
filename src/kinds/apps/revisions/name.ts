import { createHash } from 'node:crypto'
import type { PodTemplateSpec } from '#kinds/shared/pod/pod-template.js'
import type { ObjectMeta } from '#meta/object-meta.js'

/** No vowels and no characters that look alike, so that a hash never spells a word. */
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789'
const HASH_LENGTH = 10
const NAME_LENGTH = 253

/**
 * The hash is the same for the same template of the same workload. Another workload of the same name has other hashes.
 */
export function templateHash({ uid = '' }: ObjectMeta, template: PodTemplateSpec): string {
  const digest = createHash('sha256').update(uid).update(JSON.stringify(template)).digest()
  let hash = ''
  for (const byte of digest.subarray(0, HASH_LENGTH)) hash += ALPHABET[byte % ALPHABET.length]
  return hash
}

/** The name of the object of a revision. */
export function revisionName({ name = '' }: ObjectMeta, hash: string): string {
  const room = NAME_LENGTH - hash.length - 1
  return `${name.slice(0, room).replace(/[-.]+$/, '')}-${hash}`
}
