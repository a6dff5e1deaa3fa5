import { X509Certificate } from 'node:crypto'

const BEGIN = '-----BEGIN '
const END = '-----END '
const DASHES = '-----'
const HEADER = /^\s*[^\n:]+:/

interface PemBlock {
  readonly type: string
  readonly content: string
}

/** The blocks with a beginning and an end. Everything else between and around them is skipped. */
function* pemBlocks(text: string): Generator<PemBlock> {
  for (let at = text.indexOf(BEGIN); at >= 0; at = text.indexOf(BEGIN, at)) {
    at += BEGIN.length
    const endOfType = text.indexOf(DASHES, at)
    const end = text.indexOf(END, at)
    if (endOfType < 0 || end < 0) return
    const type = text.slice(at, endOfType)
    at = end + END.length
    if (endOfType >= end || !text.startsWith(type + DASHES, at)) continue
    yield { type, content: text.slice(endOfType + DASHES.length, end) }
  }
}

/** The first error of PEM certificates; undefined if they are valid, or if there are no bytes at all. */
export function certificateError(pem: Buffer): string | undefined {
  if (pem.length === 0) return undefined
  let isEmpty = true
  for (const { type, content } of pemBlocks(pem.toString('latin1'))) {
    isEmpty = false
    if (type !== 'CERTIFICATE')
      return `only CERTIFICATE PEM blocks are allowed, found ${JSON.stringify(type)}`
    if (HEADER.test(content)) return 'no PEM block headers are permitted'
    const der = Buffer.from(content, 'base64')
    if (der.length === 0) return 'found CERTIFICATE PEM block containing 0 certificates'
    if (!isCertificate(der)) return 'x509: malformed certificate'
  }
  return isEmpty ? 'must contain at least one CERTIFICATE PEM block' : undefined
}

function isCertificate(der: Buffer): boolean {
  try {
    new X509Certificate(der)
    return true
  } catch {
    return false
  }
}
