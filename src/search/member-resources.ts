import type { MemberClient } from '#federation/members/member-client.js'
import type { ServedResource } from '#federation/members/member-discovery.js'
import { MemberUnreachable, ResponseRefused } from '#federation/members/member-errors.js'
import type { Clock } from '#util/clock.js'

/** A resource of a member that can be listed and watched. */
export interface SearchableResource extends ServedResource {
  readonly singular: string
  readonly shortNames: readonly string[]
  readonly categories: readonly string[]
}

/** How long a member's resources are used without asking again. */
const FRESH_MS = 30_000
const TIMEOUT_MS = 10_000
/** The documents of a cluster with a thousand kinds. */
const MAX_BYTES = 8 * 1024 * 1024
const AGGREGATED = ['v2', 'v2beta1']
  .map((version) => `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`)
  .concat('application/json')
  .join(',')

/** All resources of one member, from its discovery documents. */
export class MemberResources {
  readonly #client: MemberClient
  readonly #clock: Clock
  #known: Promise<readonly SearchableResource[]> | undefined
  #askedAt = 0
  #last: readonly SearchableResource[] | undefined

  constructor(client: MemberClient, clock: Clock) {
    this.#client = client
    this.#clock = clock
  }

  /** In the order of the member, so that preferred versions come first. Rejects with `MemberUnreachable`. */
  all(): Promise<readonly SearchableResource[]> {
    const now = this.#clock.now()
    if (this.#known !== undefined && now - this.#askedAt < FRESH_MS) return this.#known
    const asked = this.#ask()
    this.#known = asked
    this.#askedAt = now
    asked.then(
      (resources) => {
        this.#last = resources
      },
      () => {
        if (this.#known === asked) this.#known = undefined
      },
    )
    return asked
  }

  /** The last response; undefined if there was none. */
  get last(): readonly SearchableResource[] | undefined {
    return this.#last
  }

  async find(group: string, version: string, plural: string): Promise<SearchableResource | undefined> {
    const all = await this.all()
    return all.find(
      (known) => known.resource === plural && known.group === group && known.version === version,
    )
  }

  async #ask(): Promise<readonly SearchableResource[]> {
    const [core, named] = await Promise.all([this.#below('/api'), this.#below('/apis')])
    return [...core, ...named]
  }

  async #below(root: string): Promise<readonly SearchableResource[]> {
    const document = await this.#get(root, AGGREGATED).catch((error: unknown) => {
      // The aggregated document is too large to parse, those of the groups may not be.
      if (error instanceof ResponseRefused) return this.#get(root)
      throw error
    })
    if (document === undefined) throw new MemberUnreachable(`${this.#client.server}: no discovery at ${root}`)
    if (document.kind === 'APIGroupDiscoveryList') return aggregatedResources(document)
    const lists = groupVersionsIn(document).map(async ({ group, version }) => {
      const prefix = prefixOf(group, version)
      // A group whose own server is down is left out.
      const list = await this.#get(prefix).catch(() => undefined)
      return list === undefined ? [] : listedResources(list, group, version)
    })
    return (await Promise.all(lists)).flat()
  }

  /** Undefined if the member has no such document. */
  async #get(path: string, accept?: string): Promise<Json | undefined> {
    const { status, body } = await this.#client.send({
      method: 'GET',
      path,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      ...(accept && { accept }),
    })
    return status === 200 && isObject(body) ? body : undefined
  }
}

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null
const objectsIn = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isObject) : [])
const stringsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((text): text is string => typeof text === 'string') : []
const stringIn = (value: unknown) => (typeof value === 'string' ? value : '')

const prefixOf = (group: string, version: string) =>
  group === '' ? `/api/${version}` : `/apis/${group}/${version}`

function aggregatedResources({ items }: Json): readonly SearchableResource[] {
  return objectsIn(items).flatMap(({ metadata, versions }) => {
    const group = isObject(metadata) ? stringIn(metadata.name) : ''
    return objectsIn(versions).flatMap(({ version, resources }) =>
      objectsIn(resources).flatMap((entry) => {
        const { resource, responseKind, scope, singularResource } = entry
        const kind = isObject(responseKind) ? responseKind.kind : ''
        const named = { ...entry, name: resource, kind, singularName: singularResource }
        return searchable({ ...named, namespaced: scope === 'Namespaced' }, group, stringIn(version))
      }),
    )
  })
}

/** The groups and versions of `/api` or `/apis`. */
function groupVersionsIn({ versions, groups }: Json): readonly { group: string; version: string }[] {
  const core = stringsIn(versions).map((version) => ({ group: '', version }))
  const named = objectsIn(groups).flatMap(({ name, versions, preferredVersion }) => {
    const preferred = isObject(preferredVersion) ? stringIn(preferredVersion.version) : ''
    const all = objectsIn(versions).map(({ version }) => stringIn(version))
    const inOrder = new Set([...all.filter((version) => version === preferred), ...all])
    return [...inOrder].map((version) => ({ group: stringIn(name), version }))
  })
  return [...core, ...named]
}

const listedResources = ({ resources }: Json, group: string, version: string) =>
  objectsIn(resources).flatMap((entry) => searchable(entry, group, version))

/** Resources that cannot be followed are left out, and so are subresources. */
function searchable(entry: Json, group: string, version: string): readonly SearchableResource[] {
  const resource = stringIn(entry.name)
  const kind = stringIn(entry.kind)
  const verbs = stringsIn(entry.verbs)
  if (resource === '' || resource.includes('/') || kind === '' || version === '') return []
  if (!verbs.includes('list') || !verbs.includes('watch')) return []
  return [
    {
      group,
      version,
      resource,
      prefix: prefixOf(group, version),
      kind,
      isNamespaced: entry.namespaced === true,
      singular: stringIn(entry.singularName),
      shortNames: stringsIn(entry.shortNames),
      categories: stringsIn(entry.categories),
    },
  ]
}
