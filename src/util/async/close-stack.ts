/** Closes resources in the reverse order of their opening. */
export class CloseStack {
  readonly #steps: (() => void | Promise<void>)[] = []
  #closing: Promise<void> | undefined
  #markClosed: () => void = () => undefined
  /** Resolves when every step has run, even if it failed. */
  readonly closed = new Promise<void>((resolve) => {
    this.#markClosed = resolve
  })

  /** Call as soon as a resource is open, with the function that closes it. */
  push(close: () => void | Promise<void>): void {
    this.#steps.push(close)
  }

  /** Closes everything, once. A failed step does not stop the others; rejects with the first failure. */
  close(): Promise<void> {
    this.#closing ??= this.#closeAll()
    return this.#closing
  }

  async #closeAll(): Promise<void> {
    const failures: unknown[] = []
    for (const close of this.#steps.splice(0).reverse()) {
      try {
        await close()
      } catch (error) {
        failures.push(error)
      }
    }
    this.#markClosed()
    if (failures.length > 0) throw failures[0]
  }
}
