import type { RemainingContent, RemoteContent } from '#controllers/namespaces/remaining-content.js'
import type { RemoteVersion } from '#discovery/remote-version.js'
import type { RemoteApis } from '#http/remote-apis.js'
import type { RequestContext } from '#http/request/request-context.js'
import type { Route } from '#http/routes/route.js'
import { apiService } from '#kinds/apiregistration/apiservice/index.js'
import type { APIService } from '#kinds/apiregistration/apiservice/schema.js'
import { serviceUnavailable, unknownPath } from '#meta/api-error.js'
import type { ChangeFeed } from '#registry/change-feed.js'
import { lazy } from '#util/memoize.js'
import type { Aggregation, Availability } from './aggregation.js'
import { pathOf, type RemoteService, remoteService } from './remote-service.js'

const OPENAPI = '/openapi/v3'

/** The APIs that other servers serve, as the APIServices say. */
export class RemoteServices implements RemoteApis, RemoteContent {
  readonly #load: () => Promise<Aggregation>
  readonly #release: () => void
  /** By the name of the APIService. */
  readonly #services = new Map<string, RemoteService>()
  readonly #listeners = new Set<(name: string) => void>()
  /** By the path of the API. */
  #routes: ReadonlyMap<string, Route> = new Map()
  #aggregation: Aggregation | undefined
  #isClosed = false
  generation = 0
  versions: readonly RemoteVersion[] = []

  /** `open` loads what connects to other servers, when there is one. */
  constructor(feed: ChangeFeed, open: () => Promise<Aggregation>) {
    this.#load = lazy(async () => {
      this.#aggregation = await open()
      if (this.#isClosed) this.#aggregation.close()
      return this.#aggregation
    })
    for (const { json } of feed.objectsOf(apiService)) this.#set(json)
    this.#renew()
    this.#release = feed.follow(
      ({ before, after }) => {
        if (after === undefined) this.#delete(before?.name ?? '')
        else this.#set(after.json)
      },
      (kind) => kind === apiService,
    )
  }

  find(path: string): Route | undefined {
    if (this.#routes.size === 0) return undefined
    const start = path.startsWith(OPENAPI) ? OPENAPI.length : 0
    if (!path.startsWith('/apis/', start)) return undefined
    const group = path.indexOf('/', start + '/apis/'.length)
    if (group < 0) return undefined
    const end = path.indexOf('/', group + 1)
    return this.#routes.get(path.slice(start, end < 0 ? undefined : end))
  }

  get services(): Iterable<RemoteService> {
    return this.#services.values()
  }

  get(name: string): RemoteService | undefined {
    return this.#services.get(name)
  }

  /** Calls the listener with the name of each APIService that leads elsewhere than before. */
  follow(listener: (name: string) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async check(service: RemoteService): Promise<Availability> {
    return (await this.#open()).check(service)
  }

  async deleteIn(namespace: string, remaining: RemainingContent, mayDelete: () => boolean): Promise<void> {
    for (const service of this.#services.values()) {
      if (mayDelete()) await (await this.#open()).deleteIn(namespace, service, remaining, mayDelete)
    }
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Ends watches and connections after upgrades. Other requests may end by themselves, until `close`. */
  stop(): void {
    this.#isClosed = true
    this.#aggregation?.endStreams()
  }

  close(): void {
    this.#isClosed = true
    this.#release()
    this.#aggregation?.close()
  }

  async #open(): Promise<Aggregation> {
    if (this.#isClosed) throw serviceUnavailable('the server is shutting down')
    return this.#load()
  }

  #set(json: Buffer): void {
    const object = JSON.parse(json.toString()) as APIService
    const service = remoteService(object)
    const name = object.metadata.name ?? ''
    if (service === undefined) {
      this.#delete(name)
      return
    }
    const before = this.#services.get(name)
    this.#services.set(name, service)
    if (before !== undefined && describesSame(before, service)) return
    this.#renew()
    for (const listener of this.#listeners) listener(name)
  }

  #delete(name: string): void {
    if (!this.#services.delete(name)) return
    this.#aggregation?.release(name)
    this.#renew()
  }

  #renew(): void {
    const services = [...this.#services.values()]
    this.#routes = new Map(services.map((service) => [pathOf(service), this.#routeOf(service)]))
    this.versions = services.map((service) => this.#versionOf(service))
    this.generation++
  }

  #routeOf(service: RemoteService): Route {
    return {
      path: pathOf(service),
      forwards: true,
      negotiated: false,
      respond: async (context: RequestContext) => {
        const aggregation = await this.#open()
        const current = this.#services.get(service.name)
        if (current === undefined) throw unknownPath()
        return aggregation.respond(context, current)
      },
    }
  }

  #versionOf(service: RemoteService): RemoteVersion {
    const documents = async () => (await this.#open()).documentsOf(this.#current(service))
    return {
      ...{ group: service.group, version: service.version, ...service.priorities },
      discovery: async () => (await documents()).discovery(),
      openApiV2: async () => (await documents()).openApiV2(),
      openApiV3: async () => (await documents()).openApiV3(),
    }
  }

  /** With the availability of now. */
  #current(service: RemoteService): RemoteService {
    return this.#services.get(service.name) ?? service
  }
}

/** Whether nothing has changed but the availability. */
const describesSame = (left: RemoteService, right: RemoteService) =>
  JSON.stringify({ ...left, unavailable: undefined }) === JSON.stringify({ ...right, unavailable: undefined })
