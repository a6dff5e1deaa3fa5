interface Waiting {
  readonly enter: (leave: () => void) => void
  readonly patience: NodeJS.Timeout
}

/** Runs one piece of work at a time, in order of arrival. Work that waits too long is rejected. */
export class SerialQueue {
  readonly #patienceMs: number
  readonly #waiting: Waiting[] = []
  #isTaken = false

  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs
  }

  /**
   * Resolves with a function to call when the work is done; a second call has no effect. Resolves with undefined on a
   * timeout.
   */
  enter(): Promise<(() => void) | undefined> {
    if (!this.#isTaken) {
      this.#isTaken = true
      return Promise.resolve(this.#leaver())
    }
    return new Promise((resolve) => {
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        resolve(undefined)
      }
      const waiting: Waiting = { enter: resolve, patience: setTimeout(giveUp, this.#patienceMs) }
      this.#waiting.push(waiting)
    })
  }

  #leaver(): () => void {
    let hasLeft = false
    return () => {
      if (hasLeft) return
      hasLeft = true
      this.#next()
    }
  }

  #next(): void {
    const next = this.#waiting.shift()
    if (next === undefined) {
      this.#isTaken = false
      return
    }
    clearTimeout(next.patience)
    next.enter(this.#leaver())
  }
}
