import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createServer, type RunningServer } from '#index.js'
import { Client } from '#test/support/client.js'
import { EtcdCluster, etcdMissing } from '#test/support/etcd/member.js'
import { INGRESSES, ingress } from '#test/support/objects.js'

describe('a server whose etcd stops responding', { skip: etcdMissing }, () => {
  let cluster: EtcdCluster
  let server: RunningServer
  const client = new Client(() => server.url)

  before(async () => {
    cluster = await EtcdCluster.start()
    server = await createServer({
      storage: 'etcd',
      etcdEndpoints: cluster.endpoints,
      port: 0,
      logLevel: 'silent',
    })
    for (const name of ['a', 'b', 'c'])
      assert.equal((await client.post(INGRESSES, ingress(name))).status, 201)
    for (const member of cluster.members) member.freeze()
  })
  after(async () => {
    for (const member of cluster.members) member.thaw()
    await server.close()
    await cluster.remove()
  })

  it('pages through lists from its cache, from the first request on', async () => {
    const names: string[] = []
    for (let token = ''; ; ) {
      const { status, body, text } = await client.get(`${INGRESSES}?resourceVersion=0&limit=1${token}`)
      assert.equal(status, 200, text)
      for (const { metadata } of body.items) names.push(metadata.name)
      if (body.metadata.continue === undefined) break
      token = `&continue=${body.metadata.continue}`
    }
    assert.deepEqual(names, ['a', 'b', 'c'])
  })

  it('rejects linearizable reads with a Status', async () => {
    const { status, body } = await client.get(`${INGRESSES}?limit=1`)
    assert.ok(status === 503 || status === 504, String(status))
    assert.equal(body.kind, 'Status')
  })

  it('rejects all waiting writes at the same time, as not done', async () => {
    const path = `${INGRESSES}/a`
    const patch = { 'content-type': 'application/merge-patch+json' }
    const responses = await Promise.all([
      client.post(INGRESSES, ingress('d')),
      client.post('/apis/extensions/v1beta1/namespaces/another/ingresses', ingress('d')),
      client.put(path, ingress('a', { backend: { serviceName: 'other', servicePort: 80 } })),
      client.put(`${INGRESSES}/missing`, ingress('missing')),
      client.send('PATCH', `${INGRESSES}/b`, { metadata: { labels: { a: 'b' } } }, patch),
      client.delete(`${INGRESSES}/c`),
      client.get(path),
      client.get(INGRESSES),
    ])
    for (const { status, body } of responses) {
      assert.equal(status, 503, body.message)
      assert.match(body.message, /^etcd/)
    }
  })

  it('recovers when etcd responds again', async () => {
    for (const member of cluster.members) member.thaw()
    for (;;) {
      const { status } = await client.post(INGRESSES, ingress('d'))
      // A write with a 504 response may have happened.
      if (status === 201 || status === 409) break
      assert.ok(status === 503 || status === 504, String(status))
    }
    assert.equal((await client.get(INGRESSES)).body.items.length, 4)
  })
})
