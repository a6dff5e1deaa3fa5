import { once } from 'node:events'
import { WATCHES_PATH, type WatchLine, type WatchRequest } from '#protocol/watches.js'

/** A response with several watches, read line by line. */
export class OpenWatches implements AsyncDisposable {
  readonly status: number
  readonly lines: WatchLine[] = []
  readonly ended: Promise<void>
  readonly #abort: AbortController
  readonly #changed = new EventTarget()
  #isOver = false

  private constructor(response: Response, abort: AbortController) {
    this.status = response.status
    this.#abort = abort
    this.ended = this.#read(response)
  }

  static async open(
    url: string,
    watches: readonly WatchRequest[],
    headers: Record<string, string> = {},
  ): Promise<OpenWatches> {
    const abort = new AbortController()
    const response = await fetch(url + WATCHES_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ watches }),
      signal: abort.signal,
    })
    return new OpenWatches(response, abort)
  }

  /** The lines of one watch. */
  of(id: string): WatchLine[] {
    return this.lines.filter(({ watch }) => watch === id)
  }

  /** What the lines of a watch say, such as `ADDED a`. */
  events(id: string): string[] {
    return this.of(id).map(({ type, object }) => {
      const { metadata, message } = (object ?? {}) as { metadata?: { name?: string }; message?: string }
      return [type, metadata?.name ?? message].filter((word) => word !== undefined).join(' ')
    })
  }

  /** Waits until a condition holds after some line. Throws if the response ends before. */
  async until(isReached: () => boolean): Promise<void> {
    while (!isReached()) {
      if (this.#isOver) throw new Error(`the response ended after ${JSON.stringify(this.lines)}`)
      await once(this.#changed, 'line')
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#abort.abort()
    await this.ended
  }

  async #read(response: Response): Promise<void> {
    let rest = ''
    try {
      for await (const chunk of (response.body as ReadableStream).pipeThrough(new TextDecoderStream())) {
        const texts = (rest + chunk).split('\n')
        rest = texts.pop() ?? ''
        for (const text of texts) this.lines.push(JSON.parse(text))
        this.#changed.dispatchEvent(new Event('line'))
      }
    } catch (error) {
      if ((error as Error).name !== 'AbortError') throw error
    } finally {
      this.#isOver = true
      this.#changed.dispatchEvent(new Event('line'))
    }
  }
}
