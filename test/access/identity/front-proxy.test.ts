import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:http2'
import { Agent, request } from 'node:https'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { IssuedCertificate } from '#access/certificates/certificate-authority.js'
import type { RunningServer } from '#index.js'
import { LOCAL_HOSTS, newAuthority } from '#test/support/certificates/authority.js'
import type { Json } from '#test/support/client.js'
import { replaceFile } from '#test/support/replace-file.js'
import { temporaryFolder } from '#test/support/temporary-folder.js'
import { startTestServer } from '#testing.js'

const [servers, clients, proxies, newProxies] = [
  newAuthority(),
  newAuthority(),
  newAuthority(),
  newAuthority(),
]
const REVIEWS = '/apis/authentication.k8s.io/v1/selfsubjectreviews'
const REVIEW = JSON.stringify({ apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' })
const INFO = '/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication'
const ROLE =
  '/apis/rbac.authorization.k8s.io/v1/namespaces/kube-system/roles/extension-apiserver-authentication-reader'

const PROXY = proxies.issueClient('front-proxy-client', [])
const ADMIN = clients.issueClient('root', ['system:masters'])
const JANE = { 'X-Remote-User': 'jane', 'X-Remote-Group': ['dev', 'ops'] }

/** The certificates in a PEM file. */
const certificatesIn = (pem: string): readonly string[] =>
  pem.match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----\n/g) ?? []

interface Sent {
  readonly certificate?: IssuedCertificate
  readonly headers?: Readonly<Record<string, string | string[]>>
  readonly method?: string
  readonly path?: string
  readonly body?: string
  readonly agent?: Agent
}

describe('a front proxy', () => {
  let server: RunningServer
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  const path = (name: string) => join(folder.path, name)

  before(async () => {
    folder = await temporaryFolder()
    const { cert, key } = servers.issueServer(LOCAL_HOSTS)
    const contents = {
      'cert.pem': cert,
      'key.pem': key,
      'clients.pem': clients.cert,
      'proxies.pem': proxies.cert,
      'tokens.csv': 'secret,tom,1,"readers"\n',
    }
    for (const [name, content] of Object.entries(contents)) await writeFile(path(name), content)
    server = await startTestServer({
      tls: { certFile: path('cert.pem'), keyFile: path('key.pem') },
      authentication: {
        clientCaFile: path('clients.pem'),
        tokenFile: path('tokens.csv'),
        requestHeader: {
          clientCaFile: path('proxies.pem'),
          allowedNames: ['front-proxy-client'],
          usernameHeaders: ['X-Remote-User', 'X-Forwarded-User'],
          uidHeaders: ['X-Remote-Uid'],
          groupHeaders: ['X-Remote-Group', 'X-Team'],
          extraHeadersPrefix: ['X-Remote-Extra-'],
        },
      },
    })
  })
  after(async () => {
    await server.close()
    await folder.remove()
  })

  async function send(sent: Sent): Promise<{ code: number; body: Json }> {
    const { certificate, headers = {}, method = 'GET', body, agent = new Agent() } = sent
    const options = { ca: servers.cert, agent, ...certificate, method }
    const json = { 'content-type': 'application/json' }
    const asked = request(server.url + (sent.path ?? '/'), { ...options, headers: { ...json, ...headers } })
    asked.end(body)
    const [response] = await once(asked, 'response')
    let text = ''
    for await (const chunk of response) text += chunk
    return { code: response.statusCode, body: JSON.parse(text) }
  }

  /** Who the server takes the sender for; the code if it rejects the request. */
  async function userOf(sent: Sent): Promise<Json> {
    const { code, body } = await send({ ...sent, method: 'POST', path: REVIEWS, body: REVIEW })
    return code === 201 ? body.status.userInfo : code
  }

  it('names the user of a request in headers', async () => {
    const headers = {
      ...JANE,
      'X-Team': 'web',
      'X-Remote-Uid': '42',
      'X-Remote-Extra-Scopes': ['a', 'b, c'],
      'x-remote-extra-example.com%2Fkey': 'd',
    }
    assert.deepEqual(await userOf({ certificate: PROXY, headers }), {
      username: 'jane',
      uid: '42',
      groups: ['dev', 'ops', 'web', 'system:authenticated'],
      extra: { 'example.com/key': ['d'], scopes: ['a', 'b, c'] },
    })
    const other = { 'X-Remote-User': '', 'X-Forwarded-User': 'joe' }
    const { username, groups } = await userOf({ certificate: PROXY, headers: other })
    assert.deepEqual([username, groups], ['joe', ['system:authenticated']])
  })

  it('has another user in each request of a connection, whatever credentials are in them', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const named = async (headers: Record<string, string>) =>
      (await userOf({ certificate: PROXY, agent, headers })).username
    const authorization = 'Bearer secret'
    assert.equal(await named({ 'X-Remote-User': 'ann', authorization }), 'ann')
    assert.equal(await named({ authorization }), 'tom')
    assert.equal(await named({ 'X-Remote-User': 'ben', authorization }), 'ben')
    assert.equal(await named({ authorization }), 'tom')
    agent.destroy()
  })

  it('does the same by HTTP/2', async () => {
    const session = connect(server.url, { ca: servers.cert, ...PROXY })
    for (const name of ['ann', 'ben']) {
      const stream = session.request({
        ...{ ':method': 'POST', ':path': REVIEWS, 'content-type': 'application/json' },
        'x-remote-user': name,
      })
      stream.end(REVIEW)
      let text = ''
      for await (const chunk of stream) text += chunk
      assert.equal(JSON.parse(text).status.userInfo.username, name)
    }
    session.close()
  })

  it('is only who has a certificate of its CA, with an allowed name', async () => {
    const stranger = newAuthority().issueClient('front-proxy-client', [])
    const other = proxies.issueClient('other', [])
    const user = clients.issueClient('front-proxy-client', ['users'])
    assert.equal(await userOf({ certificate: stranger, headers: JANE }), 401)
    assert.equal(await userOf({ certificate: other, headers: JANE }), 401)
    const named = await userOf({ certificate: user, headers: JANE })
    assert.deepEqual(
      [named.username, named.groups],
      ['front-proxy-client', ['users', 'system:authenticated']],
    )
    const withToken = { ...JANE, authorization: 'Bearer secret' }
    assert.equal((await userOf({ headers: withToken })).username, 'tom')
    assert.equal((await userOf({ certificate: other, headers: withToken })).username, 'tom')
    const { code, body } = await send({ path: INFO, headers: JANE })
    assert.equal(code, 403)
    assert.match(body.message, /User "system:anonymous" cannot get/)
  })

  it('is no user itself', async () => {
    assert.equal(await userOf({ certificate: PROXY }), 401)
    assert.equal(await userOf({ certificate: PROXY, headers: { 'X-Remote-Group': 'system:masters' } }), 401)
  })

  it('may name a user who impersonates another', async () => {
    const headers = { 'X-Remote-User': 'root', 'X-Remote-Group': 'system:masters', 'Impersonate-User': 'eve' }
    assert.equal((await userOf({ certificate: PROXY, headers })).username, 'eve')
    const rejected = await userOf({ certificate: PROXY, headers: { ...JANE, 'Impersonate-User': 'eve' } })
    assert.equal(rejected, 403)
  })

  it('is described in a ConfigMap, which its readers may read', async () => {
    await server.settled()
    const { body } = await send({ certificate: ADMIN, path: INFO })
    const { 'requestheader-client-ca-file': cas, ...rest } = body.data
    // The server is a front proxy itself.
    const [configured, own, more] = certificatesIn(cas)
    assert.deepEqual([configured, more], [proxies.cert, undefined])
    assert.notEqual(own, undefined)
    assert.deepEqual(rest, {
      'client-ca-file': clients.cert,
      'requestheader-allowed-names': '["front-proxy-client"]',
      'requestheader-extra-headers-prefix': '["X-Remote-Extra-"]',
      'requestheader-group-headers': '["X-Remote-Group","X-Team"]',
      'requestheader-uid-headers': '["X-Remote-Uid"]',
      'requestheader-username-headers': '["X-Remote-User","X-Forwarded-User"]',
    })
    const role = await send({ certificate: ADMIN, path: ROLE })
    assert.deepEqual(role.body.rules[0].resourceNames, ['extension-apiserver-authentication'])
    const headers = { 'X-Remote-User': 'system:kube-scheduler' }
    assert.equal((await send({ certificate: PROXY, headers, path: INFO })).code, 200)
  })

  it('stays described when others change or delete the ConfigMap', async () => {
    await server.settled()
    const { body } = await send({ certificate: ADMIN, path: INFO })
    const extended = { ...body.data, 'requestheader-allowed-names': '["of another server"]', more: 'kept' }
    const changed = JSON.stringify({ ...body, data: extended })
    assert.equal((await send({ certificate: ADMIN, path: INFO, method: 'PUT', body: changed })).code, 200)
    await server.settled()
    const { data } = (await send({ certificate: ADMIN, path: INFO })).body
    assert.equal(data['requestheader-allowed-names'], '["of another server","front-proxy-client"]')
    assert.equal(data.more, 'kept')
    await send({ certificate: ADMIN, path: INFO, method: 'DELETE' })
    await server.settled()
    assert.deepEqual((await send({ certificate: ADMIN, path: INFO })).body.data, body.data)
  })

  it('gets a new CA without a restart', async () => {
    const next = newProxies.issueClient('front-proxy-client', [])
    assert.equal(await userOf({ certificate: next, headers: JANE }), 401)
    await replaceFile(path('proxies.pem'), newProxies.cert)
    while ((await userOf({ certificate: next, headers: JANE })).username !== 'jane') {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    assert.equal(await userOf({ certificate: PROXY, headers: JANE }), 401)
    await server.settled()
    const { data } = (await send({ certificate: ADMIN, path: INFO })).body
    const cas = certificatesIn(data['requestheader-client-ca-file'])
    assert.deepEqual([cas.includes(proxies.cert), cas.includes(newProxies.cert)], [true, true])
  })
})

describe('a front proxy without the feature gate for uids', () => {
  it('names users without a uid', async (t) => {
    const { path, remove } = await temporaryFolder()
    t.after(remove)
    const { cert, key } = servers.issueServer(LOCAL_HOSTS)
    const caFile = join(path, 'proxies.pem')
    await writeFile(caFile, proxies.cert)
    const requestHeader = {
      clientCaFile: caFile,
      usernameHeaders: ['X-Remote-User'],
      uidHeaders: ['X-Remote-Uid'],
    }
    for (const [isOn, uid] of [
      [true, '42'],
      [false, undefined],
    ] as const) {
      const server = await startTestServer({
        tls: { cert, key },
        authentication: { requestHeader },
        featureGates: { RemoteRequestHeaderUID: isOn },
      })
      t.after(() => server.close())
      const headers = { 'content-type': 'application/json', 'X-Remote-User': 'jane', 'X-Remote-Uid': '42' }
      const options = { ca: servers.cert, agent: new Agent(), ...PROXY, method: 'POST', headers }
      const [response] = await once(request(server.url + REVIEWS, options).end(REVIEW), 'response')
      let text = ''
      for await (const chunk of response) text += chunk
      assert.equal(JSON.parse(text).status.userInfo.uid, uid)
    }
  })
})
