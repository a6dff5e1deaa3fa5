import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import type { LoopDelay } from '#test/support/measure/loop-delay.js'
import { loopDelay, WATCH_LOOP } from '#test/support/measure/loop-watch.js'
import { ServerProcess } from '#test/support/servers/server-process.js'
import type { HostileResponse, PlainRequest } from './hostile-request.js'

/** Number of objects on the server. */
const OBJECTS = 20_000
export const STOCK = '/apis/extensions/v1beta1/namespaces/stock/replicasets'
/** Number of objects that are created concurrently. */
const CREATORS = 16
/** Pause between two reads, in milliseconds. */
const REST_MS = 5
/** Number of characters of a response that are kept. */
const BEGINNING = 2000
const PATIENCE_MS = 60_000

/** The effect of a hostile request on the server. */
export interface Harm extends LoopDelay {
  /** Number of reads that were served meanwhile. */
  readonly gets: number
  /** Peak memory of the process, in MiB. */
  readonly peakMemory: number
}

/** A server in its own process, with in-memory storage and very many objects. */
export class HostileServer {
  readonly #process: ServerProcess
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 })
  readonly #port: number
  readonly url: string

  readonly #objects: number
  readonly #headers: Readonly<Record<string, string>>

  private constructor(process: ServerProcess, objects: number, headers: Readonly<Record<string, string>>) {
    this.#process = process
    this.#objects = objects
    this.#headers = headers
    this.url = process.url
    this.#port = Number(new URL(process.url).port)
  }

  /** `headers` are the default headers of every request. */
  static async start(
    objects = OBJECTS,
    flags: readonly string[] = [],
    headers: Readonly<Record<string, string>> = {},
  ): Promise<HostileServer> {
    const process = await ServerProcess.start(['--storage', 'memory', ...flags], WATCH_LOOP)
    const server = new HostileServer(process, objects, headers)
    let next = 0
    const create = async () => {
      while (next < objects) {
        const { status, beginning } = await server.send(stocked(next++))
        if (status !== 201) throw new Error(`the stock could not be created: ${status}: ${beginning}`)
      }
    }
    await Promise.all(Array.from({ length: CREATORS }, create))
    return server
  }

  get isRunning(): boolean {
    return this.#process.isRunning
  }

  get pid(): number {
    return this.#process.pid
  }

  /** Attacks the server while another client reads, and measures the effect. */
  async suffer(work: () => Promise<unknown>): Promise<Harm> {
    await loopDelay(this.#process)
    let isOver = false
    // A server that does not recover is killed, which ends all pending requests.
    const patience = setTimeout(() => this.#process.child.kill('SIGKILL'), PATIENCE_MS)
    const reading = this.#readUntil(() => isOver)
    try {
      await Promise.all([reading, work().finally(() => (isOver = true))])
    } finally {
      clearTimeout(patience)
    }
    const gets = await reading
    return { ...(await loopDelay(this.#process)), gets, peakMemory: this.#peakMemory() }
  }

  post(path: string, body: object): Promise<HostileResponse> {
    const headers = { 'content-type': 'application/json' }
    return this.send({ method: 'POST', path, headers, body: JSON.stringify(body) })
  }

  send({ method, path, headers = {}, body }: PlainRequest): Promise<HostileResponse> {
    return new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
      const options = { host: '127.0.0.1', port: this.#port, agent: this.#agent, method, path }
      const sent = request(
        { ...options, headers: { ...this.#headers, ...headers, ...length } },
        (response) => {
          let size = 0
          let beginning = ''
          response.on('data', (chunk: Buffer) => {
            size += chunk.length
            if (beginning.length < BEGINNING) beginning += chunk.toString('utf8', 0, BEGINNING)
          })
          response.on('error', reject)
          response.on('end', () => resolve({ status: response.statusCode ?? 0, size, beginning }))
        },
      )
      sent.on('error', reject)
      sent.end(body)
    })
  }

  async stop(): Promise<void> {
    this.#agent.destroy()
    await this.#process.stop()
  }

  /** Reads at least once; resolves with the number of served reads. */
  async #readUntil(isOver: () => boolean): Promise<number> {
    let count = 0
    do {
      const { status } = await this.send({
        method: 'GET',
        path: `${STOCK}/${stockName(count % this.#objects)}`,
      })
      if (status !== 200) throw new Error(`a concurrent read failed with ${status}`)
      count++
      await new Promise((resolve) => setTimeout(resolve, REST_MS))
    } while (!isOver())
    return count
  }

  #peakMemory(): number {
    const status = readFileSync(`/proc/${this.pid}/status`, 'utf8')
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024
  }
}

const stockName = (index: number) => `stock-${index}`

/** Every object has a few labels: some select many objects, others few. */
function stocked(index: number): PlainRequest {
  const labels = { app: 'web', tier: index % 2 === 0 ? 'front' : 'back', shard: `s${index % 500}` }
  const body = JSON.stringify({
    apiVersion: 'extensions/v1beta1',
    kind: 'ReplicaSet',
    metadata: { name: stockName(index), labels: { ...labels, number: String(index) } },
    spec: {
      template: {
        metadata: { labels: { app: 'web' } },
        spec: { containers: [{ name: 'main', image: 'registry.example/web:1.0' }] },
      },
    },
  })
  return { method: 'POST', path: STOCK, headers: { 'content-type': 'application/json' }, body }
}
