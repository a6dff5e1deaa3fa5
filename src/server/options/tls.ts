import { StartError } from '#server/config.js'
import {
  type Choices,
  type Expected,
  type ExpectedOptions,
  expectOptions,
  SECRET_STRING,
  STRING,
} from './expect-options.js'
import { OPTIONS } from './table.js'

/** TLS options. Connections use HTTP/1.1 or HTTP/2, as negotiated. */
export type TlsOptions = TlsPem | TlsFiles | SelfSignedTls

/** In PEM. */
export interface TlsPem {
  /** The server certificate and its intermediates. */
  readonly cert: string
  /** The private key. */
  readonly key: string
}

/** The same in files, reloaded on changes. */
export interface TlsFiles {
  readonly certFile: string
  readonly keyFile: string
}

/**
 * The server creates and renews an authority, a certificate and an `admin.kubeconfig` in its `dataDir`. Client
 * certificates of the authority are accepted.
 */
export interface SelfSignedTls {
  readonly selfSigned: true
}

const YES: Expected = { what: 'true', fits: (value) => value === true }
/** Exactly one of these must be given, complete. */
const COMBINATIONS: readonly ExpectedOptions[] = [
  { cert: STRING, key: SECRET_STRING },
  { certFile: OPTIONS.tlsCertFile.value, keyFile: OPTIONS.tlsKeyFile.value },
  { selfSigned: YES },
]

/** Throws a `StartError` for invalid options. */
export function tlsChoices(options: TlsOptions | undefined): Choices {
  if (options === undefined) return {}
  expectOptions('tls', options, Object.assign({}, ...COMBINATIONS))
  const given = Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  const isWhole = COMBINATIONS.some(
    (combination) => String(Object.keys(combination).sort()) === String(given.sort()),
  )
  if (!isWhole) throw new StartError('tls: expected cert and key, certFile and keyFile, or selfSigned')
  const { cert, key, certFile, keyFile, selfSigned } = options as Partial<TlsPem & TlsFiles & SelfSignedTls>
  return {
    tlsCert: cert,
    tlsKey: key,
    tlsCertFile: certFile,
    tlsKeyFile: keyFile,
    tlsSelfSigned: selfSigned,
  }
}
