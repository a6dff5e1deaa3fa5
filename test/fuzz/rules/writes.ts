import { kinds } from '#kinds/index.js'
import type { Body } from '#meta/rule-examples.fixture.js'
import type { Json } from '#test/support/client.js'
import type { FastClient } from '#test/support/fast-client.js'
import { isBody } from './faulty-object.js'

/** Whether a write is only checked. */
type Checked = 'checked' | undefined

/** The ways to write an object. */
export class Writes {
  readonly #client: FastClient
  readonly #collection: string
  readonly #name: string

  constructor(client: FastClient, object: Body, name: string) {
    this.#client = client
    this.#collection = collectionPath(object)
    this.#name = name
  }

  /** Subresources set what a new object does not have: its status, and containers that are added to a pod. */
  async store(object: Body, statusSubresource: string): Promise<Response> {
    const { ephemeralContainers, ...spec } = (object.spec ?? {}) as Body
    const isPod = object.kind === 'Pod'
    let stored = await this.create(isPod ? { ...object, spec } : object)
    if (isPod && ephemeralContainers !== undefined && stored.status < 300) {
      stored = await this.update(object, '/ephemeralcontainers')
    }
    const isDone = stored.status >= 300 || hasFields(stored.body.status, object.status)
    return isDone ? stored : this.update(object, statusSubresource)
  }

  async exists(): Promise<boolean> {
    return (await this.#client.send('GET', this.#path)).status === 200
  }

  remove(): Promise<Response> {
    return this.#client.send('DELETE', `${this.#path}?gracePeriodSeconds=0&propagationPolicy=Background`)
  }

  create(object: Body, checked?: Checked): Promise<Response> {
    return this.#client.send('POST', `${this.#collection}${dryRun(checked)}`, this.#named(object))
  }

  apply(object: Body): Promise<Response> {
    const path = `${this.#path}?dryRun=All&fieldManager=fuzz&force=true`
    return this.#client.send('PATCH', path, this.#named(object), 'application/apply-patch+yaml')
  }

  /** Repeated if the server changes the object meanwhile, as it does with the status of policies. */
  async update(object: Body, subresource = '', checked?: Checked): Promise<Response> {
    const { metadata } = await this.current()
    const { resourceVersion } = metadata as Json
    const updated = this.#named(object, { resourceVersion })
    const path = `${this.#path}${subresource}${dryRun(checked)}`
    const response = await this.#client.send('PUT', path, updated)
    return response.status === 409 ? this.update(object, subresource, checked) : response
  }

  /** Replaces all that an update would replace. */
  async patch(object: Body, subresource = '', checked?: Checked): Promise<Response> {
    const current = await this.current()
    const { metadata, ...rest } = this.#named(object)
    const replaced = metadata as Body
    const removed = Object.keys(current).filter((name) => name !== 'metadata' && !(name in rest))
    const added = [
      ...Object.entries(rest).map(([name, value]) => [`/${name}`, value]),
      ...Object.entries(replaced).map(([name, value]) => [`/metadata/${name}`, value]),
    ]
    const removedMetadata = REMOVED_BY_UPDATES.filter(
      (name) => hasMetadata(current, name) && !(name in replaced),
    )
    const patch = [
      ...removed.map((name) => ({ op: 'remove', path: `/${name}` })),
      ...removedMetadata.map((name) => ({ op: 'remove', path: `/metadata/${name}` })),
      ...added.map(([path, value]) => ({ op: 'add', path, value })),
    ]
    const path = `${this.#path}${subresource}${dryRun(checked)}`
    return this.#client.send('PATCH', path, patch, 'application/json-patch+json')
  }

  /** The same as a merge patch. */
  async mergePatch(object: Body, subresource = ''): Promise<Response> {
    const current = await this.current()
    const { metadata, ...rest } = this.#named(object)
    const before = Object.entries(current.metadata as Body).filter(
      ([name]) => name in (metadata as Body) || REMOVED_BY_UPDATES.includes(name),
    )
    const patch = difference({ ...current, metadata: Object.fromEntries(before) }, { metadata, ...rest })
    return this.#client.send('PATCH', `${this.#path}${subresource}`, patch, 'application/merge-patch+json')
  }

  async current(): Promise<Body> {
    return (await this.#client.send('GET', this.#path)).body as Body
  }

  get #path(): string {
    return `${this.#collection}/${encodeURIComponent(this.#name)}`
  }

  #named(object: Body, more: Body = {}): Body {
    return { ...object, metadata: { ...(object.metadata as Body | undefined), name: this.#name, ...more } }
  }
}

/** Whether an object has all the fields of another. */
const hasFields = (object: unknown, fields: unknown) =>
  Object.entries(fields ?? {}).every(
    ([name, value]) => JSON.stringify((object as Body | undefined)?.[name]) === JSON.stringify(value),
  )

/** Metadata that an update removes if it leaves it out; the server may have added some of it. */
const REMOVED_BY_UPDATES: readonly string[] = ['annotations', 'labels']

const hasMetadata = ({ metadata }: Body, name: string) => name in (metadata as Body)

const dryRun = (checked: Checked) => (checked === undefined ? '' : '?dryRun=All')

/** The merge patch that makes one value the other; it does not remove what the other says is null. */
function difference(before: Body, after: Body): Body {
  const patch: Record<string, unknown> = {}
  for (const name of Object.keys(before)) if (after[name] === undefined) patch[name] = null
  for (const [name, value] of Object.entries(after)) {
    if (value === undefined) continue
    const current = before[name]
    patch[name] = isBody(value) && isBody(current) ? difference(current, value) : value
  }
  return patch
}

export interface Response {
  readonly status: number
  readonly body: Json
}

/** Objects of examples have no uid. */
const UID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

export const withoutUids = (text: string) => text.replace(UID, '')

/** The causes of a rejection: the field, the reason and the message of each. */
export function causesOf({ status, body }: Response): readonly string[] {
  const causes = body?.details?.causes as readonly Json[] | undefined
  if (causes === undefined) return status < 300 ? [] : [`${status}: ${body?.message}`]
  return causes.map(({ field = '', reason, message }) => `${field}: ${reason}: ${withoutUids(message)}`)
}

function collectionPath({ apiVersion, kind }: Body): string {
  for (const version of kinds.flatMap(({ versions }) => versions)) {
    const { group, version: name, plural, namespaced } = version
    const served = group === '' ? name : `${group}/${name}`
    if (served !== apiVersion || version.kind !== kind) continue
    const root = group === '' ? `/api/${name}` : `/apis/${group}/${name}`
    return namespaced ? `${root}/namespaces/test/${plural}` : `${root}/${plural}`
  }
  throw new Error(`no kind ${kind} of ${apiVersion}`)
}
