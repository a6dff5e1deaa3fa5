import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Client, type Json } from '#test/support/client.js'
import { OUTER_ADDRESS as OUTER } from '#test/support/outer-address.js'
import { created, startAccessServer } from '#test/support/servers/access-server.js'
import { startTestServer } from '#testing.js'
import { until } from '../clients/support/until.js'
import { API_SERVICES, apiServiceOf, ExtensionServer } from './extension-server.js'

const GROUP = 'metrics.example.com'
const NAME = `v1.${GROUP}`
const NODES = {
  name: 'nodes',
  singularName: '',
  namespaced: false,
  kind: 'NodeMetrics',
  verbs: ['get', 'list'],
}

async function conditionOf(client: Client): Promise<Json> {
  const { body } = await client.get(`${API_SERVICES}/${NAME}`)
  const { status, reason, message } = body.status.conditions?.[0] ?? {}
  return { status, reason, message }
}

/** Waits until the condition has a reason, and resolves with the condition. */
async function condition(client: Client, reason: string): Promise<Json> {
  await until(async () => (await conditionOf(client)).reason === reason)
  return conditionOf(client)
}

const SERVICES = '/api/v1/namespaces/apis/services'
const SLICES = '/apis/discovery.k8s.io/v1/namespaces/apis/endpointslices'
const service = (ports: readonly Json[]) => ({
  metadata: { name: 'extension' },
  spec: { selector: { app: 'extension' }, ports },
})
const slice = (endpoints: readonly Json[], ports: readonly Json[]) => ({
  metadata: { name: 'extension-1', labels: { 'kubernetes.io/service-name': 'extension' } },
  addressType: 'IPv4',
  endpoints,
  ports,
})

