import type { MemberClient } from './member-client.js'
import { MemberUnreachable } from './member-errors.js'

/** A resource in a version that a member may serve. */
export interface ResourceVersion {
  readonly group: string
  readonly version: string
  /** The plural name. */
  readonly resource: string
}

/** A resource in a version that a member serves. */
export interface ServedResource extends ResourceVersion {
  /** Path prefix: `/apis/apps/v1`, or `/api/v1`. */
  readonly prefix: string
  readonly kind: string
  readonly isNamespaced: boolean
}

type Served = ReadonlyMap<string, ServedResource>

const TIMEOUT_MS = 10_000
/** Ten times the size of the document of a group with a hundred kinds. */
const MAX_BYTES = 1024 * 1024
const NOTHING: Served = new Map()

/** The discovery of a member. Documents are requested on demand and cached. */
export class MemberDiscovery {
  readonly #client: MemberClient
  readonly #documents = new Map<string, Promise<Served>>()

  constructor(client: MemberClient) {
    this.#client = client
  }

  /** The first served candidate. Rejects with `MemberUnreachable`. */
  async find(candidates: readonly ResourceVersion[]): Promise<ServedResource | undefined> {
    for (const { group, version, resource } of candidates) {
      const found = (await this.#served(group, version)).get(resource)
      if (found !== undefined) return found
    }
    return undefined
  }

  /** Clears the cache. */
  renew(): void {
    this.#documents.clear()
  }

  #served(group: string, version: string): Promise<Served> {
    const prefix = group === '' ? `/api/${version}` : `/apis/${group}/${version}`
    const kept = this.#documents.get(prefix)
    if (kept !== undefined) return kept
    const document = this.#read(prefix, group, version)
    this.#documents.set(prefix, document)
    // The next caller requests a failed document again.
    document.catch(() => {
      if (this.#documents.get(prefix) === document) this.#documents.delete(prefix)
    })
    return document
  }

  async #read(prefix: string, group: string, version: string): Promise<Served> {
    const { status, body } = await this.#client.send({
      method: 'GET',
      path: prefix,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    })
    if (status === 404) return NOTHING
    const resources = status === 200 ? resourcesIn(body) : undefined
    if (resources === undefined) {
      throw new MemberUnreachable(
        `${this.#client.server}: ${prefix} responded with ${status} and no resource list`,
      )
    }
    return new Map(
      resources.flatMap(({ name, kind, namespaced }) =>
        // Names with a slash are subresources.
        typeof name === 'string' && typeof kind === 'string' && !name.includes('/')
          ? [[name, { group, version, resource: name, prefix, kind, isNamespaced: namespaced === true }]]
          : [],
      ),
    )
  }
}

interface ListedResource {
  readonly name?: unknown
  readonly kind?: unknown
  readonly namespaced?: unknown
}

function resourcesIn(body: unknown): readonly ListedResource[] | undefined {
  const { resources } = (body ?? {}) as { readonly resources?: unknown }
  return Array.isArray(resources)
    ? resources.filter((entry) => typeof entry === 'object' && entry !== null)
    : undefined
}

/** The path of a collection, or of one object. Without a namespace it spans all namespaces. */
export function pathOf({ prefix, resource }: ServedResource, namespace?: string, name?: string): string {
  const scope = namespace ? `/namespaces/${encodeURIComponent(namespace)}` : ''
  const object = name === undefined ? '' : `/${encodeURIComponent(name)}`
  return `${prefix}${scope}/${resource}${object}`
}
