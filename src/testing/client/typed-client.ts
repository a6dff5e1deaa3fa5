import type { CustomKind } from '#custom-resources/define-kind/define-kind.js'
import { collectionPath, objectPath } from '#registry/keys.js'
import type { ServedVersion } from '#registry/kind.js'
import type { KindRegistry } from '#registry/kind-registry.js'
import { responseError } from './api-status-error.js'
import {
  type ClientApplyOptions,
  type ClientDeleteOptions,
  type ClientListOptions,
  type ClientPatchOptions,
  type ClientWatchOptions,
  type ClientWriteOptions,
  type ObjectPage,
  queryOf,
} from './client-options.js'
import type { SendRequest } from './connection.js'
import { findVersion } from './find-version.js'
import type { ApiVersion, Draft, KindIn, ObjectDraft, ObjectType } from './object-types.js'
import { readWatch, type WatchedChange } from './read-watch.js'

const AGENT = 'binnacle-testing'

const PATCH_TYPES = {
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  json: 'application/json-patch+json',
} as const

/** The parts of an object that its path needs. */
interface Sent {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata?: { readonly name?: string | undefined; readonly namespace?: string | undefined }
}

/**
 * A client with the types of the built-in kinds, and of the kinds that the server was started with. Its requests go
 * over HTTP, like those of everyone else. The namespace is `default` where none is given, and ignored for kinds
 * without namespaces. Errors of the server are `ApiStatusError`s.
 *
 * @example
 * const { client } = server
 * await client.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { x: '1' } })
 * const { data } = await client.get('v1', 'ConfigMap', 'default', 'a')
 */
export class TypedClient<Kinds extends CustomKind = never> {
  readonly #kinds: KindRegistry
  readonly #send: SendRequest

  /** @internal */
  constructor(kinds: KindRegistry, send: SendRequest) {
    this.#kinds = kinds
    this.#send = send
  }

  /**
   * Creates an object.
   *
   * @example
   * const pod = await client.create({
   *   apiVersion: 'v1',
   *   kind: 'Pod',
   *   metadata: { generateName: 'web-' },
   *   spec: { containers: [{ name: 'main', image: 'nginx' }] },
   * })
   */
  async create<const V extends ApiVersion, const K extends KindIn<V>>(
    object: ObjectDraft<V, K, Kinds>,
    options: ClientWriteOptions = {},
  ): Promise<ObjectType<V, K, Kinds>> {
    const { version, namespace } = this.#placeOf(object as Sent)
    return this.#write('POST', collectionPath(version, namespace), object, options)
  }

  /**
   * Reads an object.
   *
   * @example
   * const { status } = await client.get('apps/v1', 'Deployment', 'default', 'web')
   */
  async get<const V extends ApiVersion, const K extends KindIn<V>>(
    apiVersion: V,
    kind: K,
    namespace: string | undefined,
    name: string,
  ): Promise<ObjectType<V, K, Kinds>> {
    return this.#json(await this.#request(this.#pathOf(apiVersion, kind, namespace, name)))
  }

  /**
   * Reads the objects of a kind.
   *
   * @example
   * const { items } = await client.list('v1', 'Pod', { namespace: 'default', labelSelector: 'app=web' })
   */
  async list<const V extends ApiVersion, const K extends KindIn<V>>(
    apiVersion: V,
    kind: K,
    { namespace, ...query }: ClientListOptions = {},
  ): Promise<ObjectPage<ObjectType<V, K, Kinds>>> {
    const path = this.#collectionOf(apiVersion, kind, namespace)
    const list: ObjectPage<object> = await this.#json(await this.#request(path + queryOf(query)))
    // Lists leave the type of their items out.
    const items = list.items.map((item) => ({ ...item, apiVersion, kind }) as ObjectType<V, K, Kinds>)
    return { ...list, items }
  }

  /**
   * The changes of the objects of a kind: without a `resourceVersion` first those that exist, as added. Ends when the
   * signal is aborted or the loop is left.
   *
   * @example
   * for await (const { type, object } of client.watch('v1', 'Pod', { signal: AbortSignal.timeout(5_000) })) {
   *   console.log(type, object.metadata.name, object.status.phase)
   * }
   */
  async *watch<const V extends ApiVersion, const K extends KindIn<V>>(
    apiVersion: V,
    kind: K,
    { namespace, signal, ...query }: ClientWatchOptions = {},
  ): AsyncGenerator<WatchedChange<ObjectType<V, K, Kinds>>, void, undefined> {
    const path = this.#collectionOf(apiVersion, kind, namespace) + queryOf({ watch: true, ...query })
    const stop = new AbortController()
    const either = signal === undefined ? stop.signal : AbortSignal.any([stop.signal, signal])
    try {
      const response = await this.#request(path, { signal: either })
      yield* readWatch<ObjectType<V, K, Kinds>>(response, either)
    } catch (error) {
      if (!either.aborted) throw error
    } finally {
      stop.abort()
    }
  }

