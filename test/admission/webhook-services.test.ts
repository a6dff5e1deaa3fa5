import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { Client, Json } from '#test/support/client.js'
import { OUTER_ADDRESS } from '#test/support/outer-address.js'
import { created, startAccessServer } from '#test/support/servers/access-server.js'
import { WebhookServer } from '#test/support/servers/webhook-server.js'
import { CONFIG_MAPS, expectStatus, VALIDATING, webhook } from './webhook-host.js'

const SERVICES = '/api/v1/namespaces/default/services'
const ENDPOINTS = '/api/v1/namespaces/default/endpoints'
const SLICES = '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices'
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const SERVER_NAME = 'webhook.default.svc'
const FAILED = 'Internal error occurred: failed calling webhook "hook.example.com": failed to call webhook: '
const POST = `${FAILED}Post "https://${SERVER_NAME}:443/hook?timeout=10s": `

const reference = (caBundle: string, path = '/hook', more: Json = {}) => ({
  service: { namespace: 'default', name: 'webhook', path, ...more },
  caBundle,
})

const serviceOf = (spec: Json) => ({ metadata: { name: 'webhook' }, spec })
const HTTPS = { name: 'https', port: 443, targetPort: 8443 }
const SELECTING = { selector: { app: 'webhook' }, ports: [HTTPS, { name: 'metrics', port: 80 }] }

const sliceOf = (name: string, port: number, addresses: readonly string[], more: Json = {}) => ({
  metadata: { name, labels: { 'kubernetes.io/service-name': 'webhook' } },
  addressType: 'IPv4',
  endpoints: addresses.map((address) => ({ addresses: [address] })),
  ports: [
    { name: 'metrics', port: 1 },
    { name: 'https', port },
  ],
  ...more,
})

/** A server with authorization, on which nobody but its administrator may write. */
async function start(t: TestContext, options: Json = {}): Promise<Client> {
  const { as } = await startAccessServer(t, { authorizationMode: ['RBAC'], ...options })
  return as('admin')
}

/** A webhook behind a service, at an address that objects may name. */
function startWebhook(t: TestContext, name: string): Promise<WebhookServer> {
  return WebhookServer.start(t, [SERVER_NAME], '0.0.0.0').then((hooks) => {
    hooks.on('/hook', () => ({ allowed: false, status: { message: `no, says ${name}` } }))
    return hooks
  })
}

const validate = (admin: Client, clientConfig: Json) =>
  created(admin.post(VALIDATING, { metadata: { name: 'hook' }, webhooks: [webhook('hook', clientConfig)] }))

/** The message of the error of a write. */
async function refusal(admin: Client): Promise<string> {
  const { status, body } = await admin.post(CONFIG_MAPS, { metadata: { name: 'a' } })
  assert.ok(status >= 400, `${status}`)
  return body.message
}

describe('a webhook that is a service of the cluster', () => {
  it('fails without the service, its port or a ready endpoint, and says so', async (t) => {
    const admin = await start(t)
    const { caBundle } = await startWebhook(t, 'nobody')
    await validate(admin, reference(caBundle))
    assert.equal(await refusal(admin), `${POST}service "webhook" not found`)
    await created(admin.post(SERVICES, serviceOf({ ...SELECTING, ports: [{ port: 80 }] })))
    assert.equal(await refusal(admin), `${POST}no service port 443 found for service "webhook"`)
    const { body } = await admin.get(`${SERVICES}/webhook`)
    expectStatus(
      200,
      await admin.put(`${SERVICES}/webhook`, { ...body, spec: { ...body.spec, ...SELECTING } }),
    )
    const unavailable = `${POST}no endpoints available for service "webhook"`
    assert.equal(await refusal(admin), unavailable)
    const unready = [{ addresses: ['10.0.0.1'], conditions: { ready: false } }]
    await created(admin.post(SLICES, sliceOf('webhook-1', 8443, [], { endpoints: unready })))
    assert.equal(await refusal(admin), unavailable)
    const ports = [{ name: 'metrics', port: 8443 }]
    await created(admin.post(SLICES, sliceOf('webhook-2', 8443, ['10.0.0.1'], { ports })))
    assert.equal(await refusal(admin), unavailable)
    for (const port of [-1, 0, 65_536]) {
      await created(admin.post(SLICES, sliceOf('webhook-3', port, ['100.100.100.200'])))
      assert.equal(await refusal(admin), unavailable, `${port}`)
      expectStatus(200, await admin.delete(`${SLICES}/webhook-3`))
    }
  })

  it('is not called at loopback, link-local and metadata addresses', async (t) => {
    const admin = await start(t)
    const { caBundle, port } = await startWebhook(t, 'nobody')
    await validate(admin, reference(caBundle, '/hook', { port }))
    const refused = /the address \S+ is not one that may be dialled$/
    const ports = [{ ...HTTPS, port }]
    await created(admin.post(SERVICES, serviceOf({ ports })))
    for (const [addressType, address] of [
      ['IPv4', '100.100.100.200'],
      ['IPv4', '168.63.129.16'],
      ['IPv6', 'fd00:ec2::254'],
      ['IPv6', '64:ff9b::a9fe:a9fe'],
    ] as const) {
      await created(admin.post(SLICES, sliceOf('webhook-1', port, [address], { addressType })))
      assert.match(await refusal(admin), refused, address)
      expectStatus(200, await admin.delete(`${SLICES}/webhook-1`))
    }
    const subset = { addresses: [{ ip: '100.100.100.200' }], ports: [{ name: 'https', port }] }
    await created(admin.post(ENDPOINTS, { metadata: { name: 'webhook' }, subsets: [subset] }))
    assert.match(await refusal(admin), refused)
    for (const externalName of ['localhost', '127.0.0.1', '169.254.169.254', '2130706433']) {
      expectStatus(200, await admin.delete(`${SERVICES}/webhook`))
      await created(admin.post(SERVICES, serviceOf({ type: 'ExternalName', externalName })))
      assert.match(await refusal(admin), refused, externalName)
    }
  })

  it('is not looked for where everyone may name addresses', async (t) => {
    const { as } = await startAccessServer(t, { authorizationMode: ['AlwaysAllow'] })
    const admin = as('admin')
    await created(admin.post(SERVICES, serviceOf({ type: 'ExternalName', externalName: 'example.com' })))
    await validate(admin, reference((await startWebhook(t, 'nobody')).caBundle))
    assert.equal(
      await refusal(admin),
      `${POST}the service "default/webhook" has no address on this server: start the server with authorization, or with --service-resolver default/webhook=host:port`,
    )
  })
})

