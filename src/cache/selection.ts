import type { FieldSelector } from '#selector/field-selector.js'
import type { LabelSelector } from '#selector/label-selector.js'
import type { CachedObject } from './cached-object.js'

/** Which objects of a collection a list or a watch is about. */
export interface Selection {
  /** Undefined for all namespaces, and for kinds that have none. */
  readonly namespace: string | undefined
  readonly labels: LabelSelector
  readonly fields: FieldSelector
  /** Whether objects count on which initializers still have to act. */
  readonly includeUninitialized: boolean
}

export function selects(selection: Selection, object: CachedObject): boolean {
  const { namespace, labels, fields, includeUninitialized } = selection
  return (
    (namespace === undefined || object.namespace === namespace) &&
    (object.initialized || includeUninitialized) &&
    (fields.isEmpty || fields.matches(object)) &&
    (labels.isEmpty || labels.matches(object.labels))
  )
}
