import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, it } from 'node:test'
import { type ConnectionOptions, connect } from 'node:tls'
import { createServer, type ServerOptions } from '#index.js'
import { LOCAL_HOSTS, newAuthority } from '#test/support/certificates/authority.js'

const authority = newAuthority()

async function handshake(port: number, options: ConnectionOptions): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', ca: authority.cert, ...options })
  try {
    await once(socket, 'secureConnect')
    return `${socket.getProtocol()} ${socket.getCipher().name}`
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error)
  } finally {
    socket.destroy()
  }
}

function suite(name: string, options: ServerOptions, cases: (port: () => number) => void): void {
  describe(name, () => {
    let server: Awaited<ReturnType<typeof createServer>>
    before(async () => {
      const tls = authority.issueServer(LOCAL_HOSTS)
      server = await createServer({ storage: 'memory', port: 0, logLevel: 'silent', tls, ...options })
    })
    after(() => server.close())
    cases(() => server.port)
  })
}

suite('a server with TLS 1.3 alone', { tlsMinVersion: 'VersionTLS13' }, (port) => {
  it('refuses TLS 1.2', async () => {
    assert.match(await handshake(port(), { maxVersion: 'TLSv1.2' }), /PROTOCOL_VERSION/)
    assert.match(await handshake(port(), {}), /^TLSv1\.3 /)
  })
})

suite('a server with one cipher suite of TLS 1.2', {
  tlsCipherSuites: ['TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256'],
}, (port) => {
  it('agrees only on that, and on all of TLS 1.3', async () => {
    const old = (ciphers: string) => handshake(port(), { maxVersion: 'TLSv1.2', ciphers })
    assert.equal(await old('DEFAULT'), 'TLSv1.2 ECDHE-ECDSA-AES128-GCM-SHA256')
    assert.match(await old('ECDHE-ECDSA-AES256-GCM-SHA384'), /HANDSHAKE_FAILURE/)
    for (const suite of ['TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256']) {
      assert.equal(await handshake(port(), { ciphers: suite }), `TLSv1.3 ${suite}`)
    }
  })
})

suite('a server with a suite of TLS 1.3 alone', { tlsCipherSuites: ['TLS_AES_128_GCM_SHA256'] }, (port) => {
  it('does not agree on TLS 1.2', async () => {
    assert.match(await handshake(port(), { maxVersion: 'TLSv1.2' }), /PROTOCOL_VERSION|HANDSHAKE_FAILURE/)
  })
})
