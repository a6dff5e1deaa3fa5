import type { CachedObject } from '#cache/cached-object.js'
import { PROPAGATE } from '#federation/annotations.js'
import type { ApiObject } from '#meta/object-meta.js'
import type { FederatedKind } from './federated-kinds.js'
import { isDefaultKind } from './kinds/federated-kind-of.js'

/** What a selection reads of an object. */
export interface SelectableObject {
  /** Empty for cluster-scoped kinds. */
  readonly namespace: string
  readonly name: string
  readonly labels: Readonly<Record<string, string>> | undefined
  annotation(name: string): string | undefined
}

/** Decides which objects are propagated. */
export interface KindSelection {
  /** Called for every change of every kind: must be quick. */
  selects(kind: FederatedKind, object: SelectableObject): boolean
  /** Calls the listener when it may select other objects than before. Returns a function that unsubscribes. */
  follow(listener: () => void): () => void
}

const NO_POLICIES: KindSelection = { selects: () => false, follow: () => () => undefined }

/** The annotation of an object decides, then its kind, then policies. */
export class ObjectSelection implements KindSelection {
  readonly #policies: KindSelection

  constructor(policies = NO_POLICIES) {
    this.#policies = policies
  }

  selects(kind: FederatedKind, object: SelectableObject): boolean {
    const annotation = object.annotation(PROPAGATE)
    if (annotation === 'true' || annotation === 'false') return annotation === 'true'
    return isDefaultKind(kind) || this.#policies.selects(kind, object)
  }

  follow(listener: () => void): () => void {
    return this.#policies.follow(listener)
  }
}

/** A stored object, whose annotations are read on demand. */
export const selectable = (object: CachedObject): SelectableObject => ({
  namespace: object.namespace,
  name: object.name,
  labels: object.labels,
  annotation: (name) => annotationOf(object, name),
})

/** An object that is being written. */
export const selectableObject = ({ metadata }: Readonly<ApiObject>): SelectableObject => ({
  namespace: metadata.namespace ?? '',
  name: metadata.name ?? '',
  labels: metadata.labels,
  annotation: (name) => metadata.annotations?.[name],
})

/** Parses the metadata only if the object contains the name. */
export function annotationOf(object: CachedObject, name: string): string | undefined {
  return object.peek().includes(name) ? object.metadata().annotations?.[name] : undefined
}
