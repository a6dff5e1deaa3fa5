import { X509Certificate } from 'node:crypto'

/** The error of an issuer URL, if any, by the rules of OpenID Connect. */
export function issuerUrlError(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || /\s/.test(text)) return 'must be a URL'
  if (url.protocol !== 'https:') return 'URL scheme must be https'
  if (url.username !== '' || url.password !== '') return 'URL must not contain a username or password'
  if (text.includes('?')) return 'URL must not contain a query'
  if (text.includes('#')) return 'URL must not contain a fragment'
  return undefined
}

/** Asymmetric algorithms: published keys cannot sign. */
export const ALL_ALGORITHMS: readonly string[] = [
  'RS256',
  'RS384',
  'RS512',
  'ES256',
  'ES384',
  'ES512',
  'PS256',
  'PS384',
  'PS512',
]

export const DEFAULT_ALGORITHMS: readonly string[] = ['RS256']

export const isAlgorithm = (text: string): boolean => ALL_ALGORITHMS.includes(text)

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g

/** The error of CA certificates in PEM, if any. */
export function certificatesError(pem: string): string | undefined {
  const certificates = pem.match(CERTIFICATE) ?? []
  if (certificates.length === 0) return 'no PEM certificate found'
  for (const [index, certificate] of certificates.entries()) {
    try {
      new X509Certificate(certificate)
    } catch {
      return `certificate ${index + 1} cannot be read`
    }
  }
  return undefined
}
