import { JOINED } from '#federation/annotations.js'
import type { MemberAccess } from '#federation/members/kubeconfig.js'
import { MemberClient, type MemberResponse } from '#federation/members/member-client.js'
import { MemberUnreachable } from '#federation/members/member-errors.js'
import { parseReceived } from '#federation/members/received-json.js'
import type { ApiObject } from '#meta/object-meta.js'
import { AddressRules } from '#util/net/address-rules.js'

/** Why a cluster cannot join or leave, as one line for users. */
export class JoinError extends Error {
  override readonly name = 'JoinError'
  /** The status of the response that rejected a request, if there was one. */
  readonly status: number | undefined

  constructor(message: string, { status, ...options }: ErrorOptions & { readonly status?: number } = {}) {
    super(message, options)
    this.status = status
  }
}

/** An object to write, and its collection. */
export interface Manifest {
  /** `/api/v1/namespaces/federation-system/secrets`. */
  readonly collection: string
  readonly object: {
    readonly apiVersion: string
    readonly kind: string
    readonly metadata: {
      readonly name: string
      readonly labels?: Readonly<Record<string, string>>
      readonly [member: string]: unknown
    }
    readonly [member: string]: unknown
  }
}

/** The user named the server, so any address is allowed. */
const ANYWHERE = new AddressRules(['0.0.0.0/0', '::/0'])
const TIMEOUT_MS = 15_000
const METADATA_ONLY = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json'

export interface MetadataPage {
  readonly items: readonly ApiObject[]
  readonly next: string
}

/** Reads and writes the objects of one server for a command. Every method rejects with `JoinError`. */
export class ApiObjects {
  readonly #what: string
  readonly #client: MemberClient

  /** `what` names the server in messages. */
  constructor(what: string, access: MemberAccess) {
    this.#what = what
    this.#client = new MemberClient(access, { rules: ANYWHERE })
  }

  close(): void {
    this.#client.close()
  }

  /** Undefined on 404. */
  async get(path: string): Promise<unknown> {
    const response = await this.#send('GET', path)
    if (response.status === 404) return undefined
    return this.#expect(response, [200], `read ${path}`)
  }

  /** Undefined on 404. Lists may be large, so they are parsed object by object. */
  async list<T>(path: string): Promise<readonly T[] | undefined> {
    const found: T[] = []
    try {
      const { refusal } = await this.#client.list({ path, timeoutMs: TIMEOUT_MS }, (text) =>
        found.push(parseReceived(text) as T),
      )
      if (refusal === undefined) return found
      if (refusal.status === 404) return undefined
      throw this.#rejected(refusal, `list ${path}`)
    } catch (error) {
      if (!(error instanceof MemberUnreachable || error instanceof SyntaxError)) throw error
      throw this.#unreachable(error)
    }
  }

  /**
   * Creates the object, or merges it into an existing one. An object with the joined label never replaces one
   * without it.
   */
  async ensure({ collection, object }: Manifest): Promise<void> {
    const { name, labels } = object.metadata
    const what = `${object.kind} ${name}`
    const created = await this.#send('POST', collection, object)
    if (created.status !== 409) {
      this.#expect(created, [200, 201], `create ${what}`)
      return
    }
    const path = `${collection}/${name}`
    if (labels?.[JOINED] !== undefined && !(await this.isJoined(path))) {
      throw new JoinError(`${this.#what} has a ${what} that was not created by joining; it was not changed`)
    }
    const changed = await this.#send('PATCH', path, object, 'application/merge-patch+json')
    this.#expect(changed, [200], `change ${what}`)
  }

  /** A page of the metadata of a list, and where the next one starts; empty for none. */
  async metadataPage(path: string): Promise<MetadataPage> {
    const items: ApiObject[] = []
    try {
      const { metadata, refusal } = await this.#client.list(
        { path, timeoutMs: TIMEOUT_MS, accept: METADATA_ONLY },
        (text) => items.push(parseReceived(text) as ApiObject),
      )
      if (refusal !== undefined) throw this.#rejected(refusal, `list ${path.split('?')[0]}`)
      return { items, next: typeof metadata.continue === 'string' ? metadata.continue : '' }
    } catch (error) {
      if (!(error instanceof MemberUnreachable || error instanceof SyntaxError)) throw error
      throw this.#unreachable(error)
    }
  }

  /** Merges changes into an object. Returns whether it still had the given resource version. */
  async merge(path: string, changes: object): Promise<boolean> {
    const response = await this.#send('PATCH', path, changes, 'application/merge-patch+json')
    if (response.status === 409) return false
    this.#expect(response, [200], `change ${path}`)
    return true
  }

  /** Whether the object exists and has the joined label. */
  async isJoined(path: string): Promise<boolean> {
    const found = (await this.get(path)) as Partial<Manifest['object']> | undefined
    return found?.metadata?.labels?.[JOINED] === 'true'
  }

  /** Undefined on 404. */
  async post(path: string, body: object): Promise<unknown> {
    const response = await this.#send('POST', path, body)
    if (response.status === 404) return undefined
    return this.#expect(response, [200, 201], `post to ${path}`)
  }

  /** Returns whether the object existed. */
  async remove(path: string): Promise<boolean> {
    const response = await this.#send('DELETE', path)
    if (response.status === 404) return false
    this.#expect(response, [200, 202], `delete ${path}`)
    return true
  }

  async #send(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
    contentType?: string,
  ): Promise<MemberResponse> {
    const content = contentType === undefined ? { body } : { body, contentType }
    try {
      return await this.#client.send({ method, path, timeoutMs: TIMEOUT_MS, ...content })
    } catch (error) {
      if (!(error instanceof MemberUnreachable)) throw error
      throw this.#unreachable(error)
    }
  }

  #unreachable(error: Error): JoinError {
    return new JoinError(`${this.#what} cannot be reached: ${error.message}`, { cause: error })
  }

  #expect({ status, body }: MemberResponse, expected: readonly number[], action: string): unknown {
    if (expected.includes(status)) return body
    throw this.#rejected({ status, body }, action)
  }

  #rejected({ status, body }: MemberResponse, action: string): JoinError {
    const { message } = (body ?? {}) as { readonly message?: unknown }
    const why = typeof message === 'string' ? message : `status ${status}`
    return new JoinError(`${this.#what}: cannot ${action}: ${why}`, { status })
  }
}
