import { authenticationInfo } from '#access/front-proxy/authentication-info.js'
import { AuthenticationInfoController } from '#access/front-proxy/authentication-info-controller.js'
import { withOwnProxy } from '#access/front-proxy/own-proxy.js'
import type { RequestHeaderConfig } from '#access/front-proxy/request-header-config.js'
import type { ControllerContext } from '#controllers/controller.js'
import type { CanonicalWriter } from '#registry/write/canonical-writer.js'
import type { FrontProxyIdentity } from './front-proxy-identity.js'
import type { Tls } from './tls.js'

/** Publishes for other servers how this one authenticates users, and how it names them to others. */
export function authenticationPublisher(
  context: ControllerContext,
  writer: CanonicalWriter,
  config: RequestHeaderConfig,
  { tls, frontProxy }: { readonly tls: Tls | undefined; readonly frontProxy: FrontProxyIdentity },
): AuthenticationInfoController {
  const controller = new AuthenticationInfoController(context, writer, () => {
    const { userCas = [], proxyCas = [] } = tls?.credentials.current ?? {}
    const { authority } = frontProxy
    const headers = authority === '' ? config : withOwnProxy(config)
    return authenticationInfo(userCas.join(''), proxyCas.join('') + authority, headers)
  })
  tls?.follow(() => controller.refresh())
  frontProxy.follow(() => controller.refresh())
  return controller
}
