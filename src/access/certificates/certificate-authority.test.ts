import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { describe, it } from 'node:test'
import { ManualClock } from '#util/clock.js'
import { CertificateAuthority, isDueForRenewal, newKey } from './certificate-authority.js'

const DAY_MS = 24 * 60 * 60_000

function newAuthority(clock = new ManualClock()) {
  const [key] = newKey()
  return CertificateAuthority.of({ cert: CertificateAuthority.certify(key, clock), key }, clock)
}

describe('an authority', () => {
  it('is self-signed and may sign others', () => {
    const authority = newAuthority()
    const certificate = new X509Certificate(authority.cert)
    assert.ok(certificate.ca)
    assert.ok(certificate.checkIssued(certificate))
    assert.ok(certificate.verify(certificate.publicKey))
    assert.match(certificate.subject, /^CN=binnacle-ca-[0-9a-f]{8}$/)
    assert.equal(authority.fingerprint, certificate.fingerprint256)
  })

  it('issues certificates to servers, for names and addresses', () => {
    const authority = newAuthority()
    const hosts = ['localhost', '*.example.com', '127.0.0.1', '::1', '2001:db8::a:1', '::ffff:10.1.2.3']
    const certificate = new X509Certificate(authority.issueServer(hosts).cert)
    const issuer = new X509Certificate(authority.cert)
    assert.ok(certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey))
    assert.equal(certificate.ca, false)
    for (const host of ['localhost', 'api.example.com'])
      assert.equal(certificate.checkHost(host) !== undefined, true, host)
    for (const address of hosts.slice(2)) assert.ok(certificate.checkIP(address), address)
    assert.equal(certificate.checkHost('elsewhere.com'), undefined)
    assert.equal(certificate.checkIP('127.0.0.2'), undefined)
    assert.deepEqual(certificate.keyUsage, ['1.3.6.1.5.5.7.3.1'])
  })

  it('issues certificates to users in groups, whatever they are called', () => {
    const user = 'Jürgen, "the" user/CN=admin+O=system:masters\n'
    const groups = ['team a', 'system:b', 'é,=+"\\/']
    const { cert } = newAuthority().issueClient(user, groups)
    const certificate = new X509Certificate(cert)
    const { subject } = certificate.toLegacyObject()
    assert.deepEqual({ ...subject }, { CN: user, O: groups })
    assert.deepEqual(certificate.keyUsage, ['1.3.6.1.5.5.7.3.2'])
  })

  it('gives every certificate a serial number and a validity', () => {
    const clock = new ManualClock()
    const authority = newAuthority(clock)
    const [one, other] = [1, 2].map(() => new X509Certificate(authority.issueClient('a', [], 30).cert))
    assert.notEqual(one?.serialNumber, other?.serialNumber)
    assert.equal(Date.parse(one?.validTo ?? ''), clock.now() + 30 * DAY_MS)
    assert.ok(Date.parse(one?.validFrom ?? '') < clock.now())
  })

  it('supports times from 2050 on', () => {
    const clock = new ManualClock(Date.UTC(2049, 11, 1))
    const { validFrom, validTo } = new X509Certificate(newAuthority(clock).issueClient('a', []).cert)
    assert.deepEqual([new Date(validFrom).getUTCFullYear(), new Date(validTo).getUTCFullYear()], [2049, 2050])
  })

  it('keeps its name and its issued certificates valid when it is renewed', () => {
    const clock = new ManualClock()
    const [key] = newKey()
    const before = CertificateAuthority.certify(key, clock)
    const { cert } = CertificateAuthority.of({ cert: before, key }, clock).issueClient('a', [])
    clock.advance(3000 * DAY_MS)
    const after = new X509Certificate(CertificateAuthority.certify(key, clock))
    assert.notEqual(after.fingerprint256, new X509Certificate(before).fingerprint256)
    assert.ok(
      new X509Certificate(cert).checkIssued(after) && new X509Certificate(cert).verify(after.publicKey),
    )
  })

  it('is none without the key of its certificate', () => {
    const cert = CertificateAuthority.certify(newKey()[0])
    assert.throws(() => CertificateAuthority.of({ cert, key: newKey()[0] }), /does not match the key/)
  })
})

describe('a certificate', () => {
  it('is due for renewal when a third of its time is left', () => {
    const clock = new ManualClock()
    const { cert } = newAuthority(clock).issueServer(['localhost'])
    assert.equal(isDueForRenewal(cert, clock), false)
    clock.advance(240 * DAY_MS)
    assert.equal(isDueForRenewal(cert, clock), false)
    clock.advance(10 * DAY_MS)
    assert.equal(isDueForRenewal(cert, clock), true)
    clock.advance(1000 * DAY_MS)
    assert.equal(isDueForRenewal(cert, clock), true)
  })
})
