import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect as connectHttp2 } from 'node:http2'
import { Agent, request } from 'node:https'
import { describe, it, type TestContext } from 'node:test'
import { LOCAL_HOSTS, newAuthority } from '../../../test/support/certificates.js'
import { createListener } from '../../http/listener.js'
import { ApiError } from '../../meta/api-error.js'
import { silentLogger } from '../../observe/logger.js'
import type { CertificateAuthority, IssuedCertificate } from '../certificates/certificate-authority.js'
import { ClientCertificateAuthenticator } from './client-certificate.js'

/** A server that answers who asks. */
async function server(t: TestContext, clientCa: CertificateAuthority) {
  const own = newAuthority()
  const authenticator = new ClientCertificateAuthenticator([clientCa.cert])
  const listener = createListener({
    tls: { ...own.issueServer(LOCAL_HOSTS), clientCas: [clientCa.cert] },
    logger: silentLogger,
    answerError: () => assert.fail('nothing is rejected'),
    handler: (request, response) => {
      try {
        response.end(JSON.stringify(authenticator.authenticate(request)?.user ?? null))
      } catch (error) {
        assert.ok(error instanceof ApiError)
        response.end(String(error.code))
      }
    },
  })
  t.after(() => listener.close(0))
  const { port } = await listener.listen('127.0.0.1', 0)
  return { port, ca: own.cert, authenticator }
}

type Ask = () => Promise<unknown>

/** Asks again and again over one connection of HTTP/1.1, with a certificate or without. */
function byHttp1(t: TestContext, { port, ca }: { port: number; ca: string }, shown?: IssuedCertificate): Ask {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ca, ...shown })
  t.after(() => agent.destroy())
  return async () => {
    const sent = request({ port, host: 'localhost', agent }).end()
    const [response] = await once(sent, 'response')
    let text = ''
    for await (const chunk of response) text += chunk
    return JSON.parse(text)
  }
}

function byHttp2(t: TestContext, { port, ca }: { port: number; ca: string }, shown?: IssuedCertificate): Ask {
  const session = connectHttp2(`https://localhost:${port}`, { ca, ...shown })
  t.after(() => session.destroy())
  return async () => {
    let text = ''
    for await (const chunk of session.request({})) text += chunk
    return JSON.parse(text)
  }
}

for (const [version, by] of [
  ['HTTP/1.1', byHttp1],
  ['HTTP/2', byHttp2],
] as const) {
  describe(`a client with a certificate, by ${version}`, () => {
    it('is the user and in the groups that the certificate names', async (t) => {
      const authority = newAuthority()
      const to = await server(t, authority)
      const ask = by(t, to, authority.issueClient('jane', ['dev', 'ops']))
      const user = (await ask()) as { name: string; groups: string[]; extra: Record<string, string[]> }
      assert.equal(user.name, 'jane')
      assert.deepEqual(user.groups, ['dev', 'ops', 'system:authenticated'])
      assert.match(String(Object.values(user.extra)), /^X509SHA256=[0-9a-f]{64}$/)
      assert.deepEqual(await ask(), user)
    })

    it('is nobody without one', async (t) => {
      assert.equal(await by(t, await server(t, newAuthority()))(), null)
    })

    it('is rejected when no trusted authority vouches for it, or its time is over', async (t) => {
      const authority = newAuthority()
      const to = await server(t, authority)
      assert.equal(await by(t, to, newAuthority().issueClient('jane', ['system:masters']))(), 401)
      assert.equal(await by(t, to, authority.issueClient('jane', [], -1))(), 401)
      // A certificate for servers does not vouch for a user.
      assert.equal(await by(t, to, authority.issueServer(['jane']))(), 401)
    })

    it('is rejected on an open connection once its time is over, or its authority is no longer trusted', async (t) => {
      const authority = newAuthority()
      const to = await server(t, authority)
      const ask = by(t, to, authority.issueClient('jane', []))
      assert.equal(((await ask()) as { name: string }).name, 'jane')
      to.authenticator.replaceAuthorities([newAuthority().cert])
      assert.equal(await ask(), 401)
      to.authenticator.replaceAuthorities([newAuthority().cert, authority.cert])
      assert.equal(((await ask()) as { name: string }).name, 'jane')
      const brief = by(t, to, authority.issueClient('brief', [], 1))
      assert.equal(((await brief()) as { name: string }).name, 'brief')
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 2 * 24 * 60 * 60_000 })
      assert.equal(await brief(), 401)
    })
  })
}
