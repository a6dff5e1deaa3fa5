import { collectionOf } from '#storage/compaction-watermarks.js'
import { MAX_KEY_LENGTH, type StoredValue } from '#storage/contract.js'
import { expectDecrypted } from '#storage/encryption/undecrypted.js'
import { CachedObject } from './cached-object.js'

/** Reads a value of the store as an object. Throws when it is none. A value that `isOwned` belongs to the object from then on. */
export type ReadStored = (stored: StoredValue, isOwned: boolean) => CachedObject

/** Throws when an object cannot be of the kind whose keys begin with `group/plural/`. */
export type CheckObject = (prefix: string, object: unknown) => void

/** A value that this server alone can have written: it is what it was. */
export const readOwn: ReadStored = ({ key, revision, value }, isOwned) => {
  expectDecrypted(value)
  return isOwned
    ? CachedObject.fromOwned(key, revision, value)
    : CachedObject.fromStored(key, revision, value)
}

/** `group/plural/name` or `group/plural/namespace/name`, in printable ASCII. */
const OBJECT_KEY = /^[ -.0-~]+(?:\/[ -.0-~]+){2,3}$/

/**
 * Reads a value that anyone may have written. Objects are served by their bytes, without being parsed, and much is found in
 * them by where it has to be: so all that is relied upon is looked at, once.
 */
export function readShared(check: CheckObject): ReadStored {
  return ({ key, revision, value }) => {
    if (key.length > MAX_KEY_LENGTH || !OBJECT_KEY.test(key))
      throw new Error('its key is not that of an object')
    expectDecrypted(value)
    const parsed: unknown = JSON.parse(value.toString())
    if (!isRecord(parsed) || typeof parsed.kind !== 'string' || typeof parsed.apiVersion !== 'string') {
      throw new Error('it has no kind and apiVersion')
    }
    const object = CachedObject.fromStored(key, revision, value)
    expectMetadata(object, parsed.metadata)
    check(collectionOf(key), parsed)
    return object
  }
}

/** What is found in the bytes of an object has to be what is in the object. */
function expectMetadata(object: CachedObject, metadata: unknown): void {
  const { name, namespace, revision, labels } = object
  if (!isRecord(metadata) || metadata.resourceVersion !== '')
    throw new Error('it has no empty resourceVersion')
  if (metadata.name !== name || (metadata.namespace ?? '') !== namespace) {
    throw new Error('it has another name or namespace than its key')
  }
  const found = object.metadata()
  if (found.name !== name || found.resourceVersion !== String(revision)) {
    throw new Error('its metadata are not where they have to be')
  }
  const { annotations, finalizers = [], ownerReferences = [] } = metadata
  if (JSON.stringify(labels) !== JSON.stringify(metadata.labels) || !isMapOfStrings(labels)) {
    throw new Error('its labels cannot be read')
  }
  const isUsable =
    isMapOfStrings(annotations) &&
    Array.isArray(finalizers) &&
    finalizers.every((name) => typeof name === 'string') &&
    Array.isArray(ownerReferences) &&
    ownerReferences.every(isRecord)
  if (!isUsable) throw new Error('its metadata cannot be read')
}

function isMapOfStrings(value: unknown): boolean {
  return (
    value === undefined || (isRecord(value) && Object.values(value).every((text) => typeof text === 'string'))
  )
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
