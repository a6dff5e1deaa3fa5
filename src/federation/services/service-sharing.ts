import type { FederationContext } from '#federation/config.js'
import { LeaderController } from '#federation/leader-controller.js'
import type { Members } from '#federation/members/members.js'
import type { ServiceFeeds } from './service-feeds.js'
import { SharingRun } from './sharing-run.js'

/** Shares services that a ServiceExport names among all members, while this server leads. */
export class ServiceSharing extends LeaderController<SharingRun> {
  readonly name = 'service-sharing'
  readonly #context: FederationContext
  readonly #members: Members
  readonly #feeds: ServiceFeeds

  constructor(context: FederationContext, members: Members, feeds: ServiceFeeds) {
    super(context)
    this.#context = context
    this.#members = members
    this.#feeds = feeds
  }

  protected begin(): SharingRun {
    return new SharingRun(this.#context, this.#members, this.#feeds)
  }
}
