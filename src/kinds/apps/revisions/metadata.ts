import { createHash } from 'node:crypto'
import type { PodTemplateSpec } from '#kinds/shared/pod/pod-template.js'
import type { ApiObject, ObjectMeta } from '#meta/object-meta.js'
import { setOwn, sortedKeys } from '#schema/json-object.js'

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

/** The metadata that differs between the objects of revisions. */
interface OwnMetadata {
  readonly labels: Record<string, string>
  readonly annotations: Record<string, string> | undefined
}

/** The workload owns the object, so it is deleted with the workload. */
export function revisionMetadata(
  kind: string,
  { metadata }: Readonly<ApiObject>,
  hash: string,
  { labels, annotations }: OwnMetadata,
): ObjectMeta {
  const { name = '', uid = '' } = metadata
  const owner = { apiVersion: 'apps/v1', kind, name, uid, controller: true, blockOwnerDeletion: true }
  return {
    name: revisionName(metadata, hash),
    creationTimestamp: null,
    labels,
    annotations,
    ownerReferences: [owner],
  }
}

/** The annotation with the revision of a replica set. */
export const REVISION_ANNOTATION = 'deployment.kubernetes.io/revision'

/** Annotations about the workload itself, not about its template. */
const NOT_COPIED: ReadonlySet<string> = new Set([
  'kubectl.kubernetes.io/last-applied-configuration',
  REVISION_ANNOTATION,
  'deployment.kubernetes.io/revision-history',
  'deployment.kubernetes.io/desired-replicas',
  'deployment.kubernetes.io/max-replicas',
  'deprecated.deployment.rollback.to',
  // The federation changes this annotation with every replica.
  'federation.binnacle.dev/cluster-status',
])

/**
 * The annotations of a workload that belong to a revision, such as the change cause. kubectl replaces all annotations
 * when it rolls a deployment back, so all of them must be here.
 */
export function copiedAnnotations({ annotations = {} }: ObjectMeta): Record<string, string> | undefined {
  const copied: Record<string, string> = {}
  let isEmpty = true
  for (const key of sortedKeys(annotations)) {
    if (NOT_COPIED.has(key)) continue
    setOwn(copied, key, annotations[key])
    isEmpty = false
  }
  return isEmpty ? undefined : copied
}
