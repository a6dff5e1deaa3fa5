import type { Resource } from './resource.js'

/** The parts of aggregated discovery that are read. */
export interface DiscoveryList {
  readonly items?: readonly DiscoveredGroup[]
}

interface DiscoveredGroup {
  readonly metadata?: { readonly name?: string }
  readonly versions: readonly {
    readonly version: string
    readonly resources?: readonly DiscoveredResource[]
  }[]
}

interface DiscoveredResource {
  readonly resource: string
  readonly responseKind?: { readonly kind?: string }
  readonly scope: string
  readonly singularResource?: string
  readonly verbs?: readonly string[]
  readonly shortNames?: readonly string[]
  readonly categories?: readonly string[]
  readonly subresources?: readonly { readonly subresource: string }[]
}

export const DISCOVERY_ACCEPT = 'application/json;v=v2;g=apidiscovery.k8s.io;as=APIGroupDiscoveryList'

/**
 * The listable resources of discovery. A group lists its preferred version first; a resource is taken from the first
 * version that has it. Of kinds that several groups serve, each is listed.
 */
export function readDiscovery(...lists: readonly DiscoveryList[]): Resource[] {
  const found = new Map<string, Resource>()
  for (const { metadata, versions } of lists.flatMap(({ items = [] }) => items)) {
    const group = metadata?.name ?? ''
    for (const { version, resources = [] } of versions) {
      for (const each of resources) {
        const id = `${each.resource}.${group}`
        if (!found.has(id) && each.verbs?.includes('list')) found.set(id, readResource(group, version, each))
      }
    }
  }
  return [...found.values()]
}

function readResource(group: string, version: string, each: DiscoveredResource): Resource {
  return {
    group,
    version,
    plural: each.resource,
    singular: each.singularResource || (each.responseKind?.kind ?? each.resource).toLowerCase(),
    kind: each.responseKind?.kind ?? each.resource,
    namespaced: each.scope === 'Namespaced',
    verbs: each.verbs ?? [],
    shortNames: each.shortNames ?? [],
    categories: each.categories ?? [],
    subresources: each.subresources?.map(({ subresource }) => subresource) ?? [],
  }
}

/** Resources of one group, for the sidebar. */
export interface ResourceGroup {
  readonly name: string
  readonly label: string
  readonly resources: readonly Resource[]
}

/** Core kinds by what people look for; every other group has its own name. */
const SECTIONS: readonly {
  readonly label: string
  readonly groups?: readonly string[]
  readonly plurals: readonly string[]
}[] = [
  {
    label: 'Workloads',
    plurals: [
      'pods',
      'deployments',
      'replicasets',
      'statefulsets',
      'daemonsets',
      'jobs',
      'cronjobs',
      'replicationcontrollers',
      'horizontalpodautoscalers',
      'poddisruptionbudgets',
      'controllerrevisions',
    ],
  },
  {
    label: 'Network',
    plurals: [
      'services',
      'ingresses',
      'networkpolicies',
      'endpointslices',
      'endpoints',
      'ingressclasses',
      'ipaddresses',
      'servicecidrs',
    ],
  },
  { label: 'Config', plurals: ['configmaps', 'secrets', 'resourcequotas', 'limitranges'] },
  {
    label: 'Storage',
    plurals: [
      'persistentvolumeclaims',
      'persistentvolumes',
      'storageclasses',
      'volumeattachments',
      'csidrivers',
      'csinodes',
      'csistoragecapacities',
      'volumeattributesclasses',
    ],
  },
  {
    label: 'Cluster',
    plurals: [
      'namespaces',
      'nodes',
      'events',
      'leases',
      'priorityclasses',
      'runtimeclasses',
      'componentstatuses',
      'podtemplates',
    ],
  },
  {
    label: 'Access',
    plurals: [
      'serviceaccounts',
      'roles',
      'rolebindings',
      'clusterroles',
      'clusterrolebindings',
      'certificatesigningrequests',
    ],
  },
]

/** Groups of the Kubernetes project, whose kinds are in sections by topic. */
const isBuiltIn = (group: string) => group === '' || !group.includes('.') || /(^|\.)(k8s\.io)$/.test(group)

/**
 * Groups for the sidebar: sections of well-known kinds, then every other group by its name. A kind that several groups
 * serve, such as events, is in its section once and in its other groups too.
 */
export function groupResources(resources: readonly Resource[]): ResourceGroup[] {
  const taken = new Set<Resource>()
  const sections = SECTIONS.map(({ label, plurals }) => ({
    name: label.toLowerCase(),
    label,
    resources: plurals.flatMap((plural) => {
      const found = resources.find(
        (each) => each.plural === plural && isBuiltIn(each.group) && !taken.has(each),
      )
      if (found === undefined) return []
      taken.add(found)
      return found
    }),
  }))
  const rest = new Map<string, Resource[]>()
  for (const resource of resources) {
    if (taken.has(resource)) continue
    const group = rest.get(resource.group) ?? []
    rest.set(resource.group, group)
    group.push(resource)
  }
  const groups = [...rest].map(([group, members]) => ({
    name: group || 'core',
    label: group || 'core',
    resources: members.toSorted((one, other) => (one.kind < other.kind ? -1 : 1)),
  }))
  return [...sections, ...groups.toSorted((one, other) => (one.label < other.label ? -1 : 1))].filter(
    (group) => group.resources.length > 0,
  )
}

/** How well a resource matches what is typed: the lower the better, undefined for not at all. */
export function matchResource(resource: Resource, typed: string): number | undefined {
  const query = typed.trim().toLowerCase()
  const { plural, singular, kind, group, shortNames } = resource
  const id = group === '' ? plural : `${plural}.${group}`
  if (query === '') return 0
  if (shortNames.includes(query) || plural === query || singular === query) return 0
  if (plural.startsWith(query)) return 1
  if (kind.toLowerCase().includes(query)) return 2
  return id.includes(query) ? 3 : undefined
}
