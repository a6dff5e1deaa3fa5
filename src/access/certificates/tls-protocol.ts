import type { TlsProtocol } from '#http/connection/secure-server.js'

export const TLS_VERSIONS = ['VersionTLS12', 'VersionTLS13'] as const
export type TlsVersion = (typeof TLS_VERSIONS)[number]

/** What connections may use, in the words of Go. */
export interface TlsProtocolConfig {
  readonly tlsMinVersion: TlsVersion
  /** Cipher suites; those of TLS 1.3 are always on. Empty for the default ones. */
  readonly tlsCipherSuites: readonly string[]
}

export const DEFAULT_TLS_PROTOCOL: TlsProtocolConfig = { tlsMinVersion: 'VersionTLS12', tlsCipherSuites: [] }

const SUITES_OF_TLS13 = ['TLS_AES_128_GCM_SHA256', 'TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256']

/** The names of OpenSSL by those of Go. Suites with RC4 and 3DES are left out. */
const SUITES: ReadonlyMap<string, string> = new Map([
  ...SUITES_OF_TLS13.map((name) => [name, name] as const),
  ...['ECDSA', 'RSA'].flatMap((key) => {
    const [go, openssl] = [`TLS_ECDHE_${key}_WITH`, `ECDHE-${key}`]
    return [
      [`${go}_AES_128_GCM_SHA256`, `${openssl}-AES128-GCM-SHA256`],
      [`${go}_AES_256_GCM_SHA384`, `${openssl}-AES256-GCM-SHA384`],
      [`${go}_CHACHA20_POLY1305`, `${openssl}-CHACHA20-POLY1305`],
      [`${go}_CHACHA20_POLY1305_SHA256`, `${openssl}-CHACHA20-POLY1305`],
      [`${go}_AES_128_CBC_SHA`, `${openssl}-AES128-SHA`],
      [`${go}_AES_128_CBC_SHA256`, `${openssl}-AES128-SHA256`],
      [`${go}_AES_256_CBC_SHA`, `${openssl}-AES256-SHA`],
    ] as const
  }),
  ['TLS_RSA_WITH_AES_128_GCM_SHA256', 'AES128-GCM-SHA256'],
  ['TLS_RSA_WITH_AES_256_GCM_SHA384', 'AES256-GCM-SHA384'],
  ['TLS_RSA_WITH_AES_128_CBC_SHA', 'AES128-SHA'],
  ['TLS_RSA_WITH_AES_128_CBC_SHA256', 'AES128-SHA256'],
  ['TLS_RSA_WITH_AES_256_CBC_SHA', 'AES256-SHA'],
])

export const CIPHER_SUITES: readonly string[] = [...SUITES.keys()]

export const isCipherSuite = (name: string): boolean => SUITES.has(name)

/** The same for Node. */
export function tlsProtocolOf({ tlsMinVersion, tlsCipherSuites }: TlsProtocolConfig): TlsProtocol {
  const minVersion = tlsMinVersion === 'VersionTLS13' ? 'TLSv1.3' : 'TLSv1.2'
  if (tlsCipherSuites.length === 0) return { minVersion }
  const chosen = tlsCipherSuites.map((name) => SUITES.get(name) ?? name)
  return { minVersion, ciphers: [...new Set([...SUITES_OF_TLS13, ...chosen])].join(':') }
}
