import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { connect as connectHttp2 } from 'node:http2'
import { Agent, request } from 'node:https'
import { describe, it, type TestContext } from 'node:test'
import {
  type CertificateContent,
  issueCertificate,
  type SigningKey,
} from '#access/certificates/certificate.js'
import { CertificateAuthority, type IssuedCertificate } from '#access/certificates/certificate-authority.js'
import { createListener } from '#http/connection/listener.js'
import { secureFront } from '#http/connection/secure-server.js'
import { ApiError } from '#meta/api-error.js'
import { silentLogger } from '#observe/logger.js'
import { LOCAL_HOSTS, newAuthority } from '#test/support/certificates/authority.js'
import { systemClock } from '#util/clock.js'
import { CertificateVerifier } from './certificate-verifier.js'
import { ClientCertificateAuthenticator } from './client-certificate.js'

/** A server that responds with the user. */
async function server(t: TestContext, clientCa: CertificateAuthority) {
  const own = newAuthority()
  const verifier = new CertificateVerifier([clientCa.cert], systemClock)
  const authenticator = new ClientCertificateAuthenticator(verifier)
  const listener = createListener({
    tls: secureFront({ ...own.issueServer(LOCAL_HOSTS), clientCas: [clientCa.cert] }),
    logger: silentLogger,
    sendError: () => assert.fail('nothing is rejected'),
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
  return { port, ca: own.cert, verifier }
}

/** A client with an intermediate CA, of which only the root is trusted. */
function withChain(): { readonly root: CertificateAuthority; readonly shown: IssuedCertificate } {
  const name = (commonName: string) => ({ commonName })
  const keys = { root: newKeys(), between: newKeys(), client: newKeys() }
  const time = { notBefore: new Date(Date.now() - 60_000), notAfter: new Date(Date.now() + 60 * 60_000) }
  const issue = (
    content: Pick<CertificateContent, 'subject' | 'issuer' | 'publicKey' | 'purpose'>,
    by: SigningKey,
  ) => issueCertificate({ ...content, ...time }, by)
  const root = issue(
    { subject: name('root'), issuer: name('root'), publicKey: keys.root.publicKey, purpose: 'authority' },
    keys.root,
  )
  const between = issue(
    {
      subject: name('between'),
      issuer: name('root'),
      publicKey: keys.between.publicKey,
      purpose: 'authority',
    },
    keys.root,
  )
  const client = issue(
    { subject: name('jane'), issuer: name('between'), publicKey: keys.client.publicKey, purpose: 'client' },
    keys.between,
  )
  const pem = ({ privateKey }: SigningKey) => privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  return {
    root: CertificateAuthority.of({ cert: root, key: pem(keys.root) }),
    shown: { cert: client + between, key: pem(keys.client) },
  }
}

const newKeys = (): SigningKey => generateKeyPairSync('ec', { namedCurve: 'P-256' })

type Ask = () => Promise<unknown>

/** The session of TLS with which a connection resumes an earlier one, and where the next session goes. */
type Resumption = [session?: Buffer | undefined, keep?: (session: Buffer) => void]

interface Place {
  readonly port: number
  readonly ca: string
}

/** Asks again and again over one connection of HTTP/1.1, with a certificate or without. */
function byHttp1(
  t: TestContext,
  { port, ca }: Place,
  shown?: IssuedCertificate,
  ...[session, keep]: Resumption
): Ask {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ca, ...shown, ...(session && { session }) })
  t.after(() => agent.destroy())
  return async () => {
    const sent = request({ port, host: 'localhost', agent }).end()
    sent.once('socket', (socket) => socket.on('session', (next: Buffer) => keep?.(next)))
    const [response] = await once(sent, 'response')
    let text = ''
    for await (const chunk of response) text += chunk
    return JSON.parse(text)
  }
}

function byHttp2(
  t: TestContext,
  { port, ca }: Place,
  shown?: IssuedCertificate,
  ...[session, keep]: Resumption
): Ask {
  const client = connectHttp2(`https://localhost:${port}`, { ca, ...shown, ...(session && { session }) })
  client.once('connect', (_client, socket) => socket.on('session', (next: Buffer) => keep?.(next)))
  t.after(() => client.destroy())
  return async () => {
    let text = ''
    for await (const chunk of client.request({})) text += chunk
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

    it('is trusted through an intermediate, on every further connection too', async (t) => {
      const { root, shown } = withChain()
      const to = await server(t, root)
      let session: Buffer | undefined
      for (let connection = 0; connection < 3; connection++) {
        const ask = by(t, to, shown, session, (next) => (session = next))
        assert.equal(((await ask()) as { name: string } | null)?.name, 'jane')
      }
    })

    it('is nobody without one', async (t) => {
      assert.equal(await by(t, await server(t, newAuthority()))(), null)
    })

    it('is rejected if it is untrusted or expired', async (t) => {
      const authority = newAuthority()
      const to = await server(t, authority)
      assert.equal(await by(t, to, newAuthority().issueClient('jane', ['system:masters']))(), 401)
      assert.equal(await by(t, to, authority.issueClient('jane', [], -1))(), 401)
      // A server certificate does not authenticate a user.
      assert.equal(await by(t, to, authority.issueServer(['jane']))(), 401)
    })

    it('is rejected on an open connection once its time is over, or its authority is no longer trusted', async (t) => {
      const authority = newAuthority()
      const to = await server(t, authority)
      const ask = by(t, to, authority.issueClient('jane', []))
      assert.equal(((await ask()) as { name: string }).name, 'jane')
      to.verifier.replaceAuthorities([newAuthority().cert])
      assert.equal(await ask(), 401)
      to.verifier.replaceAuthorities([newAuthority().cert, authority.cert])
      assert.equal(((await ask()) as { name: string }).name, 'jane')
      const brief = by(t, to, authority.issueClient('brief', [], 1))
      assert.equal(((await brief()) as { name: string }).name, 'brief')
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 2 * 24 * 60 * 60_000 })
      assert.equal(await brief(), 401)
    })
  })
}
