import type { CachedObject } from '#cache/cached-object.js'
import type { NamespaceCondition } from './namespace.js'

/** The remaining content of a terminating namespace. */
export class RemainingContent {
  /** By resource, such as `deployments.apps`. */
  readonly #resources = new Map<string, number>()
  readonly #finalizers = new Map<string, number>()

  add(resource: string, object: CachedObject): void {
    count(this.#resources, resource)
    for (const finalizer of object.metadata().finalizers ?? []) count(this.#finalizers, finalizer)
  }

  get isEmpty(): boolean {
    return this.#resources.size === 0
  }

  /** Conditions that show what the namespace waits for. Unchanged ones keep their time. */
  conditions(before: readonly NamespaceCondition[], now: string): NamespaceCondition[] {
    const instances = (where: string, counts: ReadonlyMap<string, number>) =>
      [...counts]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([what, instances]) => `${what}${where}${instances} resource instances`)
        .join(', ')
    const all: Omit<NamespaceCondition, 'lastTransitionTime'>[] = [
      condition('NamespaceDeletionDiscoveryFailure', false, 'ResourcesDiscovered', ALL_DISCOVERED),
      condition('NamespaceDeletionGroupVersionParsingFailure', false, 'ParsedGroupVersions', ALL_PARSED),
      condition('NamespaceDeletionContentFailure', false, 'ContentDeleted', ALL_DELETED),
      this.isEmpty
        ? condition('NamespaceContentRemaining', false, 'ContentRemoved', 'All content successfully removed')
        : condition(
            'NamespaceContentRemaining',
            true,
            'SomeResourcesRemain',
            `Some resources are remaining: ${instances(' has ', this.#resources)}`,
          ),
      this.#finalizers.size === 0
        ? condition('NamespaceFinalizersRemaining', false, 'ContentHasNoFinalizers', NO_FINALIZERS)
        : condition(
            'NamespaceFinalizersRemaining',
            true,
            'SomeFinalizersRemain',
            `Some content in the namespace has finalizers remaining: ${instances(' in ', this.#finalizers)}`,
          ),
    ]
    return all.map((wanted) => {
      const last = before.find(({ type }) => type === wanted.type)
      return { ...wanted, lastTransitionTime: last?.status === wanted.status ? last.lastTransitionTime : now }
    })
  }
}

const ALL_DISCOVERED = 'All resources successfully discovered'
const ALL_PARSED = 'All legacy kube types successfully parsed'
const ALL_DELETED = 'All content successfully deleted, may be waiting on finalization'
const NO_FINALIZERS = 'All content-preserving finalizers finished'

function condition(type: string, holds: boolean, reason: string, message: string) {
  return { type, status: holds ? 'True' : 'False', reason, message }
}

function count(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1)
}
