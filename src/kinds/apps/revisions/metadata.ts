import type { PodTemplateSpec } from '#kinds/shared/pod/pod-template.js'
import type { ApiObject, ObjectMeta } from '#meta/object-meta.js'
import { MAX_COLLISIONS } from '#registry/strategy.js'
import { setOwn, sortedKeys } from '#schema/json-object.js'

/** No vowels and no characters that look alike, so that a hash never spells a word. */
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789'
const NAME_LENGTH = 253

/**
 * The hash of a template, in the format of Kubernetes: a 32-bit FNV-1a hash in decimal, each digit as a character that
 * is safe in names. It depends on the template alone. If another object has the name that follows from it, the
 * workload counts a collision, and the count gives another hash.
 */
export const templateHash = (template: PodTemplateSpec, collisionCount = 0): string =>
  hashWithCollisions(fnv32a(canonicalTemplate(template)), collisionCount)

/** The hashes of a template with every possible count of collisions. */
export function* templateHashes(template: PodTemplateSpec): Generator<string> {
  const hash = fnv32a(canonicalTemplate(template))
  for (let count = 0; count < MAX_COLLISIONS; count++) yield hashWithCollisions(hash, count)
}

const hashWithCollisions = (hash: number, count: number): string =>
  safeEncoded(String(count === 0 ? hash : fnv32a(String(count), hash)))

/** Equal templates have equal strings, whatever the order of their labels and with or without null values. */
export const canonicalTemplate = (template: PodTemplateSpec): string =>
  JSON.stringify(inOrder(template, { nulls: false }))

/** The value with sorted keys. */
export function inOrder(value: unknown, options: { readonly nulls: boolean }): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((element) => inOrder(element, options))
  const ordered: Record<string, unknown> = {}
  for (const key of sortedKeys(value)) {
    const field = (value as Record<string, unknown>)[key]
    if (field !== null || options.nulls) setOwn(ordered, key, inOrder(field, options))
  }
  return ordered
}

function fnv32a(text: string, hash = 0x811c9dc5): number {
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 0
}

function safeEncoded(text: string): string {
  let encoded = ''
  for (let index = 0; index < text.length; index++)
    encoded += ALPHABET[text.charCodeAt(index) % ALPHABET.length]
  return encoded
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
