import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createServer } from '#index.js'
import { Client } from '../support/client.js'
import { type Certificates, makeCertificates } from '../support/etcd/certificates.js'
import { EtcdCluster, etcdMissing } from '../support/etcd/member.js'
import { INGRESSES, ingress } from '../support/objects.js'
import { temporaryFolder } from '../support/temporary-folder.js'

describe('a server on an etcd that requires client certificates', { skip: etcdMissing }, () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let certificates: Certificates
  let cluster: EtcdCluster
  before(async () => {
    folder = await temporaryFolder()
    certificates = await makeCertificates(folder.path)
    cluster = await EtcdCluster.startSecured(certificates)
  })
  after(async () => {
    await cluster.remove()
    await folder.remove()
  })

  const serve = (options: { etcdCacert?: string; etcdCert?: string; etcdKey?: string }) =>
    createServer({
      storage: 'etcd',
      etcdEndpoints: cluster.endpoints,
      port: 0,
      logLevel: 'silent',
      ...options,
    })

  it('works with valid certificates on both sides', async () => {
    const { ca, client } = certificates
    const server = await serve({ etcdCacert: ca, etcdCert: client.cert, etcdKey: client.key })
    const created = await new Client(server.url).post(INGRESSES, ingress('secured'))
    assert.equal(created.status, 201)
    await server.close()
  })

  it('does not start without a client certificate, or without the CA of etcd', async () => {
    const { ca, client } = certificates
    await assert.rejects(serve({ etcdCacert: ca }), { name: 'StartError' })
    await assert.rejects(serve({ etcdCert: client.cert, etcdKey: client.key }), /certificate/)
  })

  it('says which file is missing', async () => {
    await assert.rejects(serve({ etcdCacert: '/nowhere.pem' }), /^StartError: --etcd-cacert: .*nowhere/)
  })
})
