interface Waiting {
  readonly enter: (leave: () => void) => void
  readonly patience: NodeJS.Timeout
}

/**
 * Lets one piece of work at a time pass, the others in the order in which they came. Work that has waited too long is
 * rejected.
 */
export class SerialQueue {
  readonly #patienceMs: number
  readonly #waiting: Waiting[] = []
  #isTaken = false

  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs
  }

  /**
   * Resolves with a function that is to be called when the work is done; calling it again does nothing. Resolves with
   * undefined when the lane was not free in time.
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
