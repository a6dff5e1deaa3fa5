import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import type { CertificateAuthority } from '#access/certificates/certificate-authority.js'
import { newAuthority } from '#test/support/certificates/authority.js'
import type { Client, Json } from '#test/support/client.js'
import { created, grant, MERGE, startAccessServer } from '#test/support/servers/access-server.js'
import { watchEvents } from '#test/support/stream.js'
import { temporaryFolder } from '#test/support/temporary-folder.js'
import { startTestServer } from '#testing.js'
import { until } from '../clients/support/until.js'
import { API_SERVICES, apiServiceOf, ExtensionServer } from './extension-server.js'

const GROUP = 'wardle.example.com'
const FLUNDERS = `/apis/${GROUP}/v1/namespaces/default/flunders`
const PODS = { name: 'pods', singularName: '', namespaced: true, kind: 'PodMetrics', verbs: ['get', 'list'] }
const POD_SHELL = { name: 'pods/shell', singularName: '', namespaced: true, kind: 'Shell', verbs: ['create'] }

const authority = newAuthority()

async function files(t: TestContext, contents: Readonly<Record<string, string>>) {
  const { path, remove } = await temporaryFolder()
  t.after(remove)
  for (const [name, content] of Object.entries(contents)) await writeFile(join(path, name), content)
  return (name: string) => join(path, name)
}

/** A server with users and RBAC, which shows other servers a certificate of an authority. */
async function startFront(t: TestContext, port: number, proxies: CertificateAuthority) {
  const { cert, key } = proxies.issueClient('front', [])
  const file = await files(t, { 'proxy.crt': cert, 'proxy.key': key })
  return startAccessServer(t, {
    authorizationMode: ['RBAC'],
    proxyClientCertFile: file('proxy.crt'),
    proxyClientKeyFile: file('proxy.key'),
    serviceResolver: { 'apis/extension': `127.0.0.1:${port}` },
  })
}

/** Registers an API, and waits until it is available. */
async function register(admin: Client, group: string, version = 'v1', spec: Json = {}): Promise<void> {
  await created(admin.post(API_SERVICES, apiServiceOf(group, version, spec)))
  await until(async () => {
    const { body } = await admin.get(`${API_SERVICES}/${version}.${group}`)
    return body.status.conditions?.[0]?.reason === 'Passed'
  })
}

/** Another Binnacle with a kind of its own, which takes the users that front proxies name. */
async function startBack(t: TestContext, proxies: CertificateAuthority) {
  const serving = authority.issueServer(['extension.apis.svc'])
  const file = await files(t, {
    'tls.crt': serving.cert,
    'tls.key': serving.key,
    'proxies.crt': proxies.cert,
  })
  const server = await startTestServer({
    tls: { certFile: file('tls.crt'), keyFile: file('tls.key') },
    authorization: ['RBAC'],
    authentication: {
      requestHeader: {
        clientCaFile: file('proxies.crt'),
        allowedNames: ['front'],
        usernameHeaders: ['X-Remote-User'],
        groupHeaders: ['X-Remote-Group'],
        extraHeadersPrefix: ['X-Remote-Extra-'],
      },
    },
  })
  t.after(() => server.close())
  await server.load({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `flunders.${GROUP}` },
    spec: {
      group: GROUP,
      scope: 'Namespaced',
      names: { kind: 'Flunder', plural: 'flunders', singular: 'flunder' },
      versions: [{ name: 'v1', served: true, storage: true, subresources: { status: {} }, schema: SCHEMA }],
    },
  })
  return server
}

const SCHEMA = {
  openAPIV3Schema: {
    type: 'object',
    properties: {
      spec: { type: 'object', properties: { size: { type: 'integer' } } },
      status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    },
  },
}

const caBundle = Buffer.from(authority.cert).toString('base64')

