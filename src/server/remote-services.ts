import { RemoteServices } from '#aggregation/remote-services.js'
import type { ChangeFeed } from '#registry/change-feed.js'
import type { TimerClock } from '#util/clock.js'
import type { Random } from '#util/random.js'
import type { ServiceResolver } from '#webhooks/client/service-resolver.js'
import type { FrontProxyIdentity } from './identity/front-proxy-identity.js'

export interface RemoteServiceParts {
  readonly feed: ChangeFeed
  readonly frontProxy: FrontProxyIdentity
  readonly resolver: ServiceResolver
  readonly clock: TimerClock
  readonly random: Random
}

/** The APIs of other servers. What connects to them is loaded with the first one. */
export function remoteServices({
  feed,
  frontProxy,
  resolver,
  clock,
  random,
}: RemoteServiceParts): RemoteServices {
  return new RemoteServices(feed, async () => {
    const [{ Aggregation }, { PublishedUserHeaders }, credentials] = await Promise.all([
      import('#aggregation/aggregation.js'),
      import('#access/front-proxy/published-user-headers.js'),
      frontProxy.open(),
    ])
    const userHeaders = new PublishedUserHeaders(feed)
    return new Aggregation({
      namesUser: (header) => userHeaders.has(header),
      ...{ resolver, credentials, clock, random },
    })
  })
}
