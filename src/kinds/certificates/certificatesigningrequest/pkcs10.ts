import { constants, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { contentOf, type DerElement, MalformedDer, readElements, readWithin, Tag } from './der.js'

/** The parts of a certificate request (PKCS#10, RFC 2986) that the server reads. */
export interface CertificationRequest {
  /** The organizations of the subject, which become groups of the user. */
  readonly organizations: readonly string[]
  /** The last common name of the subject, which becomes the name of the user; empty without one. */
  readonly commonName: string
  /** The signed bytes. */
  readonly info: Buffer
  readonly publicKey: Buffer
  /** The identifier of the algorithm and its parameters. */
  readonly algorithm: readonly DerElement[]
  readonly signature: Buffer
}

const PEM_BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\s]*)-----END \1-----/
const ORGANIZATION = Buffer.from('55040a', 'hex')
const COMMON_NAME = Buffer.from('550403', 'hex')
/** String types with two or four bytes per character. */
const WIDE_TEXTS = new Set([0x1c, 0x1e])

/** Parses a PEM request. */
export function parseRequest(pem: Buffer): CertificationRequest {
  const [, type, base64 = ''] = PEM_BLOCK.exec(pem.toString('latin1')) ?? []
  if (type !== 'CERTIFICATE REQUEST') throw new MalformedDer('PEM block type must be CERTIFICATE REQUEST')
  const [outer, ...trailing] = readElements(Buffer.from(base64, 'base64'))
  if (trailing.length > 0) throw new MalformedDer('asn1: syntax error: trailing data')
  const [info, algorithm, signature] = readWithin(outer, Tag.sequence)
  const [version, subject, publicKey] = readWithin(info, Tag.sequence)
  contentOf(version, Tag.integer)
  contentOf(publicKey, Tag.sequence)
  return {
    organizations: namesOf(subject, ORGANIZATION),
    commonName: namesOf(subject, COMMON_NAME).at(-1) ?? '',
    info: (info as DerElement).whole,
    publicKey: (publicKey as DerElement).whole,
    algorithm: readWithin(algorithm, Tag.sequence),
    // The first byte is the number of unused bits.
    signature: contentOf(signature, Tag.bitString).subarray(1),
  }
}

/** The names of one type in a subject. */
function namesOf(subject: DerElement | undefined, wanted: Buffer): readonly string[] {
  const found: string[] = []
  for (const names of readWithin(subject, Tag.sequence)) {
    for (const name of readWithin(names, Tag.set)) {
      const [type, value] = readWithin(name, Tag.sequence)
      if (value === undefined || !contentOf(type, Tag.oid).equals(wanted)) continue
      const text = value.content.toString('utf8')
      found.push(WIDE_TEXTS.has(value.tag) ? text.replaceAll('\0', '') : text)
    }
  }
  return found
}

interface Algorithm {
  readonly hash: string | null
  readonly failure: string
  readonly keyType: string
}

const rsa = (hash: string): Algorithm => ({ hash, failure: 'crypto/rsa: verification error', keyType: 'rsa' })
const ecdsa = (hash: string): Algorithm => ({
  hash,
  failure: 'x509: ECDSA verification failure',
  keyType: 'ec',
})

/** Keyed by the object identifier in hexadecimal. */
const ALGORITHMS: Readonly<Record<string, Algorithm>> = {
  '2a864886f70d01010b': rsa('sha256'),
  '2a864886f70d01010c': rsa('sha384'),
  '2a864886f70d01010d': rsa('sha512'),
  '2a8648ce3d040302': ecdsa('sha256'),
  '2a8648ce3d040303': ecdsa('sha384'),
  '2a8648ce3d040304': ecdsa('sha512'),
  '2b6570': { hash: null, failure: 'x509: Ed25519 verification failure', keyType: 'ed25519' },
}
const INSECURE: Readonly<Record<string, string>> = {
  '2a864886f70d010104': 'MD5-RSA',
  '2a864886f70d010105': 'SHA1-RSA',
  '2a8648ce3d0401': 'ECDSA-SHA1',
}
const RSA_PSS = '2a864886f70d01010a'
/** The last byte of 2.16.840.1.101.3.4.2.n, by which the parameters of RSA-PSS name a hash. */
const PSS_HASHES: Readonly<Record<number, string>> = { 1: 'sha256', 2: 'sha384', 3: 'sha512' }
const HASH_OID = Buffer.from('6086480165030402', 'hex')

/** Why the signature was not made with the key of the request; undefined if it was. */
export function signatureError(request: CertificationRequest): string | undefined {
  const [identifier, parameters] = request.algorithm
  const name = contentOf(identifier, Tag.oid).toString('hex')
  if (name in INSECURE) return `x509: cannot verify signature: insecure algorithm ${INSECURE[name]}`
  const isPss = name === RSA_PSS
  const algorithm = isPss ? pssAlgorithm(parameters) : ALGORITHMS[name]
  if (algorithm === undefined) return 'x509: cannot verify signature: algorithm unimplemented'
  const key = readKey(request.publicKey)
  if (key === undefined) return 'x509: cannot verify signature: algorithm unimplemented'
  if (key.asymmetricKeyType !== algorithm.keyType) {
    return `x509: signature algorithm specifies a key of type ${algorithm.keyType}, but have public key of type ${key.asymmetricKeyType}`
  }
  const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO }
  const isSigned = verify(algorithm.hash, request.info, isPss ? { key, ...padding } : key, request.signature)
  return isSigned ? undefined : algorithm.failure
}

function pssAlgorithm(parameters: DerElement | undefined): Algorithm | undefined {
  const at = parameters?.content.indexOf(HASH_OID) ?? -1
  const hash = PSS_HASHES[parameters?.content[at + HASH_OID.length] ?? 0]
  return at < 0 || hash === undefined ? undefined : rsa(hash)
}

/** Undefined for an unreadable key. Curves must be named: computing with arbitrary ones can take forever. */
function readKey(der: Buffer): KeyObject | undefined {
  const [algorithm] = readElements(readElements(der)[0]?.content ?? Buffer.alloc(0))
  const [, parameters] = readWithin(algorithm, Tag.sequence)
  if (parameters?.tag === Tag.sequence) return undefined
  try {
    return createPublicKey({ key: der, format: 'der', type: 'spki' })
  } catch {
    return undefined
  }
}