describe('an API of another server', () => {
  it('serves its objects to the users of this server, as far as both servers allow', async (t) => {
    const proxies = newAuthority()
    const back = await startBack(t, proxies)
    const { as } = await startFront(t, back.port, proxies)
    const admin = as('admin')
    await register(admin, GROUP, 'v1', { caBundle })
    const rules = [{ verbs: ['*'], apiGroups: [GROUP], resources: ['flunders'] }]
    const ann = as('ann')
    const refused = await ann.get(FLUNDERS)
    assert.match(refused.body.message, /^flunders\.wardle\.example\.com is forbidden: User "ann" cannot list/)
    await grant(admin, 'default', 'flunders', rules, 'ann')
    // Now only the other server refuses it, and names the user of this one.
    const unknown = await ann.get(FLUNDERS)
    assert.deepEqual([unknown.status, unknown.body.details?.group], [403, GROUP])
    const apiVersion = 'rbac.authorization.k8s.io/v1'
    const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'dev' }
    const subjects = [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'dev' }]
    await back.load(
      { apiVersion, kind: 'ClusterRole', metadata: { name: 'dev' }, rules },
      { apiVersion, kind: 'ClusterRoleBinding', metadata: { name: 'dev' }, roleRef, subjects },
    )
    await until(async () => (await ann.get(FLUNDERS)).status === 200)

    const flunder = { apiVersion: `${GROUP}/v1`, kind: 'Flunder', metadata: { name: 'a' }, spec: { size: 1 } }
    await created(ann.post(FLUNDERS, flunder))
    const patched = await ann.send('PATCH', `${FLUNDERS}/a`, { spec: { size: 2 } }, MERGE)
    assert.equal(patched.body.spec.size, 2)
    const { body: list } = await ann.get(FLUNDERS)
    const { resourceVersion } = list.metadata
    const watch = `${ann.url}${FLUNDERS}?watch=1&resourceVersion=${resourceVersion}`
    const events = watchEvents(watch, 2, { authorization: 'Bearer ann' })
    await created(ann.post(FLUNDERS, { ...flunder, metadata: { name: 'b' } }))
    assert.equal((await ann.delete(`${FLUNDERS}/b`)).status, 200)
    assert.deepEqual(
      (await events).map(({ type, object }) => [type, object.metadata.name]),
      [
        ['ADDED', 'b'],
        ['DELETED', 'b'],
      ],
    )
    const invalid = await ann.post(FLUNDERS, { ...flunder, metadata: { name: 'A_' } })
    assert.equal(invalid.status, 422)
    const missing = await ann.get(`${FLUNDERS}/none`)
    assert.equal(missing.body.message, 'flunders.wardle.example.com "none" not found')
    assert.equal((await ann.get(`/apis/${GROUP}/v1/none`)).status, 403)
    assert.equal((await admin.get(`/apis/${GROUP}/v1/none`)).status, 404)
  })

  it('is in discovery and OpenAPI, beside those of this server', async (t) => {
    const proxies = newAuthority()
    const back = await startBack(t, proxies)
    const { as } = await startFront(t, back.port, proxies)
    const [admin, ben] = [as('admin'), as('ben')]
    const before = await ben.get('/apis')
    await register(admin, GROUP, 'v1', { caBundle })
    const { body: groups } = await ben.get('/apis')
    const found = groups.groups.find(({ name }: Json) => name === GROUP)
    assert.deepEqual(found, {
      name: GROUP,
      versions: [{ groupVersion: `${GROUP}/v1`, version: 'v1' }],
      preferredVersion: { groupVersion: `${GROUP}/v1`, version: 'v1' },
    })
    assert.deepEqual(groups.groups.toSpliced(groups.groups.indexOf(found), 1), before.body.groups)
    assert.equal((await ben.get(`/apis/${GROUP}`)).body.kind, 'APIGroup')
    const { body: resources } = await ben.get(`/apis/${GROUP}/v1`)
    assert.ok(resources.resources.some(({ name }: Json) => name === 'flunders/status'))
    const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'
    const aggregated = async () => {
      const { body } = await ben.send('GET', '/apis', undefined, { accept })
      return body.items.find(({ metadata }: Json) => metadata.name === GROUP)?.versions[0]
    }
    const entry = await aggregated()
    assert.equal(entry.freshness, 'Current')
    const { resource, responseKind, scope, subresources } = entry.resources[0]
    assert.deepEqual(
      [resource, responseKind, scope, subresources[0].subresource],
      ['flunders', { group: GROUP, version: 'v1', kind: 'Flunder' }, 'Namespaced', 'status'],
    )

    const { body: index } = await ben.get('/openapi/v3')
    const { serverRelativeURL } = index.paths[`apis/${GROUP}/v1`]
    assert.ok(index.paths['apis/apps/v1'])
    const { body: v3 } = await ben.get(serverRelativeURL)
    assert.ok(v3.components.schemas['com.example.wardle.v1.Flunder'])
    const { body: v2 } = await ben.get('/openapi/v2')
    assert.ok(v2.paths[`/apis/${GROUP}/v1/namespaces/{namespace}/flunders`])
    assert.ok(v2.definitions['com.example.wardle.v1.Flunder'].properties.spec)
    assert.ok(v2.paths['/apis/apps/v1/namespaces/{namespace}/deployments'])
    const protobuf = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf'
    const binary = await ben.open('/openapi/v2', { accept: protobuf })
    assert.ok(Buffer.from(await binary.arrayBuffer()).includes('com.example.wardle.v1.Flunder'))

    // Its resources stay known while it is away.
    await back.close()
    await admin.send('PATCH', `${API_SERVICES}/v1.${GROUP}`, { spec: { versionPriority: 11 } }, MERGE)
    await until(async () => (await aggregated()).freshness === 'Stale')
    assert.deepEqual((await aggregated()).resources[0].resource, 'flunders')
    const unavailable = await admin.get(FLUNDERS)
    assert.deepEqual([unavailable.status, unavailable.body.reason], [503, 'ServiceUnavailable'])
    assert.equal((await ben.get('/openapi/v2')).status, 200)
    await admin.delete(`${API_SERVICES}/v1.${GROUP}`)
    assert.deepEqual((await ben.get('/apis')).body.groups, before.body.groups)
  })

  it('gets the user in headers, and neither credentials nor what clients say of themselves', async (t) => {
    const proxies = newAuthority()
    const extension = await ExtensionServer.start(t)
    extension.trust(proxies.cert)
    extension.serve('metrics.example.com', 'v1', [PODS, POD_SHELL])
    const { as } = await startFront(t, extension.port, proxies)
    const admin = as('admin')
    await register(admin, 'metrics.example.com')
    const path = '/apis/metrics.example.com/v1/namespaces/default/pods'
    const rule = { verbs: ['list'], apiGroups: ['metrics.example.com'], resources: ['pods'] }
    await grant(admin, 'default', 'metrics', [rule], 'ann', 'zoë')
    extension.documents.set(path, { kind: 'PodMetricsList', apiVersion: 'metrics.example.com/v1', items: [] })
    const listed = await as('ann').send('GET', `${path}?labelSelector=a%3Db`, undefined, {
      'x-remote-user': 'root',
      'x-remote-group': 'system:masters',
      'x-forwarded-for': '1.2.3.4',
      cookie: 'secret',
    })
    assert.deepEqual(listed.body.items, [])
    const { url, headers, proxy } = extension.lastOf(path) ?? assert.fail('nothing came')
    assert.equal(url, `${path}?labelSelector=a%3Db`)
    assert.equal(proxy, 'front')
    assert.equal(headers['x-remote-user'], 'ann')
    assert.equal(headers['x-remote-group'], 'dev, system:authenticated')
    assert.equal(headers['x-remote-uid'], '2')
    assert.match(String(headers['x-forwarded-for']), /127\.0\.0\.1$/)
    assert.deepEqual([headers.authorization, headers.cookie], [undefined, undefined])
    const impersonated = await admin.send('GET', path, undefined, {
      'impersonate-user': 'zoë',
      'impersonate-extra-Scopes%2f': 'x',
    })
    assert.equal(impersonated.status, 200)
    const acted = extension.lastOf(path)?.headers ?? {}
    assert.equal(Buffer.from(String(acted['x-remote-user']), 'latin1').toString(), 'zoë')
    assert.equal(acted['x-remote-extra-scopes%2f'], 'x')
    assert.equal(acted['impersonate-user'], undefined)

    extension.respond = (_, response) => {
      response.writeHead(401).end()
      return true
    }
    const unaccepted = await admin.get(path)
    assert.equal(unaccepted.status, 503)
    assert.match(unaccepted.body.message, /does not accept the certificate of this front proxy/)
    extension.respond = (request) => {
      request.socket.destroy()
      return true
    }
    const broken = await admin.post(path, {})
    assert.match(broken.body.message, /^error trying to reach service: /)
    assert.equal((await admin.send('OPTIONS', path)).status, 405)
    assert.equal((await admin.get(`${path}/a%2Fb`)).status, 400)
  })

  it('takes streams in both directions', async (t) => {
    const proxies = newAuthority()
    const extension = await ExtensionServer.start(t)
    extension.trust(proxies.cert)
    extension.serve('metrics.example.com', 'v1', [PODS, POD_SHELL])
    const { server, as } = await startFront(t, extension.port, proxies)
    await register(as('admin'), 'metrics.example.com')
    const socket = connect(server.port, '127.0.0.1')
    t.after(() => socket.destroy())
    const path = '/apis/metrics.example.com/v1/namespaces/default/pods/a/shell'
    const head = ['Host: localhost', 'Authorization: Bearer admin', 'Connection: Upgrade', 'Upgrade: echo']
    socket.write(`POST ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`)
    const [switched] = await once(socket, 'data')
    assert.match(String(switched), /^HTTP\/1\.1 101 /)
    socket.write('hello')
    const [echo] = await once(socket, 'data')
    assert.equal(String(echo), 'hello')
    assert.equal(extension.lastOf(path)?.headers['x-remote-user'], 'admin')
  })
})

