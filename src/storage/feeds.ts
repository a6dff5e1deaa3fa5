import type { Change, ChangeListener, Feed, Revision } from './contract.js'

/** The engine's side of a feed: tracks its position and delivers nothing twice. */
export class OpenFeed implements Feed {
  readonly ended: Promise<void>
  readonly #listener: ChangeListener
  /** Only changes of keys with this prefix are delivered. */
  readonly prefix: string
  readonly #onEnd: (feed: OpenFeed) => void
  readonly #resolve: () => void
  readonly #reject: (error: Error) => void
  #position: Revision
  #open = true

  constructor(after: Revision, listener: ChangeListener, prefix: string, onEnd: (feed: OpenFeed) => void) {
    this.#position = after
    this.prefix = prefix
    this.#listener = listener
    this.#onEnd = onEnd
    let resolve!: () => void
    let reject!: (error: Error) => void
    this.ended = new Promise<void>((whenEnded, whenFailed) => {
      resolve = whenEnded
      reject = whenFailed
    })
    this.#resolve = resolve
    this.#reject = reject
    // The holder may never handle `ended`; that must not crash the process.
    this.ended.catch(() => undefined)
  }

  /** Every change up to here has been delivered. */
  get position(): Revision {
    return this.#position
  }

  get open(): boolean {
    return this.#open
  }

  /** During a replay, await the listener's result. */
  deliver(changes: readonly Change[], upTo: Revision): void | Promise<void> {
    // A feed opened by another's listener has already seen the change that is being delivered.
    if (!this.#open || upTo <= this.#position) return
    this.#position = upTo
    try {
      return this.#listener(this.prefix === '' ? changes : changes.filter(this.#isAbout), upTo)
    } catch (error) {
      // A listener that throws breaks its contract. The store must neither fail nor hide it.
      queueMicrotask(() => {
        throw error
      })
    }
  }

  readonly #isAbout = ({ key }: Change) => key.startsWith(this.prefix)

  close(): void {
    if (this.#end()) this.#resolve()
  }

  fail(error: Error): void {
    if (this.#end()) this.#reject(error)
  }

  #end(): boolean {
    if (!this.#open) return false
    this.#open = false
    this.#onEnd(this)
    return true
  }
}
