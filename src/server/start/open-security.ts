import type { Access } from '#access/access.js'
import { usesTls } from '#access/certificates/tls-config.js'
import { openAccess } from '#access/open-access.js'
import { authorizationModeOf, isLoopback, limitsOf, requestHeadersOf } from '#server/config.js'
import { restrictDataFolder } from '#server/data-folder-permissions.js'
import { FrontProxyIdentity } from '#server/identity/front-proxy-identity.js'
import type { Tls } from '#server/identity/tls.js'
import { openReviewWebhook } from '#server/optional-parts.js'
import type { FollowedKinds } from './follow-kinds.js'
import type { Store } from './open-store.js'
import type { StartContext } from './start-context.js'

/** Who the server is, and who may do what. */
export interface Security {
  /** Undefined without TLS. */
  readonly tls: Tls | undefined
  readonly frontProxy: FrontProxyIdentity
  readonly access: Access
}

export async function openSecurity(
  context: StartContext,
  store: Store,
  { feed }: FollowedKinds,
): Promise<Security> {
  const { config, logger, clock, metrics, opened } = context
  const { kinds, secrets } = store
  const tls = await openTls(context, store)
  const frontProxy = await openFrontProxy(context, store, tls)
  await restrictDataFolder(config, logger)
  const access = await openAccess(
    {
      ...config,
      ...requestHeadersOf(config),
      authorizationMode: authorizationModeOf(config),
      ...limitsOf(config),
    },
    {
      ...{ kinds, feed, logger, metrics, clock, secrets, openReviewWebhook },
      certificates: tls?.users,
      proxies: tls?.proxies,
      mayAllowAll: config.allowAnyHost || isLoopback(config.host),
    },
  )
  opened.push(() => access.close())
  return { tls, frontProxy, access }
}

async function openTls(
  { config, logger, clock, metrics, opened }: StartContext,
  { secrets }: Store,
): Promise<Tls | undefined> {
  if (!usesTls(config)) return undefined
  const { Tls } = await import('#server/identity/tls.js')
  const tls = await Tls.open(config, secrets, logger, clock)
  opened.push(() => tls.close())
  tls.measure(metrics)
  return tls
}

/** A server without TLS makes a certificate for other servers when it needs one. */
async function openFrontProxy(
  { config, logger }: StartContext,
  { secrets }: Store,
  tls: Tls | undefined,
): Promise<FrontProxyIdentity> {
  const frontProxy = new FrontProxyIdentity(config, secrets)
  if (config.proxyClientCertFile !== '') await frontProxy.open()
  else if (tls !== undefined) {
    await frontProxy.open().catch((err: unknown) => {
      logger.warn({ err }, 'the certificate for servers of aggregated APIs was not made')
    })
  }
  return frontProxy
}