describe('the certificate of a front proxy', () => {
  it('is made by the server, which publishes whom other servers have to trust', async (t) => {
    const extension = await ExtensionServer.start(t)
    extension.serve('metrics.example.com', 'v1', [PODS])
    const { as } = await startAccessServer(t, {
      serviceResolver: { 'apis/extension': `127.0.0.1:${extension.port}` },
    })
    const admin = as('admin')
    await register(admin, 'metrics.example.com')
    const map = '/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication'
    await until(async () => (await admin.get(map)).status === 200)
    const { data } = (await admin.get(map)).body
    assert.deepEqual(JSON.parse(data['requestheader-allowed-names']), ['front-proxy-client'])
    assert.deepEqual(JSON.parse(data['requestheader-username-headers']), ['X-Remote-User'])
    assert.deepEqual(JSON.parse(data['requestheader-extra-headers-prefix']), ['X-Remote-Extra-'])
    extension.trust(data['requestheader-client-ca-file'])
    const path = '/apis/metrics.example.com/v1/pods'
    extension.documents.set(path, { kind: 'PodMetricsList', items: [] })
    // A new connection sees the authority.
    await admin.send(
      'PATCH',
      `${API_SERVICES}/v1.metrics.example.com`,
      { spec: { service: { port: 444 } } },
      MERGE,
    )
    await until(async () => {
      await admin.get(path)
      return extension.lastOf(path)?.proxy === 'front-proxy-client'
    })
  })
})

