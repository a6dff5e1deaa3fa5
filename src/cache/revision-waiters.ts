import type { Revision } from '#storage/contract.js'

interface Waiter {
  readonly revision: Revision
  readonly resolve: (reached: boolean) => void
}

/** The reads that wait until the cache has reached a revision. */
export class RevisionWaiters {
  #waiting: Waiter[] = []

  /** Resolves with true once the revision is reached, and with false after `timeoutMs` or when the cache closes. */
  wait(revision: Revision, timeoutMs: number | undefined): Promise<boolean> {
    return new Promise((resolve) => {
      if (timeoutMs === undefined) {
        this.#waiting.push({ revision, resolve })
        return
      }
      const timer = setTimeout(() => {
        this.#waiting = this.#waiting.filter((other) => other !== waiter)
        resolve(false)
      }, timeoutMs)
      timer.unref()
      const waiter: Waiter = {
        revision,
        resolve: (reached) => {
          clearTimeout(timer)
          resolve(reached)
        },
      }
      this.#waiting.push(waiter)
    })
  }

  /** Resolves the waits for revisions up to this one. */
  advance(revision: Revision): void {
    if (this.#waiting.length === 0) return
    const waiting = this.#waiting
    this.#waiting = []
    for (const waiter of waiting) {
      if (waiter.revision <= revision) waiter.resolve(true)
      else this.#waiting.push(waiter)
    }
  }

  /** Resolves all waits with false. */
  close(): void {
    for (const { resolve } of this.#waiting) resolve(false)
    this.#waiting = []
  }
}
