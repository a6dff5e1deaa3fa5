import { Worker } from 'node:worker_threads'
import { onProcessExit } from '#util/async/process-exit.js'
import type { CommitError, CommitRequest, CommitResponse, CommitThreadData } from './commit-service.js'
import { ExitGate } from './exit-gate.js'
import { Mailbox } from './mailbox.js'
import type { Mutations } from './mutations.js'

/** The transaction was aborted; the thread is alive. */
export class CommitFailed extends Error {
  override readonly name = 'CommitFailed'
  readonly code: number | undefined

  constructor({ message, code }: CommitError) {
    super(message)
    this.code = code
  }
}

/** The thread is gone. Only the store tells whether the current transaction was committed. */
export class CommitThreadDied extends Error {
  override readonly name = 'CommitThreadDied'
}

/** A small heap suffices: transactions are outside of it. */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 64 }

interface Waiting {
  readonly resolve: () => void
  readonly reject: (error: CommitFailed | CommitThreadDied) => void
}

/** The main thread's handle of the commit thread. One transaction at a time. */
export class CommitThread {
  readonly #worker: Worker
  readonly #gate = new ExitGate()
  readonly #mailbox = new Mailbox()
  readonly #exited: Promise<string>
  #waiting: Waiting | undefined
  #death = 'the commit thread ended'
  #dead = false

  /** Starts the thread, which does not touch a store before `open`. */
  constructor(entry: URL) {
    const workerData: CommitThreadData = { gate: this.#gate.memory, mailbox: this.#mailbox.memory }
    this.#worker = new Worker(entry, { name: 'commit', workerData, resourceLimits: RESOURCE_LIMITS })
    const release = onProcessExit(this.#gate.shut)
    this.#worker.on('message', ({ error }: CommitResponse) => {
      if (error === undefined) this.poll()
      else this.#settled()?.reject(new CommitFailed(error))
    })
    this.#worker.on('error', (error: Error) => {
      this.#death = `the commit thread failed: ${error.message}`
    })
    this.#exited = new Promise((resolve) => {
      this.#worker.on('exit', () => {
        release()
        this.#dead = true
        this.#waiting?.reject(new CommitThreadDied(this.#death))
        this.#waiting = undefined
        resolve(this.#death)
      })
    })
  }

  /** Call once, before the first commit. Rejects with `CommitThreadDied` when the store cannot be opened. */
  open(directory: string): Promise<void> {
    if (this.#dead) return Promise.reject(new CommitThreadDied(this.#death))
    this.#send({ directory })
    return this.#nextResponse()
  }

  /** Resolves when the mutations are on disk. Rejects with `CommitFailed` or `CommitThreadDied`. */
  commit(mutations: Mutations): Promise<void> {
    if (this.#dead) return Promise.reject(new CommitThreadDied(this.#death))
    const { buffer, length } = mutations.take()
    if (this.#mailbox.put(new Uint8Array(buffer, 0, length))) this.#mailbox.wake()
    else this.#send({ buffer, length }, buffer)
    return this.#nextResponse()
  }

  /** Settles a completed request whose message the event loop has not delivered yet. */
  poll(): void {
    if (this.#mailbox.hasSucceeded()) this.#settled()?.resolve()
  }

  /** Resolves when the thread has ended, with the reason if known. */
  get exited(): Promise<string> {
    return this.#exited
  }

  async stop(): Promise<void> {
    if (!this.#dead) {
      this.#worker.ref()
      this.#send('stop')
    }
    await this.#exited
  }

  #send(request: CommitRequest, ...handedOver: ArrayBuffer[]): void {
    this.#worker.postMessage(request, handedOver)
    this.#mailbox.wake()
  }

  /** An idle store does not keep the process alive, a running commit does. */
  #nextResponse(): Promise<void> {
    this.#worker.ref()
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
    })
  }

  #settled(): Waiting | undefined {
    const waiting = this.#waiting
    this.#waiting = undefined
    this.#worker.unref()
    return waiting
  }
}
