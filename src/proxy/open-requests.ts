import { tooManyRequests } from '#meta/api-error.js'

/** Concurrent requests to one server, streams included. */
const MAX_CONCURRENT = 1000

/** Counts the open requests to each server, and rejects those above the limit. */
export class OpenRequests {
  readonly #counts = new Map<string, number>()

  /** Runs a request. Rejects with `tooManyRequests`, which calls the server `title`. */
  async run(server: string, request: () => Promise<void>, title = server): Promise<void> {
    const count = this.#counts.get(server) ?? 0
    if (count >= MAX_CONCURRENT) throw tooManyRequests(`${title} has ${count} requests open`)
    this.#counts.set(server, count + 1)
    try {
      await request()
    } finally {
      const rest = (this.#counts.get(server) ?? 0) - 1
      if (rest > 0) this.#counts.set(server, rest)
      else this.#counts.delete(server)
    }
  }
}
