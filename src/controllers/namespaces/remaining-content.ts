import type { CachedObject } from '#cache/cached-object.js'
import type { NamespaceCondition } from './namespace.js'

/** What namespaces contain in other servers. */
export interface RemoteContent {
  /** Deletes all of it in a namespace as long as it may, and adds what remains and what has failed. */
  deleteIn(namespace: string, remaining: RemainingContent, mayDelete: () => boolean): Promise<void>
}

/** The remaining content of a terminating namespace. */
export class RemainingContent {
  /** By resource, such as `deployments.apps`. */
  readonly #resources = new Map<string, number>()
  readonly #finalizers = new Map<string, number>()
  /** Why the resources of an API are not known, by group version. */
  readonly #undiscovered = new Map<string, string>()
  /** Why objects of a resource in another server could not be deleted. */
  readonly #failures: string[] = []
  /** Whether some of it is in another server, whose changes are not seen. */
  isElsewhere = false

  add(resource: string, object: CachedObject): void {
    count(this.#resources, resource)
    for (const finalizer of object.metadata().finalizers ?? []) count(this.#finalizers, finalizer)
  }

  /** Objects of another server. */
  addRemote(resource: string, instances: number): void {
    this.isElsewhere = true
    if (instances > 0) this.#resources.set(resource, instances)
  }

  /** The resources of another server are not known. */
  addUndiscovered(groupVersion: string, why: string): void {
    this.isElsewhere = true
    this.#undiscovered.set(groupVersion, why)
  }

  /** Objects of another server could not be deleted. */
  addFailure(resource: string, why: string): void {
    this.isElsewhere = true
    this.#failures.push(`${resource}: ${why}`)
  }

  get isEmpty(): boolean {
    return this.#resources.size === 0 && this.#undiscovered.size === 0 && this.#failures.length === 0
  }

  /** Conditions that show what the namespace waits for. Unchanged ones keep their time. */
  conditions(before: readonly NamespaceCondition[], now: string): NamespaceCondition[] {
    const instances = (where: string, counts: ReadonlyMap<string, number>) =>
      [...counts]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([what, instances]) => `${what}${where}${instances} resource instances`)
        .join(', ')
    const all: Omit<NamespaceCondition, 'lastTransitionTime'>[] = [
      this.#undiscovered.size === 0
        ? condition('NamespaceDeletionDiscoveryFailure', false, 'ResourcesDiscovered', ALL_DISCOVERED)
        : condition(
            'NamespaceDeletionDiscoveryFailure',
            true,
            'DiscoveryFailed',
            `Discovery failed for some groups, ${this.#undiscovered.size} failing: ${this.#whyUndiscovered()}`,
          ),
      condition('NamespaceDeletionGroupVersionParsingFailure', false, 'ParsedGroupVersions', ALL_PARSED),
      this.#failures.length === 0
        ? condition('NamespaceDeletionContentFailure', false, 'ContentDeleted', ALL_DELETED)
        : condition(
            'NamespaceDeletionContentFailure',
            true,
            'ContentDeletionFailed',
            `Failed to delete all resource types, ${this.#failures.length} remaining: ${this.#failures.join(', ')}`,
          ),
      this.#resources.size === 0
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

  #whyUndiscovered(): string {
    return [...this.#undiscovered].map(([groupVersion, why]) => `${groupVersion}: ${why}`).join(', ')
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