describe('the availability of an API of another server', () => {
  it('needs the service, its port and ready endpoints', async () => {
    await using server = await startTestServer()
    const client = new Client(server.url)
    assert.equal((await client.post(API_SERVICES, apiServiceOf(GROUP, 'v1'))).status, 201)
    assert.deepEqual(await condition(client, 'ServiceNotFound'), {
      status: 'False',
      reason: 'ServiceNotFound',
      message: 'service/extension in "apis" is not present',
    })
    const refused = await client.get(`/apis/${GROUP}/v1/nodes`)
    assert.equal(refused.status, 503)
    assert.equal(
      refused.body.message,
      `the API service ${NAME} is not available: service/extension in "apis" is not present`,
    )
    await client.post('/api/v1/namespaces', { metadata: { name: 'apis' } })
    assert.equal((await client.post(SERVICES, service([{ port: 80 }]))).status, 201)
    const { message } = await condition(client, 'ServicePortError')
    assert.equal(message, 'service/extension in "apis" is not listening on port 443')
    const { body } = await client.get(`${SERVICES}/extension`)
    body.spec.ports = [{ name: 'https', port: 443 }]
    assert.equal((await client.put(`${SERVICES}/extension`, body)).status, 200)
    assert.equal(
      (await condition(client, 'EndpointsNotFound')).message,
      'cannot find endpoints for service/extension in "apis"',
    )
    const unready = { addresses: ['10.0.0.1'], conditions: { ready: false } }
    await created(client.post(SLICES, slice([unready], [{ name: 'https', port: 8443 }])))
    assert.equal(
      (await condition(client, 'MissingEndpoints')).message,
      'endpoints for service/extension in "apis" have no addresses with port name "https"',
    )
  })

  it('needs authorization, if objects name the address', async () => {
    const host = { type: 'ExternalName', externalName: 'extension.example.com' }
    const named = { metadata: { name: 'extension', namespace: 'default' }, spec: host }
    const registered = apiServiceOf(GROUP, 'v1', { service: { namespace: 'default', name: 'extension' } })
    await using open = await startTestServer()
    const client = new Client(open.url)
    assert.equal((await client.post('/api/v1/namespaces/default/services', named)).status, 201)
    assert.equal((await client.post(API_SERVICES, registered)).status, 201)
    assert.equal(
      (await condition(client, 'ServiceAccessError')).message,
      'service/extension in "default" cannot be checked due to: without authorization only services of --service-resolver are connected to',
    )
    await using guarded = await startTestServer({ authorization: ['RBAC'] })
    await guarded.load({ apiVersion: 'v1', kind: 'Service', ...named }, registered)
    await guarded.until(
      `apiservice.apiregistration.k8s.io/${NAME}`,
      ({ status }: Json) => status.conditions[0].reason === 'FailedDiscoveryCheck',
    )
  })

  it('follows the endpoints of the service, but not to metadata services', {
    skip: OUTER === undefined,
  }, async (t) => {
    const extension = await ExtensionServer.start(t, 'extension.apis.svc', '0.0.0.0')
    extension.serve(GROUP, 'v1', [NODES])
    const { as } = await startAccessServer(t, { authorizationMode: ['RBAC'] })
    const client = as('admin')
    await created(client.post('/api/v1/namespaces', { metadata: { name: 'apis' } }))
    await created(client.post(SERVICES, service([{ name: 'https', port: 443 }])))
    const ports = [{ name: 'https', port: extension.port }]
    await created(client.post(SLICES, slice([{ addresses: [OUTER] }], ports)))
    await created(client.post(API_SERVICES, apiServiceOf(GROUP, 'v1')))
    await condition(client, 'Passed')
    const metadata = slice([{ addresses: ['100.100.100.200'] }], ports)
    assert.equal((await client.put(`${SLICES}/extension-1`, metadata)).status, 200)
    assert.match((await condition(client, 'FailedDiscoveryCheck')).message, /may be dialled$/)
    assert.equal((await client.delete(`${SLICES}/extension-1`)).status, 200)
    await condition(client, 'EndpointsNotFound')
    const subsets = [{ addresses: [{ ip: OUTER }], ports }]
    const endpoints = { metadata: { name: 'extension' }, subsets }
    await created(client.post('/api/v1/namespaces/apis/endpoints', endpoints))
    await condition(client, 'Passed')
  })

  it('needs a response to the path of the API, in time and with the right certificate', async (t) => {
    const extension = await ExtensionServer.start(t)
    extension.serve(GROUP, 'v1', [NODES])
    await using server = await startTestServer({
      serviceResolver: { 'apis/extension': `127.0.0.1:${extension.port}` },
    })
    const client = new Client(server.url)
    const other = Buffer.from('no certificate').toString('base64')
    const wrong = apiServiceOf(GROUP, 'v1', { caBundle: other })
    assert.equal((await client.post(API_SERVICES, wrong)).status, 201)
    const { status, message } = await condition(client, 'FailedDiscoveryCheck')
    assert.equal(status, 'False')
    assert.match(message, /^failing or missing response: /)
    const patch = async (spec: Json) => {
      const merge = { 'content-type': 'application/merge-patch+json' }
      const patched = await client.send('PATCH', `${API_SERVICES}/${NAME}`, { spec }, merge)
      assert.equal(patched.status, 200, patched.text)
    }
    await patch({ caBundle: null, insecureSkipTLSVerify: true })
    assert.deepEqual(await condition(client, 'Passed'), {
      status: 'True',
      reason: 'Passed',
      message: 'all checks passed',
    })
    await patch({ caBundle: apiServiceOf(GROUP, 'v1').spec.caBundle, insecureSkipTLSVerify: null })
    await until(async () => (await conditionOf(client)).reason === 'Passed')
    extension.respond = (_, response) => {
      response.writeHead(404).end()
      return true
    }
    await patch({ versionPriority: 20 })
    assert.match(
      (await condition(client, 'FailedDiscoveryCheck')).message,
      /^failing or missing response: bad status from https:\/\/127\.0\.0\.1:\d+\/apis\/metrics\.example\.com\/v1: 404$/,
    )
    assert.equal((await client.get(`/apis/${GROUP}/v1/nodes`)).status, 503)
    extension.respond = () => false
    // Without a change: it is checked again.
    await condition(client, 'Passed')
    assert.equal((await client.delete(`${API_SERVICES}/${NAME}`)).status, 200)
    assert.equal((await client.get(`/apis/${GROUP}/v1`)).status, 404)
  })
})
