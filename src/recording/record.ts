import { setMaxListeners } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { accessFromKubeconfig } from '#federation/joining/index.js'
import { MemberClient } from '#federation/members/member-client.js'
import { MemberUnreachable } from '#federation/members/member-errors.js'
import { type ReceivedText, TruncatedText } from '#federation/members/received-json.js'
import { AddressRules } from '#util/net/address-rules.js'
import { findResources, type ListableResource, pathOf } from './find-resources.js'
import { type RecordedEvent, type RecordedObject, RecordingError } from './format.js'
import { RecordingWriter } from './recording-writer.js'
import { redactSecret } from './redact.js'

export interface RecordOptions {
  readonly kubeconfig: string
  /** The current one if it is empty. */
  readonly context: string
  readonly out: string
  /** Plural names, kinds or short names; all if it is empty. */
  readonly kinds: readonly string[]
  /** All namespaces if it is empty. */
  readonly namespace: string
  readonly durationMs: number
  readonly includeSecretValues: boolean
  /** The version of this program. */
  readonly version: string
  readonly signal: AbortSignal
  readonly note: (line: string) => void
  /** Receives each change after it was written. */
  readonly onEvent?: (event: RecordedEvent) => void
}

const PAGE_SIZE = 500
const RETRY_MS = 1_000
/** The user named the server, so any address is allowed. */
const ANYWHERE = new AddressRules(['0.0.0.0/0', '::/0'])

/** Kinds without which others cannot be served. They are recorded whatever the user asks for. */
const ALWAYS = new Set(['namespaces', 'customresourcedefinitions.apiextensions.k8s.io'])

/** Records the objects of a cluster and their changes. Sends nothing but GET. Rejects with `RecordingError`. */
export async function record(options: RecordOptions): Promise<{ objects: number; events: number }> {
  const access = await accessFromKubeconfig(options.kubeconfig, options.context)
  // Every watch needs a connection of its own.
  const client = new MemberClient(access, { rules: ANYWHERE, connections: Number.POSITIVE_INFINITY })
  const writer = await RecordingWriter.create(options.out, options.version)
  try {
    await new Recorder(client, writer, options).run()
    return await writer.finish()
  } catch (error) {
    await writer.abandon()
    if (error instanceof MemberUnreachable) throw new RecordingError(error.message, { cause: error })
    throw error
  } finally {
    client.close()
  }
}

class Recorder {
  readonly #client: MemberClient
  readonly #writer: RecordingWriter
  readonly #options: RecordOptions

  constructor(client: MemberClient, writer: RecordingWriter, options: RecordOptions) {
    this.#client = client
    this.#writer = writer
    this.#options = options
  }

  async run(): Promise<void> {
    const { durationMs, signal, note } = this.#options
    const chosen = (await findResources(this.#client)).filter((resource) => this.#isChosen(resource))
    const listed: { resource: ListableResource; from: string }[] = []
    for (const resource of chosen) {
      const from = await this.#list(resource)
      if (from !== undefined) listed.push({ resource, from })
    }
    if (durationMs === 0) return
    note(`recorded ${listed.length} lists; watching for changes`)
    // A signal ends the watches early, and the recording is complete.
    const end = AbortSignal.any([signal, AbortSignal.timeout(durationMs)])
    setMaxListeners(0, end)
    await Promise.all(listed.map(({ resource, from }) => this.#watch(resource, from, end)))
  }

  #isChosen({ resource, kind, group, shortNames }: ListableResource): boolean {
    const { kinds } = this.#options
    const full = group === '' ? resource : `${resource}.${group}`
    if (kinds.length === 0 || ALWAYS.has(full)) return true
    return [full, resource, kind.toLowerCase(), ...shortNames].some((name) => kinds.includes(name))
  }

  #path({ group, version, resource, isNamespaced }: ListableResource): string {
    const { namespace } = this.#options
    const scope = isNamespaced && namespace !== '' ? `/namespaces/${encodeURIComponent(namespace)}` : ''
    return `${pathOf({ group, version })}${scope}/${resource}`
  }

  /** Resolves with the resource version of the list; undefined if the server refuses it. */
  async #list(resource: ListableResource): Promise<string | undefined> {
    const { signal, note } = this.#options
    const objects: RecordedObject[] = []
    let from: string | undefined
    for (let token = ''; ; ) {
      const query = `?limit=${PAGE_SIZE}${token === '' ? '' : `&continue=${encodeURIComponent(token)}`}`
      const path = this.#path(resource) + query
      const { metadata, refusal } = await this.#client.list({ path, signal }, (text) => {
        const object = this.#parse(resource, text) as RecordedObject | undefined
        if (object !== undefined) objects.push(object)
      })
      if (refusal !== undefined) {
        note(`left out ${resource.resource}: the server responded with ${refusal.status}`)
        return undefined
      }
      from ??= String(metadata.resourceVersion ?? '')
      token = typeof metadata.continue === 'string' ? metadata.continue : ''
      if (token === '') break
    }
    const { group, version, resource: plural, kind } = resource
    await this.#writer.write({
      list: { group, version, resource: plural, kind, resourceVersion: from },
    })
    for (const object of objects) await this.#writer.write({ object: this.#shown(resource, object) })
    return from
  }

  /** Watches until the end, and again where a watch ended. */
  async #watch(resource: ListableResource, start: string, end: AbortSignal): Promise<void> {
    let from = start
    while (!end.aborted) {
      const query = `?watch=true&allowWatchBookmarks=true&resourceVersion=${encodeURIComponent(from)}`
      try {
        const lines = this.#client.stream(this.#path(resource) + query, end)
        let next = await lines.next()
        for (; !next.done; next = await lines.next()) {
          const event = this.#parse(resource, next.value) as RecordedEvent | undefined
          if (event === undefined) continue
          if ((event.type as string) === 'ERROR') return this.#options.note(lost(resource))
          from = event.object.metadata.resourceVersion
          if ((event.type as string) !== 'BOOKMARK') await this.#event(resource, event)
        }
        if (next.value !== undefined) return this.#options.note(lost(resource))
      } catch (error) {
        if (end.aborted) return
        if (!(error instanceof MemberUnreachable)) throw error
        await pause(RETRY_MS, undefined, { signal: end }).catch(() => undefined)
      }
    }
  }

  async #event(listable: ListableResource, { type, object }: RecordedEvent): Promise<void> {
    const { group, version, resource } = listable
    const event = { type, resource: { group, version, resource }, object: this.#shown(listable, object) }
    await this.#writer.write({ event })
    this.#options.onEvent?.(event)
  }

  #parse({ resource }: ListableResource, text: ReceivedText): unknown {
    if (!(text instanceof TruncatedText)) return JSON.parse(text)
    this.#options.note(`left out an object of ${resource} that is too large`)
    return undefined
  }

  #shown({ group, kind }: { readonly group: string; readonly kind: string }, object: RecordedObject) {
    const isSecret = group === '' && kind === 'Secret'
    return isSecret && !this.#options.includeSecretValues ? redactSecret(object) : object
  }
}

const lost = ({ resource }: ListableResource) =>
  `the watch of ${resource} ended: later changes of them are not recorded`