describe('a webhook behind endpoints', { skip: OUTER_ADDRESS === undefined && 'there is no network' }, () => {
  const outer = OUTER_ADDRESS ?? ''

  it('is called at a ready one, which may change with each call', async (t) => {
    const admin = await start(t)
    const [one, two] = [await startWebhook(t, 'one'), await startWebhook(t, 'two')]
    await created(admin.post(SERVICES, serviceOf(SELECTING)))
    await created(admin.post(SLICES, sliceOf('webhook-1', one.port, [outer])))
    const unready = [{ addresses: ['100.100.100.200'], conditions: { ready: false } }]
    await created(admin.post(SLICES, sliceOf('webhook-2', 1, [], { endpoints: unready })))
    await validate(admin, reference(one.caBundle))
    assert.match(await refusal(admin), /no, says one$/)
    assert.equal(one.connections, 1)
    const moved = sliceOf('webhook-1', two.port, [outer])
    expectStatus(200, await admin.put(`${SLICES}/webhook-1`, moved))
    assert.match(await refusal(admin), /certificate/)
    expectStatus(200, await admin.delete(`${VALIDATING}/hook`))
    await validate(admin, reference(two.caBundle))
    assert.match(await refusal(admin), /no, says two$/)
    expectStatus(200, await admin.delete(`${SLICES}/webhook-1`))
    assert.equal(await refusal(admin), `${POST}no endpoints available for service "webhook"`)
    expectStatus(200, await admin.delete(`${SLICES}/webhook-2`))
    const subset = { addresses: [{ ip: outer }], ports: [{ name: 'https', port: two.port }] }
    await created(admin.post(ENDPOINTS, { metadata: { name: 'webhook' }, subsets: [subset] }))
    assert.match(await refusal(admin), /no, says two$/)
  })

  it('must have a certificate for the service', async (t) => {
    const admin = await start(t)
    const other = await WebhookServer.start(t, ['other.default.svc', outer], '0.0.0.0')
    await created(admin.post(SERVICES, serviceOf(SELECTING)))
    await created(admin.post(SLICES, sliceOf('webhook-1', other.port, [outer])))
    await validate(admin, reference(other.caBundle))
    assert.match(await refusal(admin), /Hostname\/IP does not match certificate's altnames/)
  })

  it('is called at the cluster IP of a service without a selector that has no endpoints', async (t) => {
    const admin = await start(t, { serviceClusterIpRange: [`${outer}/24`.replace(/\d+\/24$/, '0/24')] })
    const hooks = await startWebhook(t, 'the cluster IP')
    const ports = [{ ...HTTPS, port: hooks.port }]
    await created(admin.post(SERVICES, serviceOf({ ports, clusterIP: outer })))
    await validate(admin, reference(hooks.caBundle, '/hook', { port: hooks.port }))
    assert.match(await refusal(admin), /no, says the cluster IP$/)
  })

  it('converts custom resources', async (t) => {
    const admin = await start(t)
    const hooks = await startWebhook(t, 'nobody')
    hooks.on('/convert', ({ objects, desiredAPIVersion }) => ({
      allowed: undefined,
      result: { status: 'Success' },
      convertedObjects: objects.map((object: Json) => ({ ...object, apiVersion: desiredAPIVersion })),
    }))
    const openAPIV3Schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
    const versionOf = (name: string) => ({
      ...{ name, served: true, storage: name === 'v1', schema: { openAPIV3Schema } },
    })
    const spec = {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'ships', kind: 'Ship' },
      conversion: {
        strategy: 'Webhook',
        webhook: {
          clientConfig: reference(hooks.caBundle, '/convert'),
          conversionReviewVersions: ['v1'],
        },
      },
      versions: [versionOf('v1'), versionOf('v2')],
    }
    await created(admin.post(DEFINITIONS, { metadata: { name: 'ships.example.com' }, spec }))
    const ship = { apiVersion: 'example.com/v1', kind: 'Ship', metadata: { name: 'a' } }
    await created(admin.post('/apis/example.com/v1/namespaces/default/ships', ship))
    const converted = '/apis/example.com/v2/namespaces/default/ships/a'
    const { body } = expectStatus(500, await admin.get(converted))
    assert.match(
      body.message,
      /conversion webhook for example.com\/v1, Kind=Ship failed: Post "https:\/\/webhook.default.svc:443\/convert\?timeout=30s": service "webhook" not found$/,
    )
    await created(admin.post(SERVICES, serviceOf(SELECTING)))
    await created(admin.post(SLICES, sliceOf('webhook-1', hooks.port, [outer])))
    assert.equal(expectStatus(200, await admin.get(converted)).body.apiVersion, 'example.com/v2')
  })
})
