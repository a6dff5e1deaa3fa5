import type { PodReference, ReferencedKind } from '#kinds/shared/pod/pod-references.js'

const PREFIXES: Readonly<Record<ReferencedKind, string>> = {
  ConfigMap: 'core/configmaps/',
  Secret: 'core/secrets/',
  ServiceAccount: 'core/serviceaccounts/',
  PersistentVolumeClaim: 'core/persistentvolumeclaims/',
}

const keyOf = (namespace: string, { kind, name }: PodReference) => `${PREFIXES[kind]}${namespace}/${name}`

const NONE: ReadonlySet<string> = new Set()

/** Which workloads need which objects, by their keys. */
export class DependencyIndex {
  readonly #dependencies = new Map<string, ReadonlySet<string>>()
  readonly #owners = new Map<string, Set<string>>()

  /** The workloads that need an object. */
  ownersOf(key: string): ReadonlySet<string> {
    return this.#owners.get(key) ?? NONE
  }

  /** The objects that a workload needs. */
  of(owner: string): ReadonlySet<string> {
    return this.#dependencies.get(owner) ?? NONE
  }

  /** Records what a workload needs. Returns the keys of objects that are now needed, or no longer needed, by it. */
  set(owner: string, namespace: string, dependencies: readonly PodReference[]): readonly string[] {
    const before = this.of(owner)
    if (before.size === 0 && dependencies.length === 0) return []
    const after = new Set(dependencies.map((dependency) => keyOf(namespace, dependency)))
    const added = [...after].filter((key) => !before.has(key))
    const removed = [...before].filter((key) => !after.has(key))
    for (const key of added) {
      const owners = this.#owners.get(key) ?? new Set()
      this.#owners.set(key, owners.add(owner))
    }
    for (const key of removed) {
      const owners = this.#owners.get(key)
      owners?.delete(owner)
      if (owners?.size === 0) this.#owners.delete(key)
    }
    if (after.size === 0) this.#dependencies.delete(owner)
    else this.#dependencies.set(owner, after)
    return [...added, ...removed]
  }
}
