import type { CachedObject } from '#cache/cached-object.js'
import type { FederationContext } from '#federation/config.js'
import { customResourceDefinition } from '#kinds/apiextensions/customresourcedefinition/index.js'
import { objectKey } from '#registry/keys.js'
import type { StoredKind } from '#registry/kind.js'
import { MEMBERS_FINALIZER } from '#registry/write/deletion.js'
import type { FederatedKind } from './federated-kinds.js'
import { FederatedObject } from './federated-object.js'
import type { Deletion } from './federated-spec.js'
import { federatedKindOf, isDefaultKind, isSameKind } from './kinds/federated-kind-of.js'
import { FederationScope } from './scope.js'
import { type KindSelection, selectable } from './selection.js'

export interface FederatedObjectsListener {
  /** The object is new or has changed. */
  changed(federated: FederatedObject): void
  forgotten(federated: FederatedObject): void
  /** The last object of the kind is gone, or the kind itself is. */
  emptied(kind: FederatedKind): void
}

type Context = Pick<FederationContext, 'kinds' | 'feed' | 'config'>

/** The objects that have or should have copies. Follows the store, the kinds that are served, and the selection. */
export class FederatedObjects {
  readonly #context: Context
  readonly #scope: FederationScope
  readonly #selection: KindSelection
  readonly #listener: FederatedObjectsListener
  /** By key prefix. */
  readonly #kinds = new Map<string, FederatedKind>()
  readonly #objects = new Map<string, FederatedObject>()
  readonly #counts = new Map<FederatedKind, number>()
  #release: readonly (() => void)[] = []
  #reselection: NodeJS.Immediate | undefined

  constructor(context: Context, selection: KindSelection, listener: FederatedObjectsListener) {
    this.#context = context
    this.#scope = new FederationScope(context.config.namespace)
    this.#selection = selection
    this.#listener = listener
  }

