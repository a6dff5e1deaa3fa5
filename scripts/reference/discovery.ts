import { createServer } from '#index.js'

const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'

export interface Resource {
  readonly resource: string
  readonly responseKind: { readonly kind: string }
  readonly scope: string
  readonly verbs: readonly string[]
  readonly shortNames?: readonly string[]
  readonly subresources?: readonly { readonly subresource: string }[]
}

export interface ApiGroup {
  /** Empty for the core group. */
  readonly name: string
  readonly versions: readonly { readonly version: string; readonly resources: readonly Resource[] }[]
}

interface DiscoveryList {
  readonly items: readonly (Pick<ApiGroup, 'versions'> & { readonly metadata: { readonly name?: string } })[]
}

/** Every group that a federation host can serve, in the order of discovery. */
export async function discoveredGroups(): Promise<readonly ApiGroup[]> {
  const server = await createServer({
    storage: 'memory',
    port: 0,
    logLevel: 'silent',
    federation: true,
    runtimeConfig: { 'api/all': true },
  })
  try {
    const lists = ['/api', '/apis'].map(async (path) => {
      const response = await fetch(server.url + path, { headers: { accept: AGGREGATED } })
      return (await response.json()) as DiscoveryList
    })
    return (await Promise.all(lists)).flatMap(({ items }) =>
      items.map(({ metadata, versions }) => ({ name: metadata.name ?? '', versions })),
    )
  } finally {
    await server.close()
  }
}
