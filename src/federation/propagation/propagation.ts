import type { Controller } from '#controllers/controller.js'
import type { FederationContext } from '#federation/config.js'
import type { Members } from '#federation/members/members.js'
import { FederationMetrics } from '#federation/metrics.js'
import { PropagationRun } from './propagation-run.js'

/** Propagates objects to members, and their status back, while this server leads. */
export class Propagation implements Controller {
  readonly name = 'propagation'
  readonly #context: FederationContext
  readonly #members: Members
  readonly #metrics: FederationMetrics
  #run: PropagationRun | undefined
  #ended: Promise<void> = Promise.resolve()
  #release: () => void = () => undefined

  constructor(context: FederationContext, members: Members) {
    this.#context = context
    this.#members = members
    this.#metrics = new FederationMetrics(context.metrics, members, () => this.#run?.queues() ?? [])
  }

  start(): void {
    this.#release = this.#context.leadership.whenLeading(
      () => {
        this.#run = new PropagationRun(this.#context, this.#members, this.#metrics)
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