  start(): void {
    const { kinds, feed } = this.#context
    for (const kind of kinds.kinds) this.#addKind(kind)
    this.#release = [
      kinds.onChange(({ type, kind }) => {
        if (type === 'added') this.#addKind(kind)
        // A kind that changes is removed and added again at once.
        else setImmediate(() => this.#removeKind(kind))
      }),
      feed.follow(
        ({ kind, before, after }) => {
          if (after !== undefined) this.#put(kind.prefix, after)
          else if (before !== undefined) this.#forget(this.#objects.get(before.key))
        },
        ({ prefix }) => this.#kinds.has(prefix),
      ),
      this.#selection.follow(() => {
        this.#reselection ??= setImmediate(() => this.#reselect())
      }),
    ]
  }

  close(): void {
    for (const release of this.#release) release()
    clearImmediate(this.#reselection)
    for (const federated of this.#objects.values()) stop(federated)
  }

  get all(): Iterable<FederatedObject> {
    return this.#objects.values()
  }

  find(kind: FederatedKind, namespace: string, name: string): FederatedObject | undefined {
    return this.#objects.get(objectKey(kind, kind.isNamespaced ? namespace : undefined, name))
  }

  *ofKind(kind: FederatedKind): Generator<FederatedObject> {
    for (const federated of this.#objects.values()) if (federated.kind === kind) yield federated
  }

  /** The definition of a custom kind; undefined for built-in kinds. */
  definitionOf({ definition }: FederatedKind): FederatedObject | undefined {
    return definition === undefined ? undefined : this.#objects.get(definitionKey(definition))
  }

  /** The custom kind of a definition; undefined if it is not served. */
  kindDefinedBy({ name }: FederatedObject): FederatedKind | undefined {
    const dot = name.indexOf('.')
    return this.#kinds.get(`${name.slice(dot + 1)}/${name.slice(0, dot)}/`)
  }

  /** Whether the object is a definition that still has federated objects. */
  isInUse(federated: FederatedObject): boolean {
    const kind = federated.kind.isPreserved ? this.kindDefinedBy(federated) : undefined
    return kind !== undefined && (this.#counts.get(kind) ?? 0) > 0
  }

  /** A cluster needs the definition of a custom kind, whether it is selected or not. */
  requireDefinition({ definition }: FederatedKind, cluster: string): void {
    const stored = definition === undefined ? undefined : this.#context.feed.find(definitionKey(definition))
    const kind = this.#kinds.get(customResourceDefinition.prefix)
    if (stored === undefined || kind === undefined) return
    const federated = this.#objects.get(stored.key) ?? this.#add(kind, stored, false)
    if (federated.requiredIn.has(cluster)) return
    federated.requiredIn.add(cluster)
    this.#listener.changed(federated)
  }

  /**
   * What a deletion means for copies. Deleting a definition deletes its objects, which must not delete all data in
   * members by surprise: unless the definition is selected itself, members keep both.
   */
  deletionOf(federated: FederatedObject): Deletion {
    const { kind, spec, stored } = federated
    if (spec.deletion !== 'cascade') return spec.deletion
    if (kind.isPreserved) return federated.isSelected ? 'cascade' : 'orphan'
    if (kind.definition === undefined) return 'cascade'
    const defined = this.#context.feed.find(definitionKey(kind.definition))?.metadata().deletionTimestamp
    const deleted = stored?.metadata().deletionTimestamp
    if (!defined || (deleted && deleted < defined)) return 'cascade'
    const definition = this.definitionOf(kind)
    return definition?.isSelected && definition.spec.deletion === 'cascade' ? 'cascade' : 'orphan'
  }

  #addKind(stored: StoredKind): void {
    const kind = federatedKindOf(stored)
    const known = this.#kinds.get(stored.prefix)
    if (kind === undefined || (known !== undefined && isSameKind(known, kind))) return
    if (known !== undefined) this.#forgetKind(known)
    this.#kinds.set(kind.prefix, kind)
    for (const object of this.#context.feed.objectsOf(stored)) this.#put(kind.prefix, object)
  }

  #removeKind({ prefix }: StoredKind): void {
    const known = this.#kinds.get(prefix)
    if (known !== undefined && this.#context.kinds.storedUnder(prefix) === undefined) this.#forgetKind(known)
  }

  #forgetKind(kind: FederatedKind): void {
    this.#kinds.delete(kind.prefix)
    for (const federated of this.ofKind(kind)) this.#forget(federated)
  }

  #reselect(): void {
    this.#reselection = undefined
    for (const { prefix } of this.#kinds.values()) {
      for (const object of this.#context.feed.objectsOf({ prefix })) this.#put(prefix, object)
    }
  }

  #put(prefix: string, object: CachedObject): void {
    const kind = this.#kinds.get(prefix)
    if (kind === undefined) return
    const known = this.#objects.get(object.key)
    const isSelected = this.#selection.selects(kind, selectable(object))
    // An object that is no longer selected may still have copies.
    const isTracked = isSelected || (known?.requiredIn.size ?? 0) > 0 || isHeld(object)
    if (!isTracked || !this.#scope.includes(kind, object)) this.#forget(known)
    else if (known?.isSame(object)) {
      known.update(object)
      known.isSelected = isSelected
      this.#listener.changed(known)
    } else {
      this.#forget(known)
      this.#listener.changed(this.#add(kind, object, isSelected))
    }
  }

  #add(kind: FederatedKind, object: CachedObject, isSelected: boolean): FederatedObject {
    const federated = new FederatedObject(kind, object)
    federated.isSelected = isSelected
    this.#objects.set(object.key, federated)
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1)
    return federated
  }

  #forget(federated: FederatedObject | undefined): void {
    if (federated === undefined) return
    const { kind, key } = federated
    this.#objects.delete(key)
    federated.stored = undefined
    stop(federated)
    this.#listener.forgotten(federated)
    const count = (this.#counts.get(kind) ?? 1) - 1
    this.#counts.set(kind, count)
    // The feeds of default kinds stay: they are likely to be needed again.
    if (count > 0 || (isDefaultKind(kind) && this.#kinds.get(kind.prefix) === kind)) return
    this.#counts.delete(kind)
    this.definitionOf(kind)?.requiredIn.clear()
    this.#listener.emptied(kind)
  }
}

const definitionKey = (name: string) => objectKey(customResourceDefinition, undefined, name)

/** Whether the object has the finalizer that comes before copies. */
function isHeld(object: CachedObject): boolean {
  if (!object.peek().includes(MEMBERS_FINALIZER)) return false
  return object.metadata().finalizers?.includes(MEMBERS_FINALIZER) ?? false
}

function stop({ copies, orphanedBy, timer }: FederatedObject): void {
  orphanedBy?.cancel()
  timer?.cancel()
  for (const copy of copies.values()) copy.stopRetrying()
}
