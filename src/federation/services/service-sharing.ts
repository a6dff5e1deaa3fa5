import type { Controller } from '#controllers/controller.js'
import type { FederationContext } from '#federation/config.js'
import type { Members } from '#federation/members/members.js'
import type { ServiceFeeds } from './service-feeds.js'
import { SharingRun } from './sharing-run.js'

/** Shares services that a ServiceExport names among all members, while this server leads. */
export class ServiceSharing implements Controller {
  readonly name = 'service-sharing'
  readonly #context: FederationContext
  readonly #members: Members
  readonly #feeds: ServiceFeeds
  #run: SharingRun | undefined
  #ended: Promise<void> = Promise.resolve()
  #release: () => void = () => undefined

  constructor(context: FederationContext, members: Members, feeds: ServiceFeeds) {
    this.#context = context
    this.#members = members
    this.#feeds = feeds
  }

  start(): void {
    this.#release = this.#context.leadership.whenLeading(
      () => {
        this.#run = new SharingRun(this.#context, this.#members, this.#feeds)
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
