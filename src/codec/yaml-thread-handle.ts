import { Worker } from 'node:worker_threads'
import { type LargeObjectCodec, OversizedBody, ReaderBusy, UnreadableBody } from './codec.js'
import { TOO_LONG } from './yaml-document.js'
import type { YamlAnswer, YamlRequest } from './yaml-service.js'
import { THREAD_ENTRY } from './yaml-thread-entry.js'

/** How long things may take, in milliseconds. */
export interface YamlPatience {
  /** To read or write one thing. What the limits of the reader allow takes a small part of that. */
  readonly reading: number
  /** To wait until others are read. */
  readonly waiting: number
  /** For the thread to have nothing to do before it ends. */
  readonly idling: number
}

const USUAL_PATIENCE: YamlPatience = { reading: 5000, waiting: 15_000, idling: 60_000 }

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
  readonly resolve: (answer: YamlAnswer) => void
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
  readonly #patience: YamlPatience
  readonly #waiting: Job[] = []
  #current: Job | undefined
  #worker: Worker | undefined
  /** Whether the worker has said that it can read. */
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
    const answer = await this.#do(() => ({ type: 'read', yaml: new Uint8Array(body), wantsComplaints }))
    const { bytes, complaints = [], unreadable, oversized } = answer
    if (unreadable !== undefined) throw new UnreadableBody(unreadable)
    if (bytes === undefined) throw new OversizedBody(oversized ?? TOO_LONG)
    return { json: bufferOf(bytes), complaints }
  }

  /**
   * Resolves with the YAML of an object that is given as JSON, alone or as an item of a list. Rejects as `read` does.
   */
  async write(json: Buffer, as: LargeObjectCodec): Promise<Buffer> {
    const { bytes } = await this.#do(() => ({ type: 'write', json: new Uint8Array(json), as }))
    if (bytes === undefined) throw new OversizedBody(TOO_LONG)
    return bufferOf(bytes)
  }

  #do(request: () => YamlRequest): Promise<YamlAnswer> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length >= MAX_WAITING) {
        reject(new ReaderBusy())
        return
      }
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(job), 1)
        reject(new ReaderBusy())
      }
      const job: Job = { request, resolve, reject, patience: setTimeout(giveUp, this.#patience.waiting) }
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
      this.#setDeadline(this.#patience.idling)
      return
    }
    worker.ref()
    clearTimeout(job.patience)
    this.#current = job
    this.#setDeadline(this.#patience.reading)
    const request = job.request()
    worker.postMessage(request, [(request.type === 'read' ? request.yaml : request.json).buffer])
  }

  #start(): Worker {
    const worker = new Worker(THREAD_ENTRY, { name: 'yaml', resourceLimits: RESOURCE_LIMITS })
    this.#worker = worker
    worker.on('message', (answer: YamlAnswer) => this.#take(answer))
    // Out of memory, most likely: it is the body that is to blame.
    worker.on('error', () => this.#end(worker))
    worker.on('exit', () => this.#end(worker))
    return worker
  }

  #take(answer: YamlAnswer): void {
    this.#isReady = true
    const job = this.#current
    this.#current = undefined
    job?.resolve(answer)
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
