import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:http2'
import { request } from 'node:https'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { IssuedCertificate } from '#access/certificates/certificate-authority.js'
import type { RunningServer } from '#index.js'
import { LOCAL_HOSTS, newAuthority } from '#test/support/certificates/authority.js'
import { temporaryFolder } from '#test/support/temporary-folder.js'
import { startTestServer } from '#testing.js'

const [servers, clients, strangers] = [newAuthority(), newAuthority(), newAuthority()]
const REVIEWS = '/apis/authentication.k8s.io/v1/selfsubjectreviews'
const REVIEW = JSON.stringify({ apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' })

/** The credentials of a client. */
interface Shown {
  readonly certificate?: IssuedCertificate
  readonly token?: string
}

describe('a client with a certificate', () => {
  let server: RunningServer
  let folder: Awaited<ReturnType<typeof temporaryFolder>>

  before(async () => {
    folder = await temporaryFolder()
    const file = async (name: string, text: string) => {
      await writeFile(join(folder.path, name), text)
      return join(folder.path, name)
    }
    const { cert, key } = servers.issueServer(LOCAL_HOSTS)
    server = await startTestServer({
      tls: {
        certFile: await file('cert.pem', cert),
        keyFile: await file('key.pem', key),
      },
      authentication: {
        clientCaFile: await file('clients.pem', clients.cert),
        tokenFile: await file('tokens.csv', 'secret,tom,1,"readers"\n'),
      },
    })
  })
  after(async () => {
    await server.close()
    await folder.remove()
  })

  const headersOf = (token: string | undefined) => ({
    'content-type': 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  })

  async function byHttp1({ certificate, token }: Shown) {
    const options = { ca: servers.cert, agent: false, ...certificate } as const
    const sent = request(server.url + REVIEWS, { ...options, method: 'POST', headers: headersOf(token) }).end(
      REVIEW,
    )
    const [response] = await once(sent, 'response')
    let text = ''
    for await (const chunk of response) text += chunk
    return { code: response.statusCode, response: JSON.parse(text) }
  }

  async function byHttp2({ certificate, token }: Shown) {
    const session = connect(server.url, { ca: servers.cert, ...certificate })
    const stream = session.request({ ':method': 'POST', ':path': REVIEWS, ...headersOf(token) })
    stream.end(REVIEW)
    const [headers] = await once(stream, 'response')
    let text = ''
    for await (const chunk of stream) text += chunk
    session.close()
    return { code: headers[':status'], response: JSON.parse(text) }
  }

  for (const [version, ask] of [
    ['HTTP/1.1', byHttp1],
    ['HTTP/2', byHttp2],
  ] as const) {
    const nameOf = async (shown: Shown) => {
      const { code, response } = await ask(shown)
      return code === 201 ? response.status.userInfo.username : `${code} ${response.reason}`
    }

    it(`is the user of the certificate, with the groups, by ${version}`, async () => {
      const { code, response } = await ask({ certificate: clients.issueClient('jane', ['dev']) })
      assert.equal(code, 201)
      const { username, groups } = response.status.userInfo
      assert.deepEqual([username, groups], ['jane', ['dev', 'system:authenticated']])
    })

    it(`is that user despite a token, by ${version}`, async () => {
      const certificate = clients.issueClient('jane', [])
      assert.equal(await nameOf({ certificate, token: 'secret' }), 'jane')
      assert.equal(await nameOf({ certificate, token: 'nonsense' }), 'jane')
    })

    it(`is rejected if the certificate is not trusted, unless it has a valid token, by ${version}`, async () => {
      const certificate = strangers.issueClient('jane', ['system:masters'])
      assert.equal(await nameOf({ certificate }), '401 Unauthorized')
      assert.equal(await nameOf({ certificate, token: 'nonsense' }), '401 Unauthorized')
      assert.equal(await nameOf({ certificate, token: 'secret' }), 'tom')
    })

    it(`is anonymous without one, by ${version}`, async () => {
      assert.equal(await nameOf({ token: 'secret' }), 'tom')
      const { code, response } = await ask({})
      assert.equal(code, 403)
      assert.match(response.message, /system:anonymous/)
    })
  }

  it('has the permissions of the user and the groups', async () => {
    const session = (certificate: IssuedCertificate) =>
      connect(server.url, { ca: servers.cert, ...certificate })
    const codeOf = async (certificate: IssuedCertificate) => {
      const client = session(certificate)
      const stream = client.request({ ':path': '/api/v1/namespaces' }).resume()
      const [headers] = await once(stream, 'response')
      client.close()
      return headers[':status']
    }
    assert.equal(await codeOf(clients.issueClient('root', ['system:masters'])), 200)
    assert.equal(await codeOf(clients.issueClient('jane', ['dev'])), 403)
  })
})
