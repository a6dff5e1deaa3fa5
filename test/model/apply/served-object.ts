import { decoderOf } from '#schema/decode.js'
import type { ApiResponse, Client, Json } from '#test/support/client.js'
import type { Owners, Paths } from './apply-model.js'
import { type FieldsV1, fieldsV1, pathText } from './fields-v1.js'
import { copy, joined, stepsOf } from './flat-object.js'
import { zeroObject } from './random-schema.js'
import type { RealKind, RealVersion } from './real-kinds.js'

/** Metadata fields that the server sets. Every body has the name, and nobody owns it. */
const NAME = 'f:metadata / f:name'
const SERVER_METADATA = [
  ...['namespace', 'uid', 'resourceVersion', 'generation', 'creationTimestamp', 'managedFields'],
  ...['generateName', 'selfLink', 'deletionTimestamp', 'deletionGracePeriodSeconds'],
]

/** An endpoint: a version, and either the object without its status or only the status. */
export interface Endpoint {
  readonly version: RealVersion
  readonly subresource: 'object' | 'status'
}

interface Write {
  readonly method: string
  readonly body: Json
  readonly manager: string
  readonly query?: string
  readonly type: string
}

/** The owned fields of an object on a server, as the model represents them. */
export class ServedObject {
  readonly #client: Client
  readonly #kind: RealKind
  readonly #name: string
  /** The metadata of the last response. */
  #metadata: Json | undefined

  constructor(client: Client, kind: RealKind, name: string) {
    this.#client = client
    this.#kind = kind
    this.#name = name
  }

  get exists(): boolean {
    return this.#metadata !== undefined
  }

  /** The object on the server, or an empty one. */
  async read({ type, path }: RealVersion): Promise<Json> {
    return this.exists ? (await this.#client.get(`${path}/${this.#name}`)).body : zeroObject(type)
  }

  get owners(): Owners {
    return new Map(this.#entries.map((entry) => [ownerOf(entry), new Set(pathsIn(entry.fieldsV1))]))
  }

  /** The versions in which the owners have last written. */
  get versions(): ReadonlyMap<string, string> {
    return new Map(this.#entries.map((entry) => [ownerOf(entry), entry.apiVersion]))
  }

  get #entries(): Json[] {
    return this.#metadata?.managedFields ?? []
  }

  async write(
    { version, subresource }: Endpoint,
    { method, body, manager, query = '', type }: Write,
  ): Promise<ApiResponse> {
    const { apiVersion, path } = version
    const whole = { apiVersion, kind: this.#kind.kind, ...this.named(body) }
    const object = method === 'POST' ? path : `${path}/${this.#name}`
    const target = `${object}${subresource === 'status' ? '/status' : ''}?fieldManager=${manager}${query}`
    const response = await this.#client.send(method, target, whole, { 'content-type': type })
    if (response.status < 300) this.#metadata = response.body.metadata
    return response
  }

  /** The object as it would be stored. */
  complete(object: unknown, endpoint: Endpoint): Json {
    return this.relevant(copy(decoderOf(endpoint.version.type)(object)), endpoint)
  }

  /** A body with the name of the object. */
  named(body: Json): Json {
    return { ...body, metadata: { ...body.metadata, name: this.#name } }
  }

  /** The fields that clients can write at the endpoint. */
  relevant(object: Json, { subresource }: Pick<Endpoint, 'subresource'>): Json {
    const { apiVersion, kind, status, ...rest } = copy(object)
    for (const name of SERVER_METADATA) delete rest.metadata?.[name]
    for (const name of this.#kind.serverSet) {
      delete rest.spec?.[name]
      delete status?.[name]
    }
    return subresource === 'status' ? { status } : rest
  }

  /** The conflicts in a response, in the format of `conflictsWith`. */
  conflictsIn({ body }: ApiResponse): string[] {
    return body.details.causes.map(({ message, field }: Json) => `${message}: ${field}`).sort()
  }
}

export function conflictsWith(owners: Owners): string[] {
  const conflicts = [...owners].flatMap(([owner, paths]) => {
    const [manager, operation, version, subresource] = owner.split(' ')
    const through = subresource === 'status' ? ' with subresource "status"' : ''
    const using = operation === 'Update' ? ` using ${version}` : ''
    return [...paths].map(
      (path) => `conflict with "${manager}"${through}${using}: ${pathText(stepsOf(path))}`,
    )
  })
  return conflicts.sort()
}

/** An applier is one owner in all versions; an updater is one owner per version. */
export const ownerName = (manager: string, operation: string, { version, subresource }: Endpoint) =>
  [manager, operation, operation === 'Apply' ? 'any' : version.apiVersion, subresource].join(' ')

function ownerOf({ manager, operation, apiVersion, subresource }: Json): string {
  return [manager, operation, operation === 'Apply' ? 'any' : apiVersion, subresource ?? 'object'].join(' ')
}

/** Managed fields from owners and their versions, for some paths or for all. */
export function shown(
  owners: Owners,
  versions: ReadonlyMap<string, string>,
  some?: Paths,
): Record<string, FieldsV1> {
  const entries = [...owners].sort().map(([owner, paths]) => {
    const fields = fieldsV1(
      [...paths].filter((path) => path !== NAME && (some?.has(path) ?? true)).map(stepsOf),
    )
    return [`${owner} in ${versions.get(owner)}`, fields] as const
  })
  return Object.fromEntries(entries.filter(([, fields]) => Object.keys(fields).length > 0))
}

function pathsIn(fields: FieldsV1, path = ''): string[] {
  return Object.entries(fields).flatMap(([step, below]) => {
    if (step === '.') return [path]
    const at = joined(path, step)
    return Object.keys(below).length === 0 ? [at] : pathsIn(below, at)
  })
}
