import type { APIResourceDiscovery, APIVersionDiscovery } from '#discovery/aggregated-types.js'
import type { OpenApiContent } from '#discovery/openapi/model.js'
import type { Clock } from '#util/clock.js'
import { KnownDocument } from './known-document.js'
import { resourcesIn } from './listed-resources.js'
import { readDocument } from './read-document.js'
import type { RemoteConnections } from './remote-connections.js'
import { contentBelow, documentUrl } from './remote-openapi.js'
import { pathOf, type RemoteService } from './remote-service.js'

/** What another server says of its API. */
export class RemoteDocuments {
  readonly #version: string
  readonly #resources: KnownDocument<readonly APIResourceDiscovery[]>
  readonly #v2: KnownDocument<OpenApiContent>
  readonly #v3: KnownDocument<{ readonly url: string | undefined }>
  #entry: APIVersionDiscovery | undefined

  constructor(service: RemoteService, connections: RemoteConnections, clock: Clock) {
    const path = pathOf(service)
    const read = (of: string) => () => connections.use((upstream) => readDocument(upstream, of))
    this.#version = service.version
    this.#resources = new KnownDocument(read(path), (bytes) => resourcesIn(bytes, service), clock)
    this.#v2 = new KnownDocument(read('/openapi/v2'), (bytes) => contentBelow(path, bytes), clock)
    this.#v3 = new KnownDocument(read('/openapi/v3'), (bytes) => ({ url: documentUrl(path, bytes) }), clock)
  }

  /** The last known resources are stale while the server is not available. */
  async discovery(isAvailable: boolean): Promise<APIVersionDiscovery> {
    const isCurrent = isAvailable && (await isRead(this.#resources))
    const freshness = isCurrent ? 'Current' : 'Stale'
    const resources = this.#resources.last ?? []
    if (this.#entry?.freshness !== freshness || this.#entry.resources !== resources) {
      this.#entry = { version: this.#version, resources: resources as APIResourceDiscovery[], freshness }
    }
    return this.#entry
  }

  /** The last known one; undefined if the server has none or is not available. */
  async openApiV2(isAvailable: boolean): Promise<OpenApiContent | undefined> {
    if (isAvailable) await isRead(this.#v2)
    return isAvailable ? this.#v2.last : undefined
  }

  async openApiV3(isAvailable: boolean): Promise<string | undefined> {
    if (isAvailable) await isRead(this.#v3)
    return isAvailable ? this.#v3.last?.url : undefined
  }
}

async function isRead(document: KnownDocument<unknown>): Promise<boolean> {
  try {
    await document.get()
    return true
  } catch {
    // The condition of the APIService says why a server is not available.
    return false
  }
}
