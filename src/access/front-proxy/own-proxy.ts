import type { RequestHeaderConfig } from './request-header-config.js'

/** The common name of the certificate that this server makes as a front proxy. */
export const FRONT_PROXY_NAME = 'front-proxy-client'

const OWN: RequestHeaderConfig = {
  requestHeaderClientCaFile: '',
  requestHeaderAllowedNames: [FRONT_PROXY_NAME],
  requestHeaderUsernameHeaders: ['X-Remote-User'],
  requestHeaderUidHeaders: ['X-Remote-Uid'],
  requestHeaderGroupHeaders: ['X-Remote-Group'],
  requestHeaderExtraHeadersPrefix: ['X-Remote-Extra-'],
}

/**
 * The front proxies that other servers should trust: this server, and those of the configuration. The first header with a
 * value names the user, so those of this server come first.
 */
export function withOwnProxy(config: RequestHeaderConfig): RequestHeaderConfig {
  // Without a CA the other options have no effect.
  if (config.requestHeaderClientCaFile === '') return OWN
  const both = (own: readonly string[], others: readonly string[]) => [...new Set([...own, ...others])]
  const { requestHeaderAllowedNames: names } = config
  return {
    ...config,
    // Without names every certificate of the CA is allowed.
    requestHeaderAllowedNames: names.length === 0 ? [] : both(names, OWN.requestHeaderAllowedNames),
    requestHeaderUsernameHeaders: both(OWN.requestHeaderUsernameHeaders, config.requestHeaderUsernameHeaders),
    requestHeaderUidHeaders: both(OWN.requestHeaderUidHeaders, config.requestHeaderUidHeaders),
    requestHeaderGroupHeaders: both(OWN.requestHeaderGroupHeaders, config.requestHeaderGroupHeaders),
    requestHeaderExtraHeadersPrefix: both(
      OWN.requestHeaderExtraHeadersPrefix,
      config.requestHeaderExtraHeadersPrefix,
    ),
  }
}
