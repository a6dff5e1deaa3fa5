import type { FederationContext } from '#federation/config.js'
import type { MemberObject } from '#federation/members/lazy-object.js'
import type { MemberClient, MemberResponse } from '#federation/members/member-client.js'
import { ObjectFeed } from '#federation/members/object-feed.js'
import { contains } from '#federation/propagation/copies/three-way-merge.js'
import { rejected } from '#federation/propagation/copies/write-rejected.js'
import { dns1035Label, dns1123Label } from '#meta/formats.js'
import { API_VERSION, DEFINITIONS, SERVICE_EXPORTS, SERVICE_IMPORTS } from './definitions.js'
import type { ExportCondition } from './export-conditions.js'
import type { WantedObject } from './imported-objects.js'
import { IMPORTED, propertiesOf } from './member-service.js'

/** A ServiceExport. */
export interface ServiceExport {
  readonly namespace: string
  readonly name: string
  readonly since: string
  readonly conditions: readonly ExportCondition[]
}

/** A ServiceImport in a member. */
export interface ServiceImport {
  readonly namespace: string
  readonly name: string
  readonly uid: string
  readonly isOurs: boolean
  readonly object: MemberObject
}

interface MemberNamespace {
  readonly name: string
  readonly isTerminating: boolean
}

export interface SharingListener {
  /** An export or import has changed. */
  changed(namespace: string, name: string): void
  /** A namespace has appeared or is about to go, or the member is synced: everything may have changed. */
  allChanged(): void
}

/** The first question may wait: most members export nothing. */
const FIRST_MS = 1_000
/** How often a member without the kinds is asked again. */
const POLL_MS = 30_000
/** The same, while the kinds have just been created. */
const SOON_MS = 500
const SYNC_MS = 15_000
const DEFINITION_PATH = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const MERGE = 'application/merge-patch+json'

export function readExport(object: MemberObject): ServiceExport | undefined {
  const { namespace = '', name, creationTimestamp, deletionTimestamp } = object.metadata
  // The names become parts of names and paths in other members.
  const isNamed = dns1035Label(name).length === 0 && dns1123Label(namespace).length === 0
  if (deletionTimestamp !== undefined || !isNamed) return undefined
  const { conditions } = propertiesOf(object.status)
  return {
    namespace,
    name,
    since: String(creationTimestamp ?? ''),
    conditions: Array.isArray(conditions)
      ? (conditions.map(propertiesOf) as unknown as ExportCondition[])
      : [],
  }
}

function readImport(object: MemberObject): ServiceImport {
  const { namespace = '', name, uid, labels } = object.metadata
  return { namespace, name, uid, isOurs: labels?.[IMPORTED] === 'true', object }
}

const readNamespace = ({ metadata }: MemberObject): MemberNamespace => ({
  name: metadata.name,
  isTerminating: metadata.deletionTimestamp !== undefined,
})

/** The exports and imports of one member. */
export class MemberSharing {
  readonly client: MemberClient
  readonly #context: FederationContext
  readonly #listener: SharingListener
  readonly #patienceEnds: number
  #isActive: boolean
  #isUnserved = false
  #hasWarned = false
  #exports: ObjectFeed<ServiceExport> | undefined
  #imports: ObjectFeed<ServiceImport> | undefined
  #namespaces: ObjectFeed<MemberNamespace> | undefined
  #cancel: () => void = () => undefined
  #isClosed = false

  /** An active one brings the kinds to the member. */
  constructor(
    client: MemberClient,
    isActive: boolean,
    listener: SharingListener,
    context: FederationContext,
  ) {
    this.client = client
    this.#isActive = isActive
    this.#listener = listener
    this.#context = context
    this.#patienceEnds = context.clock.now() + SYNC_MS
    if (isActive) this.#followNamespaces()
  }

  /** Whether exports and imports are known: all of them, or that the member has none, or took too long. */
  get isKnown(): boolean {
    return this.isSynced || this.#isUnserved || this.#context.clock.now() >= this.#patienceEnds
  }

