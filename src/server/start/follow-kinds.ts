import { allowsAll } from '#access/authorization/authorization-config.js'
import { CustomResourceKinds } from '#custom-resources/custom-resource-kinds.js'
import { ChangeFeed } from '#registry/change-feed.js'
import { authorizationModeOf } from '#server/config.js'
import { LazyWebhookClient } from '#webhooks/client/lazy-client.js'
import { ServiceResolver } from '#webhooks/client/service-resolver.js'
import { WebhookConverters } from '#webhooks/conversion/webhook-converter.js'
import type { Store } from './open-store.js'
import type { StartContext } from './start-context.js'

/** The change feed, the kinds that objects define, and the client of their webhooks. */
export interface FollowedKinds {
  readonly feed: ChangeFeed
  readonly customResourceKinds: CustomResourceKinds
  readonly resolver: ServiceResolver
  readonly webhooks: LazyWebhookClient
}

/** Comes before all that follows objects, so that nothing sees kinds appear one by one. */
export async function followKinds(
  { config, logger, random, opened }: StartContext,
  { kinds, cache, encryption }: Store,
): Promise<FollowedKinds> {
  const feed = new ChangeFeed(cache, kinds)
  const isOpen = allowsAll(authorizationModeOf(config))
  const resolver = new ServiceResolver(feed, config.serviceResolver, !isOpen)
  const webhooks = new LazyWebhookClient(resolver, random)
  opened.push(() => webhooks.close())
  const converters = new WebhookConverters(webhooks, random)
  const customResourceKinds = new CustomResourceKinds({ kinds, feed, logger, converters })
  await customResourceKinds.start()
  encryption?.reportUnused()
  opened.push(() => customResourceKinds.close())
  return { feed, customResourceKinds, resolver, webhooks }
}
