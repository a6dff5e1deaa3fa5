import { type ApiObjects, JoinError } from './api-objects.js'

/** A resource that a server serves. */
export interface FoundResource {
  /** `/apis/apps/v1`. */
  readonly root: string
  readonly plural: string
  readonly kind: string
  readonly isNamespaced: boolean
}

interface ResourceList {
  readonly resources?: readonly {
    readonly name: string
    readonly singularName?: string
    readonly kind: string
    readonly namespaced: boolean
    readonly shortNames?: readonly string[]
  }[]
}

interface GroupList {
  readonly groups?: readonly {
    readonly name: string
    readonly preferredVersion?: { readonly groupVersion: string }
  }[]
}

/**
 * Finds a resource by the names that users write: `deployment`, `deployments`, `deploy`, `Deployment` or
 * `deployments.apps`. Rejects with `JoinError`.
 */
export async function findResource(server: ApiObjects, text: string): Promise<FoundResource> {
  const dot = text.indexOf('.')
  const name = (dot < 0 ? text : text.slice(0, dot)).toLowerCase()
  const wantedGroup = dot < 0 ? undefined : text.slice(dot + 1)
  const { groups = [] } = ((await server.get('/apis')) ?? {}) as GroupList
  const roots = [
    { group: '', root: '/api/v1' },
    ...groups.flatMap(({ name: group, preferredVersion }) =>
      preferredVersion === undefined ? [] : [{ group, root: `/apis/${preferredVersion.groupVersion}` }],
    ),
  ]
  for (const { group, root } of roots) {
    if (wantedGroup !== undefined && wantedGroup !== group) continue
    const { resources = [] } = ((await server.get(root)) ?? {}) as ResourceList
    for (const { name: plural, singularName, kind, namespaced, shortNames = [] } of resources) {
      const names = [plural, singularName, kind.toLowerCase(), ...shortNames]
      if (!plural.includes('/') && names.includes(name))
        return { root, plural, kind, isNamespaced: namespaced }
    }
  }
  throw new JoinError(`the host has no resource ${JSON.stringify(text)}`)
}
