import type { ServedVersion } from '#registry/kind.js'
import type { KindRegistry } from '#registry/kind-registry.js'
import { rootRoute } from './discovery.js'
import type { Route } from './route.js'

export interface RouteTableOptions {
  readonly kinds: KindRegistry
  /** Routes that describe the kinds. Rebuilt when the set of kinds changes. */
  readonly ofKinds: (versions: readonly ServedVersion[]) => readonly Route[]
  readonly others: readonly Route[]
  /** Routes that `/` does not list. */
  readonly unlisted: readonly Route[]
}

/** The paths that are not resources, for the current kinds. */
export class RouteTable {
  readonly #parts: RouteTableOptions
  #routes: ReadonlyMap<string, Route> = new Map()
  #generation: number | undefined

  constructor(parts: RouteTableOptions) {
    this.#parts = parts
  }

  find(path: string): Route | undefined {
    const { generation } = this.#parts.kinds
    if (generation !== this.#generation) {
      this.#routes = this.#make()
      this.#generation = generation
    }
    const routes = this.#routes
    return routes.get(path) ?? (path.endsWith('/') ? routes.get(path.slice(0, -1)) : undefined)
  }

  #make(): ReadonlyMap<string, Route> {
    const { kinds, ofKinds, others, unlisted } = this.#parts
    const listed = [...ofKinds(kinds.discoverableVersions), ...others]
    return new Map([...listed, ...unlisted, rootRoute(listed)].map((route) => [route.path, route]))
  }
}
