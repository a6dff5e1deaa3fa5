import type { CachedObject } from '#cache/cached-object.js'
import { isEmptySelector, type LabelSelector, selectorMatches } from '#meta/label-selector.js'
import { objectKey } from '#registry/keys.js'
import type { ServedVersion } from '#registry/kind.js'
import type { AdmissionReview } from '#registry/write/admission.js'

export interface Selectors {
  readonly namespaceSelector?: LabelSelector | undefined
  readonly objectSelector?: LabelSelector | undefined
}

/** Finds cached objects. */
export interface ObjectFinder {
  find(key: string): CachedObject | undefined
}

export type SelectedWrite = Pick<
  AdmissionReview,
  'version' | 'operation' | 'namespace' | 'name' | 'object' | 'current'
>

const NAMESPACES = { prefix: 'core/namespaces/' } as const

export const isNamespace = ({ stored }: ServedVersion) => stored.prefix === NAMESPACES.prefix

/** The namespace of a write; that of a Namespace is itself. */
export function namespaceOf({ version, namespace, name }: SelectedWrite): string | undefined {
  return isNamespace(version) ? name : namespace
}

/** Whether the namespace and object selectors match a write. */
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
  // A namespace that is created or updated has the labels of the request.
  if (isNamespace(version) && operation !== 'delete')
    return selectorMatches(selector, object?.metadata.labels)
  const namespace = namespaceOf(write)
  // Cluster-scoped objects match every namespace selector.
  if (namespace === undefined) return true
  return selectorMatches(
    selector,
    objects.find(objectKey(NAMESPACES, undefined, namespace))?.metadata().labels,
  )
}

/** The old or the new object must match. */
function selectsObject({ objectSelector: selector }: Selectors, { object, current }: SelectedWrite): boolean {
  if (selector === undefined || isEmptySelector(selector)) return true
  return [object, current].some(
    // Objects of some subresources have no metadata; they never match.
    (state) => state?.metadata !== undefined && selectorMatches(selector, state.metadata.labels),
  )
}

/** The Namespace of an object; undefined for cluster-scoped objects. */
export function namespaceObject({ namespace }: SelectedWrite, objects: ObjectFinder): object | undefined {
  const found =
    namespace === undefined ? undefined : objects.find(objectKey(NAMESPACES, undefined, namespace))
  return found && (JSON.parse(found.json.toString()) as object)
}
