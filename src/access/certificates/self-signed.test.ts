import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { temporaryFolder } from '#test/support/temporary-folder.js'
import { ManualClock } from '#util/clock.js'
import { SelfSigned } from './self-signed.js'

const DAY_MS = 24 * 60 * 60_000
const HOSTS = ['localhost', '127.0.0.1', '::1', '*.example.com']

async function folder(t: TestContext): Promise<string> {
  const { path, remove } = await temporaryFolder()
  t.after(remove)
  return join(path, 'data')
}

describe('certificates of the server itself', () => {
  it('are made once, for their owner alone', async (t) => {
    const path = await folder(t)
    const own = new SelfSigned(path)
    const authority = await own.authority()
    const { cert } = await own.server(authority, HOSTS)
    for (const name of await readdir(join(path, 'pki'))) {
      assert.equal((await stat(join(path, 'pki', name))).mode & 0o777, 0o600, name)
    }
    assert.equal((await stat(join(path, 'pki'))).mode & 0o777, 0o700)
    const again = new SelfSigned(path)
    assert.equal((await again.authority()).fingerprint, authority.fingerprint)
    assert.equal((await again.server(authority, HOSTS)).cert, cert)
  })

  it('are those of one authority when several servers begin at once', async (t) => {
    const path = await folder(t)
    const made = await Promise.all(Array.from({ length: 5 }, () => new SelfSigned(path).authority()))
    const last = await new SelfSigned(path).authority()
    // Clients with the old certificate trust the new one: the key is the same.
    for (const authority of made) {
      const { cert } = authority.issueClient('a', [])
      assert.ok(new X509Certificate(cert).verify(new X509Certificate(last.cert).publicKey))
    }
  })

  it('are renewed before they expire, and the key of the authority stays', async (t) => {
    const path = await folder(t)
    const clock = new ManualClock()
    const own = new SelfSigned(path, clock)
    const first = await own.authority()
    const { cert } = await own.server(first, HOSTS)
    clock.advance(250 * DAY_MS)
    const second = await own.authority()
    assert.equal(second.fingerprint, first.fingerprint)
    const renewed = await own.server(second, HOSTS)
    assert.notEqual(renewed.cert, cert)
    clock.advance(2300 * DAY_MS)
    const third = await own.authority()
    assert.notEqual(third.fingerprint, first.fingerprint)
    assert.ok(new X509Certificate(renewed.cert).verify(new X509Certificate(third.cert).publicKey))
  })

  it('are issued again for hosts that are new, and when they cannot be read', async (t) => {
    const path = await folder(t)
    const own = new SelfSigned(path)
    const authority = await own.authority()
    const { cert } = await own.server(authority, HOSTS)
    const wider = await own.server(authority, [...HOSTS, 'api.example.com', '10.0.0.1'])
    assert.notEqual(wider.cert, cert)
    await writeFile(join(path, 'pki', 'server.pem'), 'nonsense')
    assert.match((await own.server(authority, HOSTS)).cert, /BEGIN CERTIFICATE/)
  })

  it('cannot be used when the key of the authority is lost', async (t) => {
    const path = await folder(t)
    const own = new SelfSigned(path)
    assert.equal(await own.existingAuthority(), undefined)
    await own.authority()
    assert.ok(await own.existingAuthority())
    await rm(join(path, 'pki', 'ca.key'))
    await assert.rejects(own.authority(), /exists without its key/)
    assert.equal(await own.existingAuthority(), undefined)
  })
})
