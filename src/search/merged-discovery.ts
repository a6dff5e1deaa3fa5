import { apiVersionOf } from '#meta/resource.js'
import type { SearchableResource } from './member-resources.js'

const VERBS = ['get', 'list', 'watch']

/** The resources of a version, by plural name. */
type Resources = Map<string, SearchableResource>

/** Discovery documents of all members together. Where members differ, the first one decides. */
export class MergedDiscovery {
  /** Versions by group, in the order of the members. */
  readonly #groups = new Map<string, Map<string, Resources>>()

  /** Takes the resources of each member. */
  constructor(members: Iterable<readonly SearchableResource[]>) {
    for (const resources of members) for (const resource of resources) this.#add(resource)
  }

  #add(resource: SearchableResource): void {
    const versions = this.#groups.get(resource.group) ?? new Map<string, Resources>()
    const resources = versions.get(resource.version) ?? new Map<string, SearchableResource>()
    if (!resources.has(resource.resource)) resources.set(resource.resource, resource)
    this.#groups.set(resource.group, versions.set(resource.version, resources))
  }

  /** The plain document of a path such as `/apis/apps/v1`; undefined if there is none. */
  plain(path: string): object | undefined {
    const [root, ...names] = path.replace(/^\/|\/$/g, '').split('/')
    const [group = '', version = ''] = root === 'api' ? ['', names[0]] : names
    const depth = names.length
    if (root === 'api') {
      if (depth === 0) return this.#coreVersions()
      return depth === 1 ? this.#resourceList('', version) : undefined
    }
    if (depth === 0) return { kind: 'APIGroupList', apiVersion: 'v1', groups: this.#namedGroups() }
    if (group === '') return undefined
    if (depth === 1) return this.#group(group)
    return depth === 2 ? this.#resourceList(group, version) : undefined
  }

  /** The aggregated document of `/api` or `/apis`. */
  aggregated(path: '/api' | '/apis', version: string): object {
    const groups = [...this.#groups].filter(([group]) => (group === '') === (path === '/api'))
    return {
      kind: 'APIGroupDiscoveryList',
      apiVersion: `apidiscovery.k8s.io/${version}`,
      metadata: {},
      items: groups.map(([group, versions]) => ({
        metadata: { ...(group !== '' && { name: group }), creationTimestamp: null },
        versions: [...versions].map(([version, resources]) => ({
          version,
          resources: [...resources.values()].map(aggregatedEntry),
          freshness: 'Current',
        })),
      })),
    }
  }

  #coreVersions(): object {
    const versions = [...(this.#groups.get('')?.keys() ?? [])]
    return { kind: 'APIVersions', versions, serverAddressByClientCIDRs: [] }
  }

  #namedGroups(): readonly object[] {
    return [...this.#groups].flatMap(([group, versions]) =>
      group === '' ? [] : [groupEntry(group, versions)],
    )
  }

  #group(group: string): object | undefined {
    const versions = this.#groups.get(group)
    return versions && { kind: 'APIGroup', apiVersion: 'v1', ...groupEntry(group, versions) }
  }

  #resourceList(group: string, version: string): object | undefined {
    const resources = this.#groups.get(group)?.get(version)
    return (
      resources && {
        kind: 'APIResourceList',
        apiVersion: 'v1',
        groupVersion: apiVersionOf({ group, version }),
        resources: [...resources.values()].map(plainEntry),
      }
    )
  }
}

function groupEntry(group: string, versions: ReadonlyMap<string, Resources>) {
  const entries = [...versions.keys()].map((version) => ({
    groupVersion: apiVersionOf({ group, version }),
    version,
  }))
  return { name: group, versions: entries, preferredVersion: entries[0] }
}

const unlessEmpty = (names: readonly string[]) => (names.length === 0 ? undefined : names)

function plainEntry({ resource, singular, isNamespaced, kind, shortNames, categories }: SearchableResource) {
  return {
    name: resource,
    singularName: singular,
    namespaced: isNamespaced,
    kind,
    verbs: VERBS,
    shortNames: unlessEmpty(shortNames),
    categories: unlessEmpty(categories),
  }
}

function aggregatedEntry(found: SearchableResource) {
  const { group, version, kind, resource, singular, isNamespaced, shortNames, categories } = found
  return {
    resource,
    responseKind: { group, version, kind },
    scope: isNamespaced ? 'Namespaced' : 'Cluster',
    singularResource: singular,
    verbs: VERBS,
    shortNames: unlessEmpty(shortNames),
    categories: unlessEmpty(categories),
  }
}