  /**
   * Server-side apply: creates the object, or sets the given fields.
   *
   * @example
   * await client.apply(
   *   { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' }, spec: { replicas: 3 } },
   *   { fieldManager: 'scaler', force: true },
   * )
   */
  async apply<const V extends ApiVersion, const K extends KindIn<V>>(
    object: ObjectDraft<V, K, Kinds>,
    { subresource, ...options }: ClientApplyOptions = {},
  ): Promise<ObjectType<V, K, Kinds>> {
    return this.#write('PATCH', this.#pathOfObject(object as Sent, subresource), object, options, {
      'content-type': 'application/apply-patch+yaml',
    })
  }

  /**
   * Patches an object.
   *
   * @example
   * await client.patch('apps/v1', 'Deployment', 'default', 'web', { spec: { replicas: 3 } })
   *
   * @example
   * const patch = [{ op: 'remove', path: '/metadata/labels/app' }]
   * await client.patch('v1', 'Pod', 'default', 'a', patch, { type: 'json' })
   */
  async patch<const V extends ApiVersion, const K extends KindIn<V>>(
    apiVersion: V,
    kind: K,
    namespace: string | undefined,
    name: string,
    patch: Draft<ObjectType<V, K, Kinds>> | readonly object[],
    { type = 'merge', subresource, ...options }: ClientPatchOptions = {},
  ): Promise<ObjectType<V, K, Kinds>> {
    const path = this.#pathOf(apiVersion, kind, namespace, name, subresource)
    return this.#write('PATCH', path, patch, options, { 'content-type': PATCH_TYPES[type] })
  }

  /**
   * Replaces an object. With its `resourceVersion` it must not have changed meanwhile.
   *
   * @example
   * const map = await client.get('v1', 'ConfigMap', 'default', 'a')
   * await client.replace({ ...map, data: { x: '2' } })
   */
  async replace<const V extends ApiVersion, const K extends KindIn<V>>(
    object: ObjectDraft<V, K, Kinds>,
    options: ClientWriteOptions = {},
  ): Promise<ObjectType<V, K, Kinds>> {
    return this.#write('PUT', this.#pathOfObject(object as Sent), object, options)
  }

  /**
   * Replaces the status of an object, as a controller does.
   *
   * @example
   * const pod = await client.get('v1', 'Pod', 'default', 'a')
   * await client.updateStatus({ ...pod, status: { ...pod.status, phase: 'Failed' } })
   */
  async updateStatus<const V extends ApiVersion, const K extends KindIn<V>>(
    object: ObjectDraft<V, K, Kinds>,
    options: ClientWriteOptions = {},
  ): Promise<ObjectType<V, K, Kinds>> {
    return this.#write('PUT', this.#pathOfObject(object as Sent, 'status'), object, options)
  }

  /**
   * Deletes an object. It may go on to exist until its finalizers are done.
   *
   * @example
   * await client.delete('apps/v1', 'Deployment', 'default', 'web', { propagationPolicy: 'Foreground' })
   */
  async delete<const V extends ApiVersion, const K extends KindIn<V>>(
    apiVersion: V,
    kind: K,
    namespace: string | undefined,
    name: string,
    { dryRun, ...options }: ClientDeleteOptions = {},
  ): Promise<void> {
    const path = this.#pathOf(apiVersion, kind, namespace, name)
    const body = { apiVersion: 'v1', kind: 'DeleteOptions', ...options }
    await this.#write('DELETE', path, body, { dryRun, fieldManager: undefined })
  }

  #collectionOf(apiVersion: string, kind: string, namespace: string | undefined): string {
    const version = findVersion(this.#kinds, apiVersion, kind)
    return collectionPath(version, version.namespaced ? namespace : undefined)
  }

  #pathOf(apiVersion: string, kind: string, namespace: string | undefined, name: string, subresource = '') {
    const version = findVersion(this.#kinds, apiVersion, kind)
    const path = objectPath(version, namespaceOf(version, namespace), encodeURIComponent(name))
    return subresource === '' ? path : `${path}/${subresource}`
  }

  #pathOfObject(object: Sent, subresource?: string): string {
    const { name, namespace } = object.metadata ?? {}
    if (name === undefined) throw new TypeError('metadata.name is missing')
    return this.#pathOf(object.apiVersion, object.kind, namespace, name, subresource)
  }

  #placeOf({ apiVersion, kind, metadata }: Sent) {
    const version = findVersion(this.#kinds, apiVersion, kind)
    return { version, namespace: namespaceOf(version, metadata?.namespace) }
  }

  async #write<T>(
    method: string,
    path: string,
    body: unknown,
    options: ClientWriteOptions,
    headers: Readonly<Record<string, string>> = { 'content-type': 'application/json' },
  ): Promise<T> {
    const query = queryOf(method === 'DELETE' ? options : { fieldManager: AGENT, ...options })
    return this.#json(await this.#request(path + query, { method, headers, body: JSON.stringify(body) }))
  }

  async #request(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { accept: 'application/json', 'user-agent': AGENT, ...(init.headers as object) }
    const response = await this.#send(path, { ...init, headers })
    if (!response.ok) throw await responseError(response)
    return response
  }

  async #json<T>(response: Response): Promise<T> {
    return (await response.json()) as T
  }
}

const namespaceOf = ({ namespaced }: ServedVersion, namespace = 'default') =>
  namespaced ? namespace : undefined
