/** Maximum number of held responses. With more, clients would sit idle; with fewer, each write costs more. */
const MAX_HELD = 32

/** A complete response that is not sent yet. */
export interface HeldResponse {
  send(): void
  /** Continues with the next request. */
  onSent(): void
  destroy(): void
}

/**
 * Sends responses in batches. Making a response and writing it to a socket are two large pieces of code that evict
 * each other from the instruction cache. Writing to a sleeping client also has to wake it; a client that is busy with
 * its previous response needs no wake-up.
 */
export class ResponseCoalescer {
  #held: HeldResponse[] = []
  #isCollecting = false
  readonly #onFault: (error: unknown) => void

  /** `onFault` receives errors of sending. */
  constructor(onFault: (error: unknown) => void) {
    this.#onFault = onFault
  }

  /** Sends a response: now, or with the others of the current `collect`. */
  add(response: HeldResponse): void {
    if (this.#isCollecting) {
      if (this.#held.push(response) === MAX_HELD) this.#empty()
    } else {
      response.send()
      response.onSent()
    }
  }

  /** Calls a function that makes responses, and sends them before it returns. */
  collect(makeResponses: () => void): void {
    this.#isCollecting = true
    try {
      makeResponses()
    } finally {
      this.#isCollecting = false
      this.#empty()
    }
  }

  #empty(): void {
    const held = this.#held
    this.#held = []
    // Sending in quick succession keeps more clients awake.
    this.#each(held, (response) => response.send())
    this.#each(held, (response) => response.onSent())
  }

  /** An error of one response does not affect the others. */
  #each(responses: readonly HeldResponse[], act: (response: HeldResponse) => void): void {
    for (const response of responses) {
      try {
        act(response)
      } catch (error) {
        this.#onFault(error)
        response.destroy()
      }
    }
  }
}
