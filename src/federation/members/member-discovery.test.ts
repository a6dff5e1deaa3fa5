import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { StubMember } from '#test/support/members/stub-member.js'
import { startTestServer, type TestServer } from '#testing.js'
import { MemberClient } from './member-client.js'
import { MemberDiscovery, pathOf, type ServedResource } from './member-discovery.js'
import { MemberUnreachable } from './member-errors.js'

const INGRESSES = [
  { group: 'networking.k8s.io', version: 'v1', resource: 'ingresses' },
  { group: 'extensions', version: 'v1beta1', resource: 'ingresses' },
]
const ANYONE = {
  ca: undefined,
  token: undefined,
  certificate: undefined,
  key: undefined,
  serverName: undefined,
}

describe('discovery of a member', () => {
  let member: TestServer
  let client: MemberClient
  before(async () => {
    member = await startTestServer()
    client = new MemberClient({ ...ANYONE, server: member.url })
  })
  after(async () => {
    client.close()
    await member.close()
  })

  it('finds the first served version and its path', async () => {
    const found = await new MemberDiscovery(client).find([
      { group: 'networking.k8s.io', version: 'v9', resource: 'ingresses' },
      ...INGRESSES,
    ])
    assert.deepEqual(found, {
      group: 'networking.k8s.io',
      version: 'v1',
      resource: 'ingresses',
      prefix: '/apis/networking.k8s.io/v1',
      kind: 'Ingress',
      isNamespaced: true,
    })
  })

  it('finds core and cluster-scoped kinds, and returns undefined for unserved ones', async () => {
    const discovery = new MemberDiscovery(client)
    const namespaces = await discovery.find([{ group: '', version: 'v1', resource: 'namespaces' }])
    assert.equal(namespaces?.isNamespaced, false)
    assert.equal(pathOf(namespaces as ServedResource, undefined, 'a'), '/api/v1/namespaces/a')
    const maps = await discovery.find([{ group: '', version: 'v1', resource: 'configmaps' }])
    assert.equal(pathOf(maps as ServedResource), '/api/v1/configmaps')
    assert.equal(pathOf(maps as ServedResource, 'a', 'b'), '/api/v1/namespaces/a/configmaps/b')
    assert.equal(await discovery.find([{ group: '', version: 'v1', resource: 'wonders' }]), undefined)
    assert.equal(await discovery.find([{ group: '', version: 'v1', resource: 'pods/status' }]), undefined)
  })
})

describe('discovery of a faulty member', () => {
  let stub: StubMember
  let discovery: MemberDiscovery
  before(async () => {
    stub = await StubMember.start()
    discovery = new MemberDiscovery(stub.client())
  })
  after(() => stub.close())

  const list = { resources: [{ name: 'ingresses', kind: 'Ingress', namespaced: true }] }

  it('requests a document once, and again after `renew`', async () => {
    stub.handler = (_, response) => void response.writeHead(404).end('{}')
    const ask = () => discovery.find(INGRESSES)
    assert.deepEqual(await Promise.all([ask(), ask()]), [undefined, undefined])
    assert.deepEqual(stub.paths, ['/apis/networking.k8s.io/v1', '/apis/extensions/v1beta1'])
    stub.handler = ({ url }, response) => {
      const isOld = url === '/apis/extensions/v1beta1'
      response.writeHead(isOld ? 200 : 404).end(JSON.stringify(isOld ? list : {}))
    }
    assert.equal(await ask(), undefined)
    discovery.renew()
    assert.equal((await ask())?.prefix, '/apis/extensions/v1beta1')
  })

  it('rejects invalid, redirected and oversized documents, and requests them again', async () => {
    discovery.renew()
    const nonsense: StubMember['handler'][] = [
      (_, response) => void response.end('<html>'),
      (_, response) => void response.end('null'),
      (_, response) => void response.end('{"resources":7}'),
      (_, response) => void response.writeHead(302, { location: '/elsewhere' }).end(),
      (_, response) => void response.writeHead(403).end('{"code":403}'),
      (_, response) => void response.end(Buffer.alloc(2 * 1024 * 1024, ' ')),
      (request) => void request.destroy(),
    ]
    for (const handler of nonsense) {
      stub.handler = handler
      await assert.rejects(discovery.find(INGRESSES), MemberUnreachable)
    }
    stub.handler = (_, response) => void response.end('{"resources":[null,7,{"name":{}}]}')
    assert.equal(await discovery.find(INGRESSES), undefined)
    assert.ok(!stub.paths.includes('/elsewhere'))
    discovery.renew()
    stub.handler = (_, response) => void response.end(JSON.stringify(list))
    assert.equal((await discovery.find(INGRESSES))?.version, 'v1')
  })
})
