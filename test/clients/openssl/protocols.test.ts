import assert from 'node:assert/strict'
import { join } from 'node:path'
import { it } from 'node:test'
import { clientSuite } from '../support/client-suite.js'
import { Command } from '../support/command.js'
import { printedBy } from '../support/installed.js'
import { SecureServer } from '../support/secure-server.js'

const isThere = printedBy('openssl', 'version') !== undefined

clientSuite('openssl', isThere ? undefined : 'no openssl: apt-get install openssl', async () => {
  const server = await SecureServer.ofSuite()
  /** The result of a handshake. The client accepts all ciphers, even the weakest. */
  const handshake = (...args: string[]) => {
    const { host } = new URL(server.url)
    const flags = ['-connect', host, '-CAfile', server.caFile, '-cipher', 'ALL:@SECLEVEL=0']
    return new Command('openssl', ['s_client', ...flags, ...args], { PATH: process.env.PATH }).ended()
  }

  for (const [flag, version] of [
    ['-tls1_3', 'TLSv1.3'],
    ['-tls1_2', 'TLSv1.2'],
  ] as const) {
    it(`agrees on ${version}, and trusts the server`, async () => {
      const { stdout } = await handshake(flag)
      assert.ok(stdout.includes(`New, ${version}, Cipher is `), stdout)
      assert.match(stdout, /Verify return code: 0 \(ok\)/)
    })
  }

  for (const old of ['-tls1_1', '-tls1', '-ssl3']) {
    it(`does not agree on ${old.slice(1)}`, async () => {
      const { code, stdout } = await handshake(old)
      assert.notEqual(code, 0)
      assert.doesNotMatch(stdout, /Cipher is (?!\(NONE\))/)
    })
  }

  it('finds no weak cipher', async () => {
    for (const weak of ['NULL', 'RC4', '3DES', 'EXPORT', 'aNULL', 'MD5', 'DES']) {
      const { stdout } = await handshake('-tls1_2', '-cipher', `${weak}:@SECLEVEL=0`)
      assert.doesNotMatch(stdout, /Cipher is (?!\(NONE\))/, weak)
    }
  })

  it('finds nothing wrong with certificates of the server, by its strict rules', async () => {
    const verify = (purpose: string, file: string) => {
      const flags = ['-x509_strict', '-check_ss_sig', '-purpose', purpose, '-CAfile', server.caFile]
      return new Command('openssl', ['verify', ...flags, file], { PATH: process.env.PATH }).ended()
    }
    const { cert } = await server.certificateOf(server.admin)
    const client = await server.write('client.crt', cert)
    const own = join(server.dataDir, 'pki', 'server.pem')
    for (const [purpose, file] of [
      ['sslserver', own],
      ['sslclient', client],
    ] as const) {
      const { code, stdout, stderr } = await verify(purpose, file)
      assert.deepEqual([code, stdout], [0, `${file}: OK\n`], stderr)
    }
    assert.notEqual((await verify('sslclient', own)).code, 0)
    assert.notEqual((await verify('sslserver', client)).code, 0)
  })

  it('is offered HTTP/2 and HTTP/1.1', async () => {
    assert.match((await handshake('-alpn', 'h2,http/1.1')).stdout, /ALPN protocol: h2\n/)
    assert.match((await handshake('-alpn', 'http/1.1')).stdout, /ALPN protocol: http\/1\.1\n/)
  })
})
