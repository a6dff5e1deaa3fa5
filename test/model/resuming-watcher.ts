import type { IncomingMessage } from 'node:http'
import type { Json } from '../support/client.js'
import type { FastClient } from '../support/fast-client.js'
import type { Seen, SeenEvent } from './history.js'

export function seenOf(object: Json): Seen {
  const { name, namespace, resourceVersion, labels = {} } = object.metadata
  return { key: `${namespace}/${name}`, revision: Number(resourceVersion), labels }
}

/** A watch that disconnects and resumes from the last version that it has seen. */
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

  /** Breaks the connection at any point of the stream, and waits for the events that had arrived. */
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
        // An incomplete event follows the last line break. The next connection receives it again.
        rest = lines.pop() ?? ''
        for (const line of lines) this.#take(JSON.parse(line))
      }
    } catch (error) {
      // The test broke the connection.
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
