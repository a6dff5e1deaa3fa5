import { type ApiObjects, JoinError } from './api-objects.js'

/** A resource that a server serves. */
export interface FoundResource {
  /** `/apis/apps/v1`. */
  readonly root: string
  readonly plural: string
  readonly kind: string
  readonly isNamespaced: boolean
}

export interface ListedResource extends FoundResource {
  readonly group: string
  /** What users call it. */
  readonly names: readonly string[]
  readonly canList: boolean
}

interface ResourceList {
  readonly resources?: readonly {
    readonly name: string
    readonly singularName?: string
    readonly kind: string
    readonly namespaced: boolean
    readonly shortNames?: readonly string[]
    readonly verbs?: readonly string[]
  }[]
}

interface GroupList {
  readonly groups?: readonly {
    readonly name: string
    readonly preferredVersion?: { readonly groupVersion: string }
  }[]
}

/** All resources of a server, in the preferred version of each group. Rejects with `JoinError`. */
export async function listResources(server: ApiObjects): Promise<readonly ListedResource[]> {
  const { groups = [] } = ((await server.get('/apis')) ?? {}) as GroupList
  const roots = [
    { group: '', root: '/api/v1' },
    ...groups.flatMap(({ name: group, preferredVersion }) =>
      preferredVersion === undefined ? [] : [{ group, root: `/apis/${preferredVersion.groupVersion}` }],
    ),
  ]
  const listed: ListedResource[] = []
  for (const { group, root } of roots) {
    const { resources = [] } = ((await server.get(root)) ?? {}) as ResourceList
    for (const { name: plural, singularName, kind, namespaced, shortNames = [], verbs = [] } of resources) {
      if (plural.includes('/')) continue
      const names = [plural, singularName ?? '', kind.toLowerCase(), ...shortNames]
      const canList = verbs.includes('list')
      listed.push({ root, plural, kind, isNamespaced: namespaced, group, names, canList })
    }
  }
  return listed
}

/**
 * Finds a resource by the names that users write: `deployment`, `deployments`, `deploy`, `Deployment` or
 * `deployments.apps`. Rejects with `JoinError`.
 */
export async function findResource(server: ApiObjects, text: string): Promise<FoundResource> {
  const dot = text.indexOf('.')
  const name = (dot < 0 ? text : text.slice(0, dot)).toLowerCase()
  const wanted = dot < 0 ? undefined : text.slice(dot + 1)
  const found = (await listResources(server)).find(
    ({ group, names }) => (wanted === undefined || wanted === group) && names.includes(name),
  )
  if (found === undefined) throw new JoinError(`the host has no resource ${JSON.stringify(text)}`)
  return found
}
