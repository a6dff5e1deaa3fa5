import type {
  APIResourceDiscovery,
  APISubresourceDiscovery,
  GroupVersionKind,
} from '#discovery/aggregated-types.js'
import type { GroupVersion } from '#meta/resource.js'

/** An entry of a resource list that another server made. */
interface ListedResource {
  readonly name: string
  readonly kind: string
  readonly namespaced: boolean
  readonly singularName: string
  readonly group: string | undefined
  readonly version: string | undefined
  readonly verbs: readonly string[]
  readonly shortNames: readonly string[]
  readonly categories: readonly string[]
}

/** The resources in a plain `APIResourceList`, as aggregated discovery lists them. Throws for another document. */
export function resourcesIn(bytes: Buffer, of: GroupVersion): readonly APIResourceDiscovery[] {
  const list: unknown = JSON.parse(bytes.toString())
  if (!isObject(list) || !Array.isArray(list.resources)) throw new Error('it is no APIResourceList')
  const listed = list.resources.filter(isObject).map(listedResource)
  const subresources = new Map<string, APISubresourceDiscovery[]>()
  for (const resource of listed) {
    const slash = resource.name.indexOf('/')
    if (slash < 0) continue
    const [parent, subresource] = [resource.name.slice(0, slash), resource.name.slice(slash + 1)]
    const entries = subresources.get(parent) ?? []
    entries.push({ subresource, responseKind: kindOf(resource, of), verbs: [...resource.verbs] })
    subresources.set(parent, entries)
  }
  return listed
    .filter(({ name }) => name !== '' && !name.includes('/'))
    .map((resource) => ({
      resource: resource.name,
      responseKind: kindOf(resource, of),
      scope: resource.namespaced ? 'Namespaced' : 'Cluster',
      singularResource: resource.singularName,
      verbs: [...resource.verbs],
      shortNames: unlessEmpty(resource.shortNames),
      categories: unlessEmpty(resource.categories),
      subresources: subresources.get(resource.name),
    }))
}

function listedResource(entry: Record<string, unknown>): ListedResource {
  return {
    name: text(entry.name) ?? '',
    kind: text(entry.kind) ?? '',
    namespaced: entry.namespaced === true,
    singularName: text(entry.singularName) ?? '',
    group: text(entry.group),
    version: text(entry.version),
    verbs: texts(entry.verbs),
    shortNames: texts(entry.shortNames),
    categories: texts(entry.categories),
  }
}

const kindOf = ({ group, version, kind }: ListedResource, of: GroupVersion): GroupVersionKind => ({
  group: group || of.group,
  version: version || of.version,
  kind,
})

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : []

const unlessEmpty = (names: readonly string[]) => (names.length === 0 ? undefined : [...names])
