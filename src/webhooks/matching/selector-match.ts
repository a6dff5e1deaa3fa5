import type { CachedObject } from '#cache/cached-object.js'
import type { LabelSelector } from '#meta/label-selector.js'
import { isEmptySelector, selectorMatches } from '#meta/label-selector-match.js'
import { objectKey } from '#registry/keys.js'
import type { ServedVersion } from '#registry/kind.js'
import type { AdmissionReview } from '#registry/write/admission.js'

/** Which objects in which namespaces are meant. */
export interface Selectors {
  readonly namespaceSelector?: LabelSelector | undefined
  readonly objectSelector?: LabelSelector | undefined
}

/** Finds objects in the cache. */
export interface ObjectFinder {
  find(key: string): CachedObject | undefined
}

export type SelectedWrite = Pick<
  AdmissionReview,
  'version' | 'operation' | 'namespace' | 'name' | 'object' | 'current'
>

const NAMESPACES = { prefix: 'core/namespaces/' } as const

export const isNamespace = ({ stored }: ServedVersion) => stored.prefix === NAMESPACES.prefix

/** The namespace that a write is about: a namespace is in itself. */
export function namespaceOf({ version, namespace, name }: SelectedWrite): string | undefined {
  return isNamespace(version) ? name : namespace
}

/** Whether a write is about an object, in a namespace, that the selectors mean. */
export function isSelected(selectors: Selectors, write: SelectedWrite, objects: ObjectFinder): boolean {
  return selectsNamespace(selectors, write, objects) && selectsObject(selectors, write)
}

function selectsNamespace(
  { namespaceSelector: selector }: Selectors,
  write: SelectedWrite,
  objects: ObjectFinder,
): boolean {
  if (selector === undefined || isEmptySelector(selector)) return true
  const { version, operation, object } = write
  // A namespace that is created or changed has the labels that the write gives it.
  if (isNamespace(version) && operation !== 'delete')
    return selectorMatches(selector, object?.metadata.labels)
  const namespace = namespaceOf(write)
  // What is in no namespace is meant by every selector of namespaces.
  if (namespace === undefined) return true
  return selectorMatches(
    selector,
    objects.find(objectKey(NAMESPACES, undefined, namespace))?.metadata().labels,
  )
}

/** It is enough that the object is meant as it was, or as it is going to be. */
function selectsObject({ objectSelector: selector }: Selectors, { object, current }: SelectedWrite): boolean {
  if (selector === undefined || isEmptySelector(selector)) return true
  return [object, current].some(
    // Not all that is created through a subresource has metadata, and what has none is never meant.
    (state) => state?.metadata !== undefined && selectorMatches(selector, state.metadata.labels),
  )
}

/** The namespace object that an object is in; undefined for one that is in none, as a namespace is. */
export function namespaceObject({ namespace }: SelectedWrite, objects: ObjectFinder): object | undefined {
  const found =
    namespace === undefined ? undefined : objects.find(objectKey(NAMESPACES, undefined, namespace))
  return found && (JSON.parse(found.json.toString()) as object)
}
