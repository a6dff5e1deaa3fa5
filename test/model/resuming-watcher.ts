import type { IncomingMessage } from 'node:http'
import type { Json } from '../support/client.js'
import type { FastClient } from '../support/fast-client.js'
import type { Seen, SeenEvent } from './history.js'

export function seenOf(object: Json): Seen {
  const { name, namespace, resourceVersion, labels = {} } = object.metadata
  return { key: `${namespace}/${name}`, revision: Number(resourceVersion), labels }
}

/** A watch that is dropped and taken up again from the last version it has seen. */
export class ResumingWatcher {
  readonly events: SeenEvent[] = []
  readonly #client: FastClient
  readonly #path: string
  readonly #onEvent: (event: SeenEvent) => void
  #revision: number
  #stream: IncomingMessage | undefined
  #reading: Promise<void> = Promise.resolve()
  #failure: unknown

  constructor(
    client: FastClient,
    path: string,
    from: number,
    onEvent: (event: SeenEvent) => void = () => undefined,
  ) {
    this.#client = client
    this.#path = path
    this.#revision = from
    this.#onEvent = onEvent
  }

  get revision(): number {
    return this.#revision
  }

  async open(): Promise<void> {
    const separator = this.#path.includes('?') ? '&' : '?'
    const path = `${this.#path}${separator}watch=true&allowWatchBookmarks=true&resourceVersion=${this.#revision}`
    const stream = await this.#client.open(path)
    stream.setEncoding('utf8')
    this.#stream = stream
    this.#reading = this.#read(stream).catch((error: unknown) => {
      this.#failure = error
    })
  }

  /** Breaks the connection, wherever the stream is, and waits for what had arrived. */
  async drop(): Promise<void> {
    this.#stream?.destroy()
    await this.#reading
    if (this.#failure !== undefined) throw this.#failure
  }

  async #read(stream: IncomingMessage): Promise<void> {
    let rest = ''
    try {
      for await (const chunk of stream) {
        const lines = (rest + String(chunk)).split('\n')
        // What follows the last line break is an event that is not complete; if it stays so, it will be sent again.
        rest = lines.pop() ?? ''
        for (const line of lines) this.#take(JSON.parse(line))
      }
    } catch (error) {
      // A connection that breaks is what this is about.
      if (!stream.destroyed || error instanceof StreamFailed) throw error
    }
  }

  #take(event: Json): void {
    if (event.type === 'ERROR') throw new StreamFailed(JSON.stringify(event))
    this.#revision = Number(event.object.metadata.resourceVersion)
    if (event.type === 'BOOKMARK') return
    const seen = { ...seenOf(event.object), type: event.type }
    this.events.push(seen)
    this.#onEvent(seen)
  }
}

class StreamFailed extends Error {}
