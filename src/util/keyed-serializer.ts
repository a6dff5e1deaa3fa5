/** How long work waits for the work before it, in milliseconds, before it goes on without the mutex. */
const PATIENCE = 500

/**
 * Lets pieces of work under one name go one after the other, those under different names side by side. It is a courtesy
 * and no lock: work that takes long does not hold up the rest for longer than the patience, and nothing may rest on its
 * being alone.
 */
export class KeyedSerializer {
  /** The last piece of work of each name that work is under way for. */
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
