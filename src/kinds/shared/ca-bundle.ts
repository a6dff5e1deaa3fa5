import { X509Certificate } from 'node:crypto'

const BLOCK = /-----BEGIN ([^-\n]+)-----[^-]*-----END \1-----/g

/** Why a bundle of CA certificates, in base64 of PEM, cannot be used; undefined if it has one, or is not given. */
export function caBundleError(bundle: string | undefined): string | undefined {
  if (bundle === undefined || bundle === '') return undefined
  const pem = Buffer.from(bundle, 'base64').toString('latin1')
  const certificates = [...pem.matchAll(BLOCK)].filter(([, type]) => type === 'CERTIFICATE')
  if (certificates.some(([block]) => isCertificate(block))) return undefined
  return `unable to load root certificates: ${reason(pem, certificates.length)}`
}

function reason(pem: string, certificates: number): string {
  if (certificates > 0) return 'failed to parse certificate: x509: malformed certificate'
  return pem.replaceAll(BLOCK, '').trim() === ''
    ? 'no valid certificate authority data seen'
    : 'unable to parse bytes as PEM block'
}

function isCertificate(block: string): boolean {
  try {
    new X509Certificate(block)
    return true
  } catch {
    return false
  }
}
