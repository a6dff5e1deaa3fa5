/**
 * How many responses wait for each other. With more of them the clients, who are told nothing meanwhile, would have nothing to
 * do; with fewer each write costs more.
 */
const MAX_HELD = 32

/** A response that is complete and has not left. */
export interface HeldResponse {
  /** Writes the response to its connection. */
  send(): void
  /** Goes on with the connection. */
  onSent(): void
  /** Gives the connection up. */
  destroy(): void
}

/**
 * Responses that leave together. To make a response and to write it to a socket are two large pieces of code, the second one in
 * the kernel, and each drives the other out of the caches of the processor. A write to a client that sleeps also has to wake
 * it up, which takes longer than all the rest; a client that is still busy with the response before needs no waking.
 */
export class ResponseCoalescer {
  #held: HeldResponse[] = []
  #isCollecting = false
  readonly #onFault: (error: unknown) => void

  /** `onFault` is called with what has kept a response from being sent. */
  constructor(onFault: (error: unknown) => void) {
    this.#onFault = onFault
  }

  /** Has a response leave: now, or with the others that are made by the same call of `collect`. */
  add(response: HeldResponse): void {
    if (this.#isCollecting) {
      if (this.#held.push(response) === MAX_HELD) this.#empty()
    } else {
      response.send()
      response.onSent()
    }
  }

  /** Calls a function that makes answers. They have left when this returns. */
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
    // The faster they follow each other, the fewer clients fall asleep in between.
    this.#each(held, (response) => response.send())
    this.#each(held, (response) => response.onSent())
  }

  /** A response that cannot be sent does not keep others from it. */
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
