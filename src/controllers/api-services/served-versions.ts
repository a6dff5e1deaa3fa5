import type { GroupVersion } from '#meta/resource.js'
import type { ServedVersion, StoredKind } from '#registry/kind.js'

/** The group of APIServices. kube-apiserver has no APIService for it either. */
export const GROUP = 'apiregistration.k8s.io'

/** The discoverable kinds of a group and version. */
interface ServedGroupVersion extends GroupVersion {
  readonly kinds: Set<ServedVersion>
}

/** A group and version, by the name of its APIService. */
export interface LocalVersion extends GroupVersion {
  /** Whether it has custom resources only. */
  readonly isCustomResource: boolean
}

const nameOf = ({ group, version }: GroupVersion) => `${version}.${group}`

/** The groups and versions that have an APIService. A kind costs the same however many others there are. */
export class ServedVersions {
  readonly #served = new Map<string, ServedGroupVersion>()
  readonly #isDiscoverable: (version: ServedVersion) => boolean

  constructor(isDiscoverable: (version: ServedVersion) => boolean) {
    this.#isDiscoverable = isDiscoverable
  }

  /** The names of their APIServices. */
  get names(): Iterable<string> {
    return this.#served.keys()
  }

  find(name: string): LocalVersion | undefined {
    const served = this.#served.get(name)
    if (served === undefined) return undefined
    const { group, version, kinds } = served
    return { group, version, isCustomResource: [...kinds].every(({ isCustomResource }) => isCustomResource) }
  }

  /** Returns the names that a new kind concerns. */
  add(added: StoredKind): readonly string[] {
    return this.#listed(added).map((kind) => {
      const { group, version } = kind
      const name = nameOf(kind)
      const served = this.#served.get(name) ?? { group, version, kinds: new Set() }
      served.kinds.add(kind)
      this.#served.set(name, served)
      return name
    })
  }

  #listed({ versions }: StoredKind): readonly ServedVersion[] {
    return versions.filter((version) => version.group !== GROUP && this.#isDiscoverable(version))
  }

  /** Returns the names that a removed kind concerned. */
  remove(removed: StoredKind): readonly string[] {
    return this.#listed(removed).map((kind) => {
      const name = nameOf(kind)
      const served = this.#served.get(name)
      served?.kinds.delete(kind)
      if (served?.kinds.size === 0) this.#served.delete(name)
      return name
    })
  }
}