describe('a namespace with objects in another server', () => {
  it('is empty when the other server has deleted them, and waits for it', async (t) => {
    const proxies = newAuthority()
    const back = await startBack(t, proxies)
    const { as } = await startFront(t, back.port, proxies)
    const admin = as('admin')
    await register(admin, GROUP, 'v1', { caBundle })
    await created(admin.post('/api/v1/namespaces', { metadata: { name: 'full' } }))
    await back.load({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'full' } })
    const flunders = FLUNDERS.replace('default', 'full')
    const metadata = { name: 'a', finalizers: ['example.com/held'] }
    await created(admin.post(flunders, { apiVersion: `${GROUP}/v1`, kind: 'Flunder', metadata }))
    assert.equal((await admin.delete('/api/v1/namespaces/full')).status, 200)
    const conditionOf = async (type: string) => {
      const { body } = await admin.get('/api/v1/namespaces/full')
      return body.status?.conditions?.find((condition: Json) => condition.type === type)
    }
    await until(async () => (await conditionOf('NamespaceContentRemaining'))?.status === 'True')
    assert.match(
      (await conditionOf('NamespaceContentRemaining')).message,
      /flunders\.wardle\.example\.com has 1 resource instances/,
    )
    const released = await admin.send('PATCH', `${flunders}/a`, { metadata: { finalizers: null } }, MERGE)
    assert.equal(released.status, 200, released.text)
    await until(async () => (await admin.get('/api/v1/namespaces/full')).status === 404)
  })

  it('waits while the API is not available', async (t) => {
    const { as } = await startFront(t, 1, newAuthority())
    const admin = as('admin')
    await created(admin.post(API_SERVICES, apiServiceOf(GROUP, 'v1')))
    await created(admin.post('/api/v1/namespaces', { metadata: { name: 'full' } }))
    assert.equal((await admin.delete('/api/v1/namespaces/full')).status, 200)
    await until(async () => {
      const { body } = await admin.get('/api/v1/namespaces/full')
      const [{ type, status } = {} as Json] = body.status?.conditions ?? []
      return type === 'NamespaceDeletionDiscoveryFailure' && status === 'True'
    })
    await admin.delete(`${API_SERVICES}/v1.${GROUP}`)
    await until(async () => (await admin.get('/api/v1/namespaces/full')).status === 404)
  })
})
