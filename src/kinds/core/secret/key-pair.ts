import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import type { Secret } from './schema.js'

/** Warnings about the certificate and key of a secret, which need not fit to be stored. */
export function keyPairWarnings({ type, data = {} }: Readonly<Secret>): readonly string[] {
  if (type !== 'kubernetes.io/tls') return []
  const message = keyPairError(decoded(data['tls.crt']), decoded(data['tls.key']))
  return message === undefined ? [] : [message]
}

const decoded = (value = '') => Buffer.from(value, 'base64').toString('latin1')

const BLOCK = /-----BEGIN ([^\n-]*)-----[ \t]*\r?\n[^-]*-----END \1-----/g

interface Block {
  readonly label: string
  readonly text: string
}

function blocksOf(text: string): readonly Block[] {
  return [...text.matchAll(BLOCK)].map(([text, label = '']) => ({ text, label }))
}

const isKey = ({ label }: Block) => label === 'PRIVATE KEY' || label.endsWith(' PRIVATE KEY')
const isCertificate = ({ label }: Block) => label === 'CERTIFICATE'
const labelsOf = (blocks: readonly Block[]) => `[${blocks.map(({ label }) => label).join(' ')}]`

/** The error of Go's `tls.X509KeyPair`. */
function keyPairError(certificateText: string, keyText: string): string | undefined {
  const certificates = blocksOf(certificateText)
  const first = certificates.find(isCertificate)
  if (first === undefined) return missingCertificate(certificates)
  const keys = blocksOf(keyText)
  const keyBlock = keys.find(isKey)
  if (keyBlock === undefined) return missingKey(keys)
  const certificate = orUndefined(() => new X509Certificate(first.text))
  if (certificate === undefined) return 'x509: malformed certificate'
  const key = orUndefined(() => createPrivateKey(keyBlock.text))
  return key === undefined ? 'tls: failed to parse private key' : mismatch(certificate, key)
}

function missingCertificate(found: readonly Block[]): string {
  if (found.length === 0) return 'tls: failed to find any PEM data in certificate input'
  if (found.length === 1 && found.every(isKey)) {
    return 'tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched'
  }
  return `tls: failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: ${labelsOf(found)}`
}

function missingKey(found: readonly Block[]): string {
  if (found.length === 0) return 'tls: failed to find any PEM data in key input'
  if (found.length === 1 && found.every(isCertificate)) {
    return 'tls: found a certificate rather than a key in the PEM for the private key'
  }
  return `tls: failed to find PEM block with type ending in "PRIVATE KEY" in key input after skipping PEM blocks of the following types: ${labelsOf(found)}`
}

function mismatch(certificate: X509Certificate, key: KeyObject): string | undefined {
  if (certificate.publicKey.asymmetricKeyType !== key.asymmetricKeyType) {
    return 'tls: private key type does not match public key type'
  }
  return certificate.checkPrivateKey(key) ? undefined : 'tls: private key does not match public key'
}

function orUndefined<T>(make: () => T): T | undefined {
  try {
    return make()
  } catch {
    return undefined
  }
}
