import type { RemoteVersion } from '#discovery/remote-version.js'
import type { RemoteApis } from '#http/remote-apis.js'
import type { ServedVersion } from '#registry/kind.js'
import type { KindRegistry } from '#registry/kind-registry.js'
import { rootRoute } from './discovery.js'
import { homeRoute } from './docs.js'
import type { Route } from './route.js'

export interface RouteTableOptions {
  readonly kinds: KindRegistry
  readonly remotes?: RemoteApis | undefined
  /** Routes that describe what is served. Rebuilt when that changes. */
  readonly ofKinds: (
    versions: readonly ServedVersion[],
    remotes: readonly RemoteVersion[],
  ) => readonly Route[]
  readonly others: readonly Route[]
  /** Routes that `/` does not list. */
  readonly unlisted: readonly Route[]
}

/** The paths that are not resources, for the current kinds. */
export class RouteTable {
  readonly #parts: RouteTableOptions
  #routes: ReadonlyMap<string, Route> = new Map()
  /** Those that serve paths below their own. */
  #trees: readonly Route[] = []
  #generation: number | undefined

  constructor(parts: RouteTableOptions) {
    this.#parts = parts
  }

  find(path: string): Route | undefined {
    const { kinds, remotes } = this.#parts
    // Both only grow.
    const generation = kinds.generation + (remotes?.generation ?? 0)
    if (generation !== this.#generation) {
      this.#routes = this.#make()
      this.#trees = [...this.#routes.values()].filter(({ servesBelow }) => servesBelow)
      this.#generation = generation
    }
    const routes = this.#routes
    return (
      routes.get(path) ??
      (path.endsWith('/') ? routes.get(path.slice(0, -1)) : undefined) ??
      this.#trees.find((tree) => path.startsWith(`${tree.path}/`))
    )
  }

  #make(): ReadonlyMap<string, Route> {
    const { kinds, remotes, ofKinds, others, unlisted } = this.#parts
    const listed = [...ofKinds(kinds.discoverableVersions, remotes?.versions ?? []), ...others]
    return new Map([...listed, ...unlisted, rootRoute(listed, homeRoute)].map((route) => [route.path, route]))
  }
}
