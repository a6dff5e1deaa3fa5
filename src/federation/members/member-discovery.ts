import type { MemberClient } from './member-client.js'
import { MemberUnreachable } from './member-errors.js'

/** A resource in a version in which a member may serve it. */
export interface ResourceVersion {
  /** Empty for the core group. */
  readonly group: string
  readonly version: string
  /** The plural. */
  readonly resource: string
}

/** A resource in a version in which a member does serve it. */
export interface ServedResource extends ResourceVersion {
  /** What its paths begin with: `/apis/apps/v1`, or `/api/v1`. */
  readonly prefix: string
  readonly kind: string
  readonly isNamespaced: boolean
}

type Served = ReadonlyMap<string, ServedResource>

const TIMEOUT_MS = 10_000
/** The largest document that is read. Those of groups with a hundred kinds have a tenth of this. */
const MAX_BYTES = 1024 * 1024
const NOTHING: Served = new Map()

/** What a member serves. A document is asked for when it is needed, and kept. */
export class MemberDiscovery {
  readonly #client: MemberClient
  readonly #documents = new Map<string, Promise<Served>>()

  constructor(client: MemberClient) {
    this.#client = client
  }

  /** The first of the candidates that is served. Rejects with `MemberUnreachable`. */
  async find(candidates: readonly ResourceVersion[]): Promise<ServedResource | undefined> {
    for (const { group, version, resource } of candidates) {
      const found = (await this.#served(group, version)).get(resource)
      if (found !== undefined) return found
    }
    return undefined
  }

  /** What was asked for before is asked for again. */
  renew(): void {
    this.#documents.clear()
  }

  #served(group: string, version: string): Promise<Served> {
    const prefix = group === '' ? `/api/${version}` : `/apis/${group}/${version}`
    const kept = this.#documents.get(prefix)
    if (kept !== undefined) return kept
    const document = this.#read(prefix, group, version)
    this.#documents.set(prefix, document)
    // What could not be read is asked for again by the next who needs it.
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
      throw new MemberUnreachable(`${this.#client.server}: ${prefix} is answered with ${status} and no list`)
    }
    return new Map(
      resources.flatMap(({ name, kind, namespaced }) =>
        // A name with a slash is that of a subresource.
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

/** The path of the objects of a resource, or of one of them. Without a namespace it is across all of them. */
export function pathOf({ prefix, resource }: ServedResource, namespace?: string, name?: string): string {
  const scope = namespace ? `/namespaces/${encodeURIComponent(namespace)}` : ''
  const object = name === undefined ? '' : `/${encodeURIComponent(name)}`
  return `${prefix}${scope}/${resource}${object}`
}
