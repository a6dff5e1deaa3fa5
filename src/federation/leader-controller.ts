import type { Controller, ControllerContext } from '#controllers/controller.js'

/** The work of a controller from the moment the server leads until it no longer does. */
export interface LeaderRun {
  readonly pending: number
  /** Resolves when no work is left. */
  idle(): Promise<void>
  close(): Promise<void>
}

/** Starts a run whenever the server leads. A run that ends may overlap with the next one. */
export abstract class LeaderController<R extends LeaderRun> implements Controller {
  abstract readonly name: string
  readonly #leadership: ControllerContext['leadership']
  #run: R | undefined
  #ended: Promise<void> = Promise.resolve()
  #release: () => void = () => undefined

  constructor({ leadership }: Pick<ControllerContext, 'leadership'>) {
    this.#leadership = leadership
  }

  protected abstract begin(): R

  /** Undefined while another server leads. */
  protected get run(): R | undefined {
    return this.#run
  }

  start(): void {
    this.#release = this.#leadership.whenLeading(
      () => {
        this.#run = this.begin()
      },
      () => this.#end(),
    )
  }

  get pending(): number {
    return this.#run?.pending ?? 0
  }

  async settled(): Promise<void> {
    await this.#run?.idle()
  }

  async close(): Promise<void> {
    this.#release()
    this.#end()
    await this.#ended
  }

  #end(): void {
    const run = this.#run
    if (run === undefined) return
    this.#run = undefined
    this.#ended = Promise.all([this.#ended, run.close()]).then(() => undefined)
  }
}
