import { Worker } from 'node:worker_threads'
import { type LargeObjectRole, OversizedBody, ReaderBusy, UnreadableBody } from '#codec/codec.js'
import { TOO_LONG } from './document.js'
import type { YamlRequest, YamlResponse } from './service.js'
import { THREAD_ENTRY } from './thread-entry.js'

/** Timeouts in milliseconds. */
export interface YamlTimeouts {
  /** Processing one body or object. Within the limits of the reader it takes a small part of that. */
  readonly processing: number
  /** Waiting in the queue. */
  readonly queueing: number
  /** Idle time before the thread ends. */
  readonly idle: number
}

const USUAL_PATIENCE: YamlTimeouts = { processing: 5000, queueing: 15_000, idle: 60_000 }

/** How many bodies may wait. */
const MAX_WAITING = 1000

/** Enough for what the limits of the reader allow; who needs more is rejected. */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 96 }

/** What a body has come to. */
export interface ReadYaml {
  readonly json: Buffer
  /** The warnings about keys that are given more than once. */
  readonly complaints: readonly string[]
}

interface Job {
  /** Made when the thread is free for it, with a copy of the bytes: a body shares its memory with others. */
  readonly request: () => YamlRequest
  readonly resolve: (response: YamlResponse) => void
  readonly reject: (error: Error) => void
  /** Gives up waiting, while it waits. */
  readonly patience: NodeJS.Timeout
}

/**
 * The main thread's side of the thread for YAML: one thing at a time, the others wait. The thread is started when there
 * is something to read and ended when it takes too long, so that no body, whatever it does to the parser, holds up
 * anything but other YAML, and that not for long.
 */
export class YamlThread {
  readonly #patience: YamlTimeouts
  readonly #waiting: Job[] = []
  #current: Job | undefined
  #worker: Worker | undefined
  /** Whether the worker has reported that it is ready. */
  #isReady = false
  #deadline: NodeJS.Timeout | undefined

  constructor(patience = USUAL_PATIENCE) {
    this.#patience = patience
  }

  /**
   * Resolves with the JSON of what a body holds, and what there is to complain about. Rejects with `UnreadableBody`,
   * with `OversizedBody` when it takes too much, or with `ReaderBusy` when there is too much to do before it.
   */
  async read(body: Buffer, wantsComplaints = false): Promise<ReadYaml> {
    const response = await this.#do(() => ({ type: 'read', yaml: new Uint8Array(body), wantsComplaints }))
    const { bytes, complaints = [], unreadable, oversized } = response
    if (unreadable !== undefined) throw new UnreadableBody(unreadable.message, unreadable.syntaxError)
    if (bytes === undefined) throw new OversizedBody(oversized ?? TOO_LONG)
    return { json: bufferOf(bytes), complaints }
  }

  /**
   * Resolves with the YAML of an object that is given as JSON, alone or as an item of a list. Rejects as `read` does.
   */
  async write(json: Buffer, as: LargeObjectRole): Promise<Buffer> {
    const { bytes } = await this.#do(() => ({ type: 'write', json: new Uint8Array(json), as }))
    if (bytes === undefined) throw new OversizedBody(TOO_LONG)
    return bufferOf(bytes)
  }

  #do(request: () => YamlRequest): Promise<YamlResponse> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length >= MAX_WAITING) {
        reject(new ReaderBusy())
        return
      }
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(job), 1)
        reject(new ReaderBusy())
      }
      const job: Job = { request, resolve, reject, patience: setTimeout(giveUp, this.#patience.queueing) }
      this.#waiting.push(job)
      this.#goOn()
    })
  }

  #goOn(): void {
    if (this.#current !== undefined) return
    const worker = this.#worker ?? this.#start()
    if (!this.#isReady) return
    const job = this.#waiting.shift()
    if (job === undefined) {
      // A thread without work does not keep the process alive.
      worker.unref()
      this.#setDeadline(this.#patience.idle)
      return
    }
    worker.ref()
    clearTimeout(job.patience)
    this.#current = job
    this.#setDeadline(this.#patience.processing)
    const request = job.request()
    worker.postMessage(request, [(request.type === 'read' ? request.yaml : request.json).buffer])
  }

  #start(): Worker {
    const worker = new Worker(THREAD_ENTRY, { name: 'yaml', resourceLimits: RESOURCE_LIMITS })
    this.#worker = worker
    worker.on('message', (response: YamlResponse) => this.#take(response))
    // Out of memory, most likely: it is the body that is to blame.
    worker.on('error', () => this.#end(worker))
    worker.on('exit', () => this.#end(worker))
    return worker
  }

  #take(response: YamlResponse): void {
    this.#isReady = true
    const job = this.#current
    this.#current = undefined
    job?.resolve(response)
    this.#goOn()
  }

  /** When it has passed, the thread is ended. */
  #setDeadline(milliseconds: number): void {
    clearTimeout(this.#deadline)
    const worker = this.#worker as Worker
    this.#deadline = setTimeout(() => this.#end(worker), milliseconds).unref()
  }

  #end(worker: Worker): void {
    if (this.#worker !== worker) return
    clearTimeout(this.#deadline)
    this.#worker = undefined
    this.#isReady = false
    void worker.terminate()
    const job = this.#current
    this.#current = undefined
    if (job !== undefined) job.reject(new OversizedBody(TOO_LONG))
    if (this.#waiting.length > 0) this.#goOn()
  }
}

function bufferOf(bytes: Uint8Array<ArrayBuffer>): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}
