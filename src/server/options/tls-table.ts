import {
  CIPHER_SUITES,
  isCipherSuite,
  TLS_VERSIONS,
  type TlsProtocolConfig,
} from '#access/certificates/tls-protocol.js'
import { choiceOption, listThat, orNone, type ServerOptionTable } from './option.js'

/** What connections with TLS may use. */
export const TLS_PROTOCOL_OPTIONS: ServerOptionTable<TlsProtocolConfig> = {
  tlsMinVersion: choiceOption('--tls-min-version', 'lowest version of TLS', TLS_VERSIONS, '<version>'),
  tlsCipherSuites: {
    flag: '--tls-cipher-suites',
    placeholder: '<name,…>',
    hasVariable: true,
    isRepeatable: true,
    help: 'cipher suites of TLS 1.2, by their names in Go; those of TLS 1.3 are always on',
    expected: `one or more of ${CIPHER_SUITES.join(', ')}, separated by commas`,
    parse: (text) => {
      const names = text.split(',').map((name) => name.trim())
      return names.every(isCipherSuite) ? names : undefined
    },
    format: (names) => orNone(names.join(',')),
    value: listThat('cipher suites by their names in Go', isCipherSuite),
  },
}
