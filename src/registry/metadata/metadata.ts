import { badRequest, namespaceMismatch } from '#meta/api-error.js'
import type { ApiObject, ObjectMeta } from '#meta/object-meta.js'
import { isUnconditional } from '#meta/resource-version.js'
import { selfLinkOf } from '#registry/conversion.js'
import { objectKey } from '#registry/keys.js'
import type { GenerationPart, ServedVersion, StoredKind } from '#registry/kind.js'
import { semanticEqual } from '#schema/equal.js'
import { currentTime } from '#schema/times.js'
import { type AnyStruct, type Fields, map, string } from '#schema/type.js'
import type { Clock } from '#util/clock.js'
import type { Random } from '#util/random.js'

/** The fields of `metadata` that the server sets. */

/** Without vowels and similar characters, so that generated names spell no words and are easy to read. */
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789'
const SUFFIX_LENGTH = 5
/** Generated names must be valid label values, which have at most 63 characters. */
const PREFIX_LIMIT = 63 - SUFFIX_LENGTH

/** The path sets the namespace of a new object; a body may repeat it but not differ. */
export function adoptNamespace(metadata: ObjectMeta, namespace: string | undefined): void {
  if (namespace !== undefined && metadata.namespace !== undefined && metadata.namespace !== namespace) {
    throw namespaceMismatch()
  }
  metadata.namespace = namespace
}

/** The server sets versions: a new object must not have one. `0` counts as none. */
export function expectNoVersion({ resourceVersion }: ObjectMeta): void {
  if (isUnconditional(resourceVersion)) return
  throw badRequest('resourceVersion should not be set on objects to be created')
}

export function initialMetadata(
  version: ServedVersion,
  metadata: ObjectMeta,
  { clock, random }: { readonly clock: Clock; readonly random: Random },
): void {
  if (metadata.name === undefined && metadata.generateName !== undefined) {
    const scope = objectKey(version.stored, metadata.namespace, metadata.generateName)
    metadata.name = generateName(metadata.generateName, random, scope)
  }
  metadata.selfLink = selfLinkOf(version, metadata)
  metadata.uid = random.uuid(objectKey(version.stored, metadata.namespace, metadata.name ?? ''))
  metadata.creationTimestamp = currentTime(clock)
  metadata.deletionTimestamp = undefined
  metadata.deletionGracePeriodSeconds = undefined
  metadata.clusterName = undefined
  finishInitialization(metadata)
  const { generation, startsWithoutGeneration } = version.stored
  if (generation !== 'client' && !startsWithoutGeneration) metadata.generation = 1
}

/** Fills in the immutable fields that the update omits. Validation rejects those that it changes. */
export function inheritMetadata(metadata: ObjectMeta, current: ObjectMeta): void {
  metadata.selfLink = current.selfLink
  metadata.uid = current.uid
  metadata.creationTimestamp = current.creationTimestamp
  metadata.generation = current.generation
  metadata.namespace = current.namespace
  metadata.clusterName = undefined
  finishInitialization(metadata)
  if (current.deletionTimestamp) metadata.deletionTimestamp = current.deletionTimestamp
  metadata.deletionGracePeriodSeconds ??= current.deletionGracePeriodSeconds
}

/** Removes the initializers when none is pending. */
function finishInitialization(metadata: ObjectMeta): void {
  const { initializers } = metadata
  if (initializers?.pending === null && initializers.result === undefined) metadata.initializers = undefined
}

/** Whether the parts of the metadata that count for the generation are equal. */
export function isSameGeneration(
  { generation: rule }: StoredKind,
  { annotations }: ObjectMeta,
  { annotations: before }: ObjectMeta,
): boolean {
  if (rule === 'client' || rule === 'content') return true
  return rule.every((part) => {
    if (part === 'annotations') return semanticEqual(ANNOTATIONS, annotations, before)
    if (typeof part === 'string' || 'member' in part) return true
    return annotations?.[part.annotation] === before?.[part.annotation]
  })
}

const ANNOTATIONS = map(string)

/** The top-level field of a part; undefined for a part of the metadata. */
function fieldOf(part: GenerationPart): string | undefined {
  if (part === 'spec') return part
  return typeof part === 'object' && 'member' in part ? part.member : undefined
}

function hasSameMembers(
  { storageVersion, generation }: StoredKind,
  object: ApiObject,
  current: ApiObject,
): boolean {
  if (generation === 'client') return true
  if (generation === 'content') return storageVersion.codec?.isSameContent(object, current) ?? true
  for (const part of generation) {
    const name = fieldOf(part)
    if (name === undefined) continue
    const type = memberType(storageVersion.schema, name)
    if (!semanticEqual(type, memberValue(object, name), memberValue(current, name))) return false
  }
  return true
}

const memberValue = (object: ApiObject, member: string) =>
  (object as unknown as Record<string, unknown>)[member]

/** Increments the generation of a stored object if a part that counts has changed. */
export function raiseGeneration(kind: StoredKind, object: ApiObject, current: ApiObject): void {
  if (kind.generation === 'client') return
  if (hasSameMembers(kind, object, current) && isSameGeneration(kind, object.metadata, current.metadata))
    return
  object.metadata.generation = nextGeneration(current.metadata)
}

export const nextGeneration = ({ generation = 0 }: ObjectMeta) => generation + 1

function memberType(schema: AnyStruct, name: string) {
  const field = (schema.fields as Fields)[name]
  if (!field) throw new Error(`${schema.name} has no member ${name}`)
  return field.type
}

/** A new name that begins with (at most 58 characters of) the prefix. */
export function generateName(prefix: string, random: Random, scope: string): string {
  let name = prefix.slice(0, PREFIX_LIMIT)
  for (let i = 0; i < SUFFIX_LENGTH; i++) name += ALPHABET[random.int(ALPHABET.length, scope)]
  return name
}
