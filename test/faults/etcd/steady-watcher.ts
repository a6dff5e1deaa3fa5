import type { IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Json } from '#test/support/client.js'
import type { FastClient } from '#test/support/fast-client.js'

const PATH = '/apis/extensions/v1beta1/ingresses'

/** A watch that resumes after every failure. */
export class SteadyWatcher {
  /** `TYPE name@revision` of every event. */
  readonly events: string[] = []
  /** Number of times that its resource version had expired. */
  expired = 0
  revision: number
  readonly #client: FastClient
  #stream: IncomingMessage | undefined
  #running: Promise<void> | undefined
  #stopped = false

  constructor(client: FastClient, from: number) {
    this.#client = client
    this.revision = from
  }

  start(): this {
    this.#running = this.#run()
    return this
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#stream?.destroy()
    await this.#running
  }

  async #run(): Promise<void> {
    for (; !this.#stopped; await pause(20)) {
      try {
        this.#stream = await this.#client.open(`${PATH}?watch=true&resourceVersion=${this.revision}`)
        if (this.#stopped) this.#stream.destroy()
        await this.#read(this.#stream.setEncoding('utf8'))
      } catch {
        // The server or the connection is gone; the next connection resumes.
      }
    }
  }

  async #read(stream: IncomingMessage): Promise<void> {
    let rest = ''
    for await (const chunk of stream) {
      const lines = (rest + String(chunk)).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) await this.#take(JSON.parse(line))
    }
  }

  async #take({ type, object }: Json): Promise<void> {
    if (type === 'ERROR') {
      if (object.code !== 410) return
      this.expired++
      const { body } = await this.#client.send('GET', PATH)
      this.revision = Number(body.metadata.resourceVersion)
      return
    }
    this.revision = Number(object.metadata.resourceVersion)
    this.events.push(`${type} ${object.metadata.name}@${this.revision}`)
  }
}
