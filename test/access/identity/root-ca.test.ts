import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { get, type RequestOptions } from 'node:https'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { describe, it, type TestContext } from 'node:test'
import { LOCAL_HOSTS, newAuthority } from '#test/support/certificates/authority.js'
import type { Json } from '#test/support/client.js'
import { temporaryFolder } from '#test/support/temporary-folder.js'
import { startTestServer } from '#testing.js'

const CERTIFICATE = '/api/v1/namespaces/default/configmaps/kube-root-ca.crt'

async function read(url: string, options: RequestOptions): Promise<Json> {
  const [response] = await once(get(url, options), 'response')
  return (await json(response)) as Json
}

/** What `kube-root-ca.crt` contains on a server with a certificate in a file. */
async function publishedBy(t: TestContext, chain: string, key: string, users = newAuthority()) {
  const { path, remove } = await temporaryFolder()
  t.after(remove)
  const file = async (name: string, text: string) => {
    await writeFile(join(path, name), text)
    return join(path, name)
  }
  const certFile = await file('tls.crt', chain)
  const keyFile = await file('tls.key', key)
  const clientCaFile = await file('ca.crt', users.cert)
  const server = await startTestServer({
    tls: { certFile, keyFile },
    authentication: { clientCaFile },
    enableAdmissionPlugins: ['ServiceAccount'],
  })
  t.after(() => server.close())
  await server.settled()
  const user = { ...users.issueClient('admin', ['system:masters']), agent: false }
  const { data } = await read(`${server.url}${CERTIFICATE}`, { ...user, rejectUnauthorized: false })
  const ca = data['ca.crt']
  // A client that trusts the published CA can talk to the server.
  if (ca !== '') assert.deepEqual((await read(`${server.url}${CERTIFICATE}`, { ...user, ca })).data, data)
  return ca
}

const sameCertificate = (a: string, b: string) =>
  assert.equal(new X509Certificate(a).fingerprint256, new X509Certificate(b).fingerprint256)

describe('kube-root-ca.crt of a server with a certificate file', () => {
  it('has the root at the end of the file', async (t) => {
    const root = newAuthority()
    const { cert, key } = root.issueServer(LOCAL_HOSTS)
    sameCertificate(await publishedBy(t, cert + root.cert, key), root.cert)
  })

  it('has the client CA if that has issued the certificate', async (t) => {
    const root = newAuthority()
    const { cert, key } = root.issueServer(LOCAL_HOSTS)
    sameCertificate(await publishedBy(t, cert, key, root), root.cert)
  })

  it('is empty if the server knows no CA of its certificate', async (t) => {
    const { cert, key } = newAuthority().issueServer(LOCAL_HOSTS)
    assert.equal(await publishedBy(t, cert, key), '')
  })
})
