import { createHash, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isIP, isIPv4 } from 'node:net'
import { type BaseBlock, BitString, Integer, OctetString, Utf8String } from 'asn1js'
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  Extension,
  ExtKeyUsage,
  GeneralName,
  GeneralNames,
  id_AuthorityKeyIdentifier,
  id_BasicConstraints,
  id_ExtKeyUsage,
  id_KeyUsage,
  id_SubjectAltName,
  id_SubjectKeyIdentifier,
  PublicKeyInfo,
  RelativeDistinguishedNames,
  Time,
  TimeType,
} from 'pkijs'

/** The content of an X.509 certificate. */
export interface CertificateContent {
  readonly subject: Name
  readonly issuer: Name
  /** The public key of the subject. */
  readonly publicKey: KeyObject
  readonly notBefore: Date
  readonly notAfter: Date
  readonly purpose: 'authority' | 'server' | 'client'
  /** Subject alternative names of a server. */
  readonly hosts?: readonly string[]
}

/** A user and its groups. */
export interface Name {
  readonly organizations?: readonly string[]
  readonly commonName: string
}

/** A P-256 key pair. */
export interface SigningKey {
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

const VERSION_3 = 2
const SERIAL_BYTES = 16
const KEY_ID_BYTES = 20
const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2'
const ORGANIZATION = '2.5.4.10'
const COMMON_NAME = '2.5.4.3'
const EXTENDED_USAGE = { server: '1.3.6.1.5.5.7.3.1', client: '1.3.6.1.5.5.7.3.2' }
/** Key usage bits: digitalSignature (0), keyCertSign (5), cRLSign (6); and the number of unused bits. */
const KEY_USAGE = { authority: { bits: 0b1000_0110, unused: 1 }, leaf: { bits: 0b1000_0000, unused: 7 } }
/** From this year on, times are GeneralizedTime. */
const FIRST_YEAR_IN_FULL = 2050

/** Signs a certificate and returns it in PEM. */
export function issueCertificate(content: CertificateContent, issuerKey: SigningKey): string {
  const signatureAlgorithm = new AlgorithmIdentifier({ algorithmId: ECDSA_WITH_SHA256 })
  const certificate = new Certificate({
    version: VERSION_3,
    serialNumber: new Integer({ valueHex: serialNumber() }),
    signature: signatureAlgorithm,
    issuer: distinguishedName(content.issuer),
    notBefore: timeOf(content.notBefore),
    notAfter: timeOf(content.notAfter),
    subject: distinguishedName(content.subject),
    subjectPublicKeyInfo: PublicKeyInfo.fromBER(spkiOf(content.publicKey)),
    extensions: extensionsOf(content, issuerKey.publicKey),
    signatureAlgorithm,
  })
  const signed = Buffer.from(certificate.encodeTBS().toBER())
  certificate.signatureValue = new BitString({ valueHex: sign('sha256', signed, issuerKey.privateKey) })
  return pemOf(Buffer.from(certificate.toSchema(true).toBER()))
}

function pemOf(certificate: Buffer): string {
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

/** Random and positive. */
function serialNumber(): Buffer {
  const serial = randomBytes(SERIAL_BYTES)
  serial[0] = 0x40 | ((serial[0] ?? 0) & 0x3f)
  return serial
}

function distinguishedName({ organizations = [], commonName }: Name): RelativeDistinguishedNames {
  const attribute = (type: string, value: string) =>
    new AttributeTypeAndValue({ type, value: new Utf8String({ value }) })
  return new RelativeDistinguishedNames({
    typesAndValues: [
      ...organizations.map((name) => attribute(ORGANIZATION, name)),
      attribute(COMMON_NAME, commonName),
    ],
  })
}

function timeOf(moment: Date): Time {
  const isInFull = moment.getUTCFullYear() >= FIRST_YEAR_IN_FULL
  const value = new Date(Math.floor(moment.getTime() / 1000) * 1000)
  return new Time({ type: isInFull ? TimeType.GeneralizedTime : TimeType.UTCTime, value })
}

function extensionsOf(
  { purpose, publicKey, hosts = [] }: CertificateContent,
  issuer: KeyObject,
): Extension[] {
  const isAuthority = purpose === 'authority'
  const { bits, unused } = KEY_USAGE[isAuthority ? 'authority' : 'leaf']
  const usage = new BitString({ valueHex: Buffer.from([bits]), unusedBits: unused })
  const own = new OctetString({ valueHex: keyId(publicKey) })
  const issuers = new AuthorityKeyIdentifier({ keyIdentifier: new OctetString({ valueHex: keyId(issuer) }) })
  const extensions = [
    extension(id_BasicConstraints, new BasicConstraints({ cA: isAuthority }).toSchema(), true),
    extension(id_KeyUsage, usage, true),
    extension(id_SubjectKeyIdentifier, own),
    extension(id_AuthorityKeyIdentifier, issuers.toSchema()),
  ]
  if (!isAuthority) {
    const purposes = new ExtKeyUsage({ keyPurposes: [EXTENDED_USAGE[purpose]] })
    extensions.push(extension(id_ExtKeyUsage, purposes.toSchema()))
  }
  if (hosts.length > 0) {
    const names = new GeneralNames({ names: hosts.map(generalName) })
    extensions.push(extension(id_SubjectAltName, names.toSchema()))
  }
  return extensions
}

function extension(extnID: string, value: BaseBlock, critical = false): Extension {
  return new Extension({ extnID, critical, extnValue: value.toBER() })
}

function spkiOf(key: KeyObject): Buffer {
  return key.export({ type: 'spki', format: 'der' })
}

/** The key identifier. */
export function keyId(key: KeyObject): Buffer {
  return createHash('sha256').update(spkiOf(key)).digest().subarray(0, KEY_ID_BYTES)
}

const DNS_NAME = 2
const IP_ADDRESS = 7

/** A DNS or IP subject alternative name. */
export function generalName(host: string): GeneralName {
  return isIP(host) === 0
    ? new GeneralName({ type: DNS_NAME, value: host })
    : new GeneralName({ type: IP_ADDRESS, value: new OctetString({ valueHex: bytesOf(host) }) })
}

function bytesOf(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number))
  // The URL parser normalizes IPv6 addresses to hexadecimal groups with at most one gap.
  const [front = '', back] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const groups = (text: string) => text.split(':').filter((group) => group !== '')
  const [before, after] = [groups(front), groups(back ?? '')]
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return Buffer.concat(
    [...before, ...zeros, ...after].map((group) => Buffer.from(group.padStart(4, '0'), 'hex')),
  )
}
