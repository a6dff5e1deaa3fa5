import assert from 'node:assert/strict'
import type { Json } from '#test/support/client.js'
import { EventStream } from './event-stream.js'
import type { WireFormat } from './wire.js'

export const MERGE = 'application/merge-patch+json'
export const STRATEGIC = 'application/strategic-merge-patch+json'
export const JSON_PATCH = 'application/json-patch+json'

export type Query = Readonly<Record<string, string | number | boolean>>

/** A response that reports a failure. */
export class RejectedRequest extends Error {
  readonly code: number
  readonly status: Json

  constructor(code: number, status: Json) {
    super(`${code} ${status?.reason}: ${status?.message}`)
    this.code = code
    this.status = status
  }
}

/** Sends and reads objects like a generated, typed client: in one format, with options in the query. */
export class TypedClient {
  readonly url: string
  readonly format: WireFormat

  constructor(url: string, format: WireFormat) {
    this.url = url
    this.format = format
  }

  /** The objects of a resource, in all namespaces. */
  resource(apiVersion: string, plural: string): ResourceClient {
    return new ResourceClient(this, apiVersion, plural)
  }

  async send(
    method: string,
    path: string,
    query: Query = {},
    body?: { readonly bytes: Buffer; readonly type: string },
    accept = this.format.accept,
  ): Promise<{ readonly object: Json; readonly warnings: string | null; readonly code: number }> {
    const response = await fetch(this.url + path + queryText(query), {
      method,
      headers: { accept, ...(body && { 'content-type': body.type }) },
      ...(body && { body: body.bytes }),
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    const isProtobuf = response.headers.get('content-type')?.includes('protobuf') ?? false
    const object = isProtobuf ? this.format.decode(bytes) : JSON.parse(bytes.toString())
    if (response.status >= 400) throw new RejectedRequest(response.status, object)
    return { object, warnings: response.headers.get('warning'), code: response.status }
  }
}

/** One resource, in one namespace or in all. */
export class ResourceClient {
  readonly #client: TypedClient
  readonly #apiVersion: string
  readonly #plural: string
  readonly #namespace: string | undefined

  constructor(client: TypedClient, apiVersion: string, plural: string, namespace?: string) {
    this.#client = client
    this.#apiVersion = apiVersion
    this.#plural = plural
    this.#namespace = namespace
  }

  in(namespace: string): ResourceClient {
    return new ResourceClient(this.#client, this.#apiVersion, this.#plural, namespace)
  }

  path(name?: string, subresource?: string): string {
    const group = this.#apiVersion.includes('/') ? `apis/${this.#apiVersion}` : `api/${this.#apiVersion}`
    const place = this.#namespace === undefined ? [] : ['namespaces', this.#namespace]
    const parts = [group, ...place, this.#plural, name, subresource]
    return `/${parts.filter((part) => part !== undefined).join('/')}`
  }

  create(object: Json, query?: Query): Promise<Json> {
    return this.#write('POST', this.path(), object, query)
  }

  /** Creates a subresource of an object, such as an eviction. */
  createSubresource(name: string, subresource: string, object: Json, query?: Query): Promise<Json> {
    return this.#write('POST', this.path(name, subresource), object, query)
  }

  async get(name: string, subresource?: string, query?: Query): Promise<Json> {
    return (await this.#client.send('GET', this.path(name, subresource), query)).object
  }

  async list(query?: Query): Promise<Json> {
    return (await this.#client.send('GET', this.path(), query)).object
  }

  /** The names of the items of a list. */
  async names(query?: Query): Promise<string[]> {
    return ((await this.list(query)).items ?? []).map(({ metadata }: Json) => metadata.name)
  }

  update(object: Json, subresource?: string, query?: Query): Promise<Json> {
    return this.#write('PUT', this.path(object.metadata.name, subresource), object, query)
  }

  updateStatus(object: Json): Promise<Json> {
    return this.update(object, 'status')
  }

  /** Reads, changes and replaces an object until no other write comes in between. */
  async change(name: string, change: (object: Json) => void, subresource?: string): Promise<Json> {
    for (;;) {
      const object = await this.get(name)
      change(object)
      try {
        return await this.update(object, subresource)
      } catch (error) {
        if (!(error instanceof RejectedRequest) || error.code !== 409) throw error
      }
    }
  }

  async patch(name: string, patch: Json, type = MERGE, subresource?: string, query?: Query): Promise<Json> {
    const body = { bytes: Buffer.from(JSON.stringify(patch)), type }
    return (await this.#client.send('PATCH', this.path(name, subresource), query, body)).object
  }

  patchStatus(name: string, patch: Json, type = MERGE): Promise<Json> {
    return this.patch(name, patch, type, 'status')
  }

  delete(name: string, options: Json = {}): Promise<Json> {
    return this.#write('DELETE', this.path(name), this.#deleteOptions(options))
  }

  deleteCollection(query: Query, options: Json = {}): Promise<Json> {
    return this.#write('DELETE', this.path(), this.#deleteOptions(options), query)
  }

  watch(query: Query = {}, accept?: string): Promise<EventStream> {
    const url = this.#client.url + this.path() + queryText({ ...query, watch: true })
    return EventStream.open(url, this.#client.format, accept)
  }

  #deleteOptions(options: Json): Json {
    return { kind: 'DeleteOptions', apiVersion: this.#apiVersion, ...options }
  }

  async #write(method: string, path: string, object: Json, query?: Query): Promise<Json> {
    const { format } = this.#client
    const body = { bytes: format.encode(object), type: format.contentType }
    return (await this.#client.send(method, path, query, body)).object
  }
}

function queryText(query: Query): string {
  const words = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) words.set(name, String(value))
  return words.size === 0 ? '' : `?${words}`
}

/** The Status of a rejected request. */
export async function rejection(request: Promise<unknown>, code: number, text?: RegExp): Promise<Json> {
  const error = await request.then(
    () => assert.fail('the request went through'),
    (error: unknown) => error,
  )
  if (!(error instanceof RejectedRequest)) throw error
  assert.equal(error.code, code, error.message)
  if (text !== undefined) assert.match(error.status.message, text)
  return error.status
}