  /** Whether services can be imported. */
  get isSynced(): boolean {
    return (
      this.#exports?.isSynced === true &&
      this.#imports?.isSynced === true &&
      (!this.#isActive || this.#namespaces?.isSynced === true)
    )
  }

  exportOf(namespace: string, name: string): ServiceExport | undefined {
    return this.#exports?.get(namespace, name)
  }

  importOf(namespace: string, name: string): ServiceImport | undefined {
    return this.#imports?.get(namespace, name)
  }

  *keys(): Generator<{ readonly namespace: string; readonly name: string }> {
    yield* this.#exports?.values() ?? []
    for (const one of this.#imports?.values() ?? []) if (one.isOurs) yield one
  }

  hasNamespace(name: string): boolean {
    return this.#namespaces?.get('', name)?.isTerminating === false
  }

  activate(): void {
    if (this.#isActive) return
    this.#isActive = true
    this.#followNamespaces()
    if (this.#exports === undefined) void this.#check()
  }

  /** The member is ready. */
  resume(): void {
    for (const feed of [this.#exports, this.#imports, this.#namespaces]) feed?.resume()
    if (this.#exports !== undefined) return
    if (this.#isActive) void this.#check()
    else this.#checkAfter(FIRST_MS)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#cancel()
    await Promise.all([this.#exports, this.#imports, this.#namespaces].map((feed) => feed?.close()))
  }

  /** Creates the object, or changes the given one if it lacks something. Resolves with a response, if there is one. */
  async write(collection: string, wanted: WantedObject, known: object | undefined): Promise<unknown> {
    const path = pathIn(collection, wanted.metadata.namespace)
    if (known === undefined) {
      const response = await this.client.send({ method: 'POST', path, body: wanted })
      // The feed tells what is there already.
      if (response.status !== 409) return expectDone(response)
      return undefined
    }
    if (contains(known, wanted)) return undefined
    const { name } = wanted.metadata
    const { spec } = wanted
    // A patch has to say which field is no longer wanted.
    const body = spec === undefined ? wanted : { ...wanted, spec: { sessionAffinityConfig: null, ...spec } }
    return expectDone(
      await this.client.send({ method: 'PATCH', path: `${path}/${name}`, contentType: MERGE, body }),
    )
  }

  async writeStatus(collection: string, namespace: string, name: string, status: object): Promise<void> {
    const path = `${pathIn(collection, namespace)}/${encodeURIComponent(name)}/status`
    const response = await this.client.send({ method: 'PATCH', path, contentType: MERGE, body: { status } })
    if (response.status !== 404) expectDone(response)
  }

  async remove(collection: string, namespace: string, name: string, uid: string): Promise<void> {
    const path = `${pathIn(collection, namespace)}/${encodeURIComponent(name)}`
    const body = { kind: 'DeleteOptions', apiVersion: 'v1', preconditions: { uid } }
    const response = await this.client.send({ method: 'DELETE', path, body })
    // Gone, or another object has the name.
    if (response.status !== 404 && response.status !== 409) expectDone(response)
  }

  #followNamespaces(): void {
    this.#namespaces ??= this.#feed('/api/v1/namespaces', readNamespace, (before, after) => {
      if (before?.isTerminating !== after?.isTerminating) this.#listener.allChanged()
    })
  }

  /** Follows the kinds if the member serves them; otherwise creates them, or asks again later. */
  async #check(): Promise<void> {
    this.#cancel()
    if (this.#isClosed) return
    try {
      if (await this.#isServed()) {
        this.#open()
        return
      }
      this.#isUnserved = true
      this.#listener.allChanged()
      const isCreated = this.#isActive && (await this.#createKinds())
      this.#checkAfter(isCreated ? SOON_MS : POLL_MS)
    } catch (error) {
      this.#context.logger.debug(
        { member: this.client.server, error: String(error) },
        'no exports of a member',
      )
      this.#checkAfter(POLL_MS)
    }
  }

  #checkAfter(milliseconds: number): void {
    this.#cancel()
    if (this.#isClosed) return
    const { clock } = this.#context
    this.#cancel = clock.at(clock.now() + milliseconds, () => void this.#check())
  }

  async #isServed(): Promise<boolean> {
    const { status, body } = await this.client.send({ method: 'GET', path: `/apis/${API_VERSION}` })
    const { resources } = propertiesOf(body)
    if (status !== 200 || !Array.isArray(resources)) return false
    const names = new Set(resources.map((resource) => propertiesOf(resource).name))
    return names.has('serviceexports') && names.has('serviceimports')
  }

  /** Returns whether the kinds are there, or will be soon. */
  async #createKinds(): Promise<boolean> {
    for (const body of DEFINITIONS) {
      const { status } = await this.client.send({ method: 'POST', path: DEFINITION_PATH, body })
      if (status !== 201 && status !== 409) {
        if (!this.#hasWarned)
          this.#context.logger.warn(
            { member: this.client.server, definition: body.metadata.name, status },
            'cannot create a definition in a member; services are not shared with it: was it joined with --services?',
          )
        this.#hasWarned = true
        return false
      }
    }
    return true
  }

  #open(): void {
    if (this.#isClosed || this.#exports !== undefined) return
    this.#isUnserved = false
    const changed = (
      before: { readonly namespace: string; readonly name: string } | undefined,
      after: { readonly namespace: string; readonly name: string } | undefined,
    ) => {
      const one = after ?? before
      if (one !== undefined) this.#listener.changed(one.namespace, one.name)
    }
    this.#exports = this.#feed(SERVICE_EXPORTS, readExport, changed)
    this.#imports = this.#feed(SERVICE_IMPORTS, readImport, (before, after) => {
      // Those of another implementation make no work.
      if (before?.isOurs || after?.isOurs) changed(before, after)
    })
  }

  #feed<T>(
    path: string,
    read: (object: MemberObject) => T | undefined,
    changed: (before: T | undefined, after: T | undefined) => void,
  ): ObjectFeed<T> {
    const listener = { changed, synced: () => this.#listener.allChanged() }
    return new ObjectFeed(this.client, { path, read, listener }, this.#context.logger)
  }
}

/** `/api/v1/services` with a namespace: `/api/v1/namespaces/shop/services`. */
const pathIn = (collection: string, namespace: string) =>
  collection.replace(/\/([^/]+)$/, `/namespaces/${encodeURIComponent(namespace)}/$1`)

function expectDone(response: MemberResponse): unknown {
  if (response.status >= 300) throw rejected(response)
  return response.body
}
