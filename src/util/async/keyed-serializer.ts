/** How long work waits for the work before it, in milliseconds. */
const PATIENCE = 500

/**
 * Runs work of the same key one after the other, and of different keys concurrently. It is not a lock: after `PATIENCE`
 * the next work starts anyway, so correctness must not depend on it.
 */
export class KeyedSerializer {
  /** The last work of each key that is in use. */
  readonly #last = new Map<string, Promise<unknown>>()
  readonly #patience: number

  constructor(patience = PATIENCE) {
    this.#patience = patience
  }

  run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(name)
    const done = before === undefined ? work() : this.#endOf(before).then(work)
    this.#last.set(name, done)
    const leave = () => {
      if (this.#last.get(name) === done) this.#last.delete(name)
    }
    done.then(leave, leave)
    return done
  }

  #endOf(work: Promise<unknown>): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#patience)
      const go = () => {
        clearTimeout(timer)
        resolve()
      }
      work.then(go, go)
    })
  }
}
