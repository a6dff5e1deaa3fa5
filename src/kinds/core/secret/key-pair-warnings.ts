import { createPrivateKey, X509Certificate } from 'node:crypto'
import type { Secret } from './schema.js'

/** What a client is warned of when the certificate and the key of a TLS secret are of no use together. */
export function keyPairWarnings({ type, data = {} }: Readonly<Secret>): readonly string[] {
  if (type !== 'kubernetes.io/tls') return []
  const problem = keyPairProblem(decoded(data['tls.crt']), decoded(data['tls.key']))
  return problem === undefined ? [] : [`tls: ${problem}`]
}

const decoded = (value = '') => Buffer.from(value, 'base64')

function keyPairProblem(certificate: Buffer, key: Buffer): string | undefined {
  if (!isPem(certificate)) return 'failed to find any PEM data in certificate input'
  if (!isPem(key)) return 'failed to find any PEM data in key input'
  try {
    const matches = new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))
    return matches ? undefined : 'private key does not match public key'
  } catch {
    return 'failed to parse certificate or private key'
  }
}

const isPem = (text: Buffer) => text.includes('-----BEGIN ')
