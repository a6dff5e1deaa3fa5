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

/** How the connections of an embedded server are encrypted. They speak HTTP/1.1 or HTTP/2, as their clients like. */
export type TlsOptions = TlsPem | TlsFiles | SelfSignedTls

/** In PEM. */
export interface TlsPem {
  /** The certificate that clients are shown, with those between it and an authority that clients know. */
  readonly cert: string
  /** The key of the certificate. */
  readonly key: string
}

/** The same in files, which are read again when they change. */
export interface TlsFiles {
  readonly certFile: string
  readonly keyFile: string
}

/**
 * The server makes an authority, a certificate and an `admin.kubeconfig` itself, in its `dataDir`, and renews them. Who
 * has a certificate of the authority is known by it.
 */
export interface SelfSignedTls {
  readonly selfSigned: true
}

const YES: Expected = { what: 'true', fits: (value) => value === true }
/** One of these is given, whole. */
const FORMS: readonly ExpectedOptions[] = [
  { cert: STRING, key: SECRET_STRING },
  { certFile: OPTIONS.tlsCertFile.value, keyFile: OPTIONS.tlsKeyFile.value },
  { selfSigned: YES },
]

/** Throws a `StartError` for options that cannot be used. */
export function tlsChoices(options: TlsOptions | undefined): Choices {
  if (options === undefined) return {}
  expectOptions('tls', options, Object.assign({}, ...FORMS))
  const given = Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  const isWhole = FORMS.some((form) => String(Object.keys(form).sort()) === String(given.sort()))
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
