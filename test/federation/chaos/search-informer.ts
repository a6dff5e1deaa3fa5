import assert from 'node:assert/strict'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { Json } from '#test/support/client.js'
import type { Random } from '#test/support/random.js'
import { SEARCH, versionOf } from './agreement.js'
import type { MortalServer } from './processes.js'

/** How long a list may take, and a watch be silent: bookmarks come each minute. */
const LIST_MS = 20_000
const WATCH_SECONDS = 15

/** Follows one resource of all clusters as client-go does: lists once, then resumes watches until one is refused. */
export class SearchInformer {
  readonly counts = { lists: 0, watches: 0 }
  readonly #hosts: readonly MortalServer[]
  readonly #path: string
  readonly #random: Random
  readonly #objects = new Map<string, string>()
  readonly #end = new AbortController()
  #version: string | undefined
  #done: Promise<void> = Promise.resolve()

  constructor(hosts: readonly MortalServer[], path: string, random: Random) {
    this.#hosts = hosts
    this.#random = random
    this.#path = SEARCH + path
  }

  start(): void {
    this.#done = this.#follow()
  }

  async close(): Promise<void> {
    this.#end.abort()
    await this.#done
  }

  /** The objects with their versions, sorted. */
  get objects(): readonly string[] {
    return [...this.#objects.values()].sort()
  }

  async #follow(): Promise<void> {
    while (!this.#end.signal.aborted) {
      // In turn, a list of the one could always be followed by a watch of the other, which knows older or newer versions.
      const { url } = this.#random.pick(this.#hosts)
      try {
        if (url === undefined) throw new Error('the host does not run')
        if (this.#version === undefined) await this.#list(url)
        else await this.#watch(url, this.#version)
      } catch {
        await pause(200)
      }
    }
  }

  async #list(url: string): Promise<void> {
    this.counts.lists++
    const signal = AbortSignal.any([this.#end.signal, AbortSignal.timeout(LIST_MS)])
    const response = await fetch(url + this.#path, { signal })
    if (response.status !== 200) throw new Error(`the list responded with ${response.status}`)
    const { metadata, items } = (await response.json()) as Json
    this.#objects.clear()
    for (const object of items) this.#objects.set(object.metadata.uid, versionOf(object))
    this.#version = metadata.resourceVersion
  }

  async #watch(url: string, version: string): Promise<void> {
    this.counts.watches++
    const query = `watch=true&allowWatchBookmarks=true&timeoutSeconds=${WATCH_SECONDS}&resourceVersion=${version}`
    const late = AbortSignal.timeout((WATCH_SECONDS + 5) * 1000)
    const signal = AbortSignal.any([this.#end.signal, late])
    const response = await fetch(`${url}${this.#path}?${query}`, { signal })
    if (response.status === 410) this.#version = undefined
    if (response.status !== 200) throw new Error(`the watch responded with ${response.status}`)
    assert.ok(response.body)
    for await (const line of createInterface({ input: Readable.fromWeb(response.body as Json) })) {
      this.#take(JSON.parse(line))
    }
  }

  #take({ type, object }: Json): void {
    if (type === 'ERROR') {
      this.#version = undefined
      throw new Error(object.message)
    }
    const { uid, resourceVersion } = object.metadata
    this.#version = resourceVersion
    if (type === 'DELETED') this.#objects.delete(uid)
    else if (type !== 'BOOKMARK') this.#objects.set(uid, versionOf(object))
  }
}
