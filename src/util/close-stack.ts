/** What was opened, step by step, and has to be closed again in the reverse order. */
export class CloseStack {
  readonly #steps: (() => void | Promise<void>)[] = []
  #closing: Promise<void> | undefined
  #markClosed: () => void = () => undefined
  /** Resolves when everything is closed, or has failed to. */
  readonly closed = new Promise<void>((resolve) => {
    this.#markClosed = resolve
  })

  /** To be called as soon as something is open, with what closes it. */
  push(close: () => void | Promise<void>): void {
    this.#steps.push(close)
  }

  /** Closes everything, once. A step that fails does not keep the others open; the first failure is rejected with. */
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
