import type { Change, ChangeListener, Feed, Revision } from './contract.js'

/** A feed as its engine sees it: it knows how far it has come and delivers nothing twice. */
export class OpenFeed implements Feed {
  readonly ended: Promise<void>
  readonly #listener: ChangeListener
  /** Only changes of keys that begin with it are delivered. */
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
    // The holder of the feed may look at `ended` late or never; that must not bring the process down.
    this.ended.catch(() => undefined)
  }

  /** Every change up to here has been delivered. */
  get position(): Revision {
    return this.#position
  }

  get open(): boolean {
    return this.#open
  }

  /** What the listener returns is to be waited for during a replay. */
  deliver(changes: readonly Change[], upTo: Revision): void | Promise<void> {
    // A feed that was opened by another's listener has caught up with the change that is being delivered just now.
    if (!this.#open || upTo <= this.#position) return
    this.#position = upTo
    try {
      return this.#listener(this.prefix === '' ? changes : changes.filter(this.#isAbout), upTo)
    } catch (error) {
      // A listener that throws breaks its contract. The store must not suffer for it, nor hide it.
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
