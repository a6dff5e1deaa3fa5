import type { ProxyClientConfig } from '#access/front-proxy/proxy-client-config.js'
import type { RequestHeaderConfig } from '#access/front-proxy/request-header-config.js'
import { fileOption, listThat, orNone, type ServerOption, type ServerOptionTable } from './option.js'

/** Options of front proxies. Without their CA the others have no effect. */
export const FRONT_PROXY_OPTIONS: ServerOptionTable<RequestHeaderConfig> = {
  requestHeaderClientCaFile: fileOption(
    '--requestheader-client-ca-file',
    'CA certificates of front proxies, which name users in headers; reloaded when it changes',
  ),
  requestHeaderAllowedNames: namesOption(
    '--requestheader-allowed-names',
    'common names of front proxies; by default all certificates of their CA are accepted',
  ),
  requestHeaderUsernameHeaders: namesOption(
    '--requestheader-username-headers',
    'headers of front proxies with the user name, such as X-Remote-User',
  ),
  requestHeaderUidHeaders: namesOption(
    '--requestheader-uid-headers',
    'headers of front proxies with the uid, such as X-Remote-Uid',
  ),
  requestHeaderGroupHeaders: namesOption(
    '--requestheader-group-headers',
    'headers of front proxies with groups, such as X-Remote-Group',
  ),
  requestHeaderExtraHeadersPrefix: namesOption(
    '--requestheader-extra-headers-prefix',
    'prefixes of headers of front proxies with further attributes, such as X-Remote-Extra-',
  ),
}

/** Options of this server as a front proxy. */
export const PROXY_CLIENT_OPTIONS: ServerOptionTable<ProxyClientConfig> = {
  proxyClientCertFile: fileOption(
    '--proxy-client-cert-file',
    'client certificate for servers of aggregated APIs, in PEM; by default the server makes one',
  ),
  proxyClientKeyFile: fileOption('--proxy-client-key-file', 'key of that client certificate, in PEM'),
}

function namesOption(flag: string, help: string): ServerOption<readonly string[]> {
  const isName = (text: string) => text.trim() !== ''
  return {
    flag,
    placeholder: '<name,…>',
    hasVariable: true,
    isRepeatable: true,
    help,
    expected: 'one or more names, separated by commas',
    parse: (text) => {
      const names = text.split(',').map((name) => name.trim())
      return names.every(isName) ? names : undefined
    },
    format: (names) => orNone(names.join(',')),
    value: listThat('names', isName),
  }
}
