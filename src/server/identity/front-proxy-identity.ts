import type { FrontProxyCredentials } from '#access/front-proxy/front-proxy-credentials.js'
import type { ProxyClientConfig } from '#access/front-proxy/proxy-client-config.js'
import type { ServerSecrets } from '#registry/server-secrets.js'
import { lazy } from '#util/memoize.js'

/** What this server shows to servers of aggregated APIs. A server without any such API makes no certificate. */
export class FrontProxyIdentity {
  readonly #listeners: (() => void)[] = []
  /** The CA that other servers have to trust, in PEM; empty if the certificate comes from elsewhere, or was not needed. */
  authority = ''
  /** Rejects with `AccessConfigError`. */
  readonly open: () => Promise<FrontProxyCredentials>

  constructor(config: ProxyClientConfig, secrets: ServerSecrets) {
    this.open = lazy(async () => {
      const { FrontProxyCredentials } = await import('#access/front-proxy/front-proxy-credentials.js')
      const credentials = await FrontProxyCredentials.open(config, secrets)
      this.authority = await credentials.authority()
      for (const listener of this.#listeners) listener()
      return credentials
    })
  }

  /** Calls the listener when the certificate is there. */
  follow(listener: () => void): void {
    this.#listeners.push(listener)
  }
}
