import type { EtcdClient } from './client.js'
import type { CallListener } from './grpc/call.js'
import type { MemberStream } from './members.js'
import {
  type Event,
  WatchRequest,
  type WatchResponse,
  WatchResponse as WatchResponseMessage,
} from './messages/watch.js'

export interface WatchOptions {
  readonly key: string
  readonly rangeEnd?: string | undefined
  /** The first revision, inclusive. */
  readonly startRevision: number
  readonly prevKv?: boolean | undefined
}

/** While its promise is pending, etcd is held back. */
export type WatchListener = (response: WatchResponse) => void | Promise<void>

export interface OpenWatch {
  /** Resolves when nothing more comes, for whatever reason. */
  readonly ended: Promise<void>
  close(): void
}

/** The interval of liveness checks. */
const PULSE_MS = 1000
/** After so many intervals without a message the stream counts as dead. */
const DEAD_AFTER = 4

/** Watches keys with one stream to one member. */
export async function openWatch(
  client: EtcdClient,
  options: WatchOptions,
  listener: WatchListener,
): Promise<OpenWatch> {
  const watch = new Watch(listener, client.revisionShift)
  watch.begin(await client.watch(watch), options)
  return watch
}

class Watch implements OpenWatch, CallListener {
  readonly ended: Promise<void>
  readonly #listener: WatchListener
  readonly #shift: number
  #resolve: () => void = () => undefined
  #stream: MemberStream | undefined
  #open = true
  /** Messages that wait for the listener. */
  readonly #waiting: Buffer[] = []
  #isListenerBusy = false
  /** The events of a fragmented response so far. */
  #parts: Event[] = []
  #pulse: NodeJS.Timeout | undefined
  #quietPulses = 0

  constructor(listener: WatchListener, revisionShift: number) {
    this.#listener = listener
    this.#shift = revisionShift
    this.ended = new Promise((resolve) => {
      this.#resolve = resolve
    })
  }

  begin(stream: MemberStream, options: WatchOptions): void {
    this.#stream = stream
    if (!this.#open) return
    const create = { ...options, progressNotify: true, fragment: true }
    stream.call.send(WatchRequest.encode({ create }, this.#shift))
    this.#pulse = setInterval(() => this.#feelPulse(), PULSE_MS)
    this.#pulse.unref()
  }

  message(bytes: Buffer): void {
    this.#quietPulses = 0
    if (this.#isListenerBusy) this.#waiting.push(bytes)
    else this.#take(bytes)
  }

  end(error: unknown): void {
    if (error !== undefined) this.#stream?.switchMember()
    this.#finish()
  }

  close(): void {
    this.#stream?.call.cancel()
    this.#finish()
  }

  #take(bytes: Buffer): void {
    let response: WatchResponse
    try {
      response = WatchResponseMessage.decode(bytes, this.#shift)
    } catch {
      // An unreadable message cannot be skipped: the watch restarts where it was.
      this.close()
      return
    }
    if (response.fragment) {
      for (const event of response.events) this.#parts.push(event)
      return
    }
    if (this.#parts.length > 0) {
      response = { ...response, events: [...this.#parts, ...response.events] }
      this.#parts = []
    }
    const busy = this.#listener(response)
    if (response.canceled) this.close()
    else if (busy instanceof Promise) this.#waitFor(busy)
  }

  #waitFor(busy: Promise<void>): void {
    this.#isListenerBusy = true
    this.#stream?.call.pause()
    busy.finally(() => {
      this.#isListenerBusy = false
      while (this.#open && !this.#isListenerBusy) {
        const next = this.#waiting.shift()
        if (next === undefined) break
        this.#take(next)
      }
      if (!this.#isListenerBusy) this.#stream?.call.resume()
    })
  }

  /**
   * An idle watch looks like one whose member has vanished, so it requests progress. The response does not tell how
   * far the watch is: members before 3.4.25 may send it ahead of events.
   */
  #feelPulse(): void {
    if (this.#isListenerBusy) return
    this.#quietPulses++
    if (this.#quietPulses > DEAD_AFTER) {
      this.#stream?.switchMember()
      this.close()
    } else if (this.#quietPulses > 1) {
      this.#stream?.call.send(WatchRequest.encode({ progress: {} }, this.#shift))
    }
  }

  #finish(): void {
    this.#open = false
    clearInterval(this.#pulse)
    this.#resolve()
  }
}
