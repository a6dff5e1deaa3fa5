import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { StartError } from '#server/config.js'
import { Client, type Json } from '#test/support/client.js'
import { startTestServer } from '#testing.js'

async function serve(t: TestContext, runtimeConfig: Record<string, boolean>, options = {}): Promise<Client> {
  const server = await startTestServer({ runtimeConfig, ...options })
  t.after(() => server.close())
  return new Client(server.url)
}

const POD = { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'a', image: 'a' }] } }

async function statusOf(client: Client, ...paths: readonly string[]): Promise<readonly number[]> {
  return Promise.all(paths.map(async (path) => (await client.get(path)).status))
}

/** The group versions of plain and aggregated discovery, of OpenAPI and of the APIServices. */
async function listedVersions(client: Client): Promise<readonly (readonly string[])[]> {
  const aggregated = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'
  const [plain, groups, openapi, services] = await Promise.all([
    client.get('/apis'),
    client.get('/apis', { accept: aggregated }),
    client.get('/openapi/v3'),
    client.get('/apis/apiregistration.k8s.io/v1/apiservices'),
  ])
  return [
    plain.body.groups.flatMap(({ versions }: Json) => versions.map((version: Json) => version.groupVersion)),
    groups.body.items.flatMap(({ metadata, versions }: Json) =>
      versions.map(({ version }: Json) => `${metadata.name}/${version}`),
    ),
    Object.keys(openapi.body.paths).map((path) => path.replace('apis/', '')),
    services.body.items.map(({ spec }: Json) => `${spec.group}/${spec.version}`),
  ]
}

describe('--runtime-config', () => {
  it('turns a version off everywhere', async (t) => {
    const client = await serve(t, { 'batch/v1': false })
    assert.deepEqual(
      await statusOf(
        client,
        '/apis/batch',
        '/apis/batch/v1',
        '/apis/batch/v1/jobs',
        '/openapi/v3/apis/batch/v1',
      ),
      [404, 404, 404, 404],
    )
    const { status } = await client.post('/apis/batch/v1/namespaces/a/jobs', {})
    assert.equal(status, 404)
    for (const versions of await listedVersions(client)) {
      assert.ok(versions.includes('apps/v1'), String(versions))
      assert.ok(!versions.includes('batch/v1'), String(versions))
    }
    const { text } = await client.get('/openapi/v2')
    assert.ok(!text.includes('/apis/batch/'))
  })

  it('turns one version of several off', async (t) => {
    const client = await serve(t, { 'autoscaling/v2': false })
    assert.deepEqual(
      await statusOf(client, '/apis/autoscaling/v1/horizontalpodautoscalers', '/apis/autoscaling/v2'),
      [200, 404],
    )
    const { body } = await client.get('/apis/autoscaling')
    assert.deepEqual(
      body.versions.map(({ version }: Json) => version),
      ['v1'],
    )
    const path = '/apis/autoscaling/v1/namespaces/a/horizontalpodautoscalers'
    const scaler = { spec: { scaleTargetRef: { kind: 'Deployment', name: 'a' }, maxReplicas: 2 } }
    assert.equal((await client.post(path, { metadata: { name: 'a' }, ...scaler })).status, 201)
    assert.equal((await client.get(`${path}/a`)).body.apiVersion, 'autoscaling/v1')
  })

  it('turns one resource off', async (t) => {
    const client = await serve(t, { 'batch/v1/cronjobs': false })
    assert.deepEqual(await statusOf(client, '/apis/batch/v1/jobs', '/apis/batch/v1/cronjobs'), [200, 404])
    const { body } = await client.get('/apis/batch/v1')
    assert.deepEqual(
      body.resources.map(({ name }: Json) => name),
      ['jobs', 'jobs/status'],
    )
  })

  it('lets the most specific key decide', async (t) => {
    const client = await serve(t, {
      'api/all': false,
      'api/ga': true,
      'batch/v1': false,
      'batch/v1/jobs': true,
    })
    assert.deepEqual(
      await statusOf(
        client,
        '/api/v1/pods',
        '/apis/apps/v1/deployments',
        '/apis/extensions/v1beta1',
        '/apis/batch/v1/jobs',
        '/apis/batch/v1/cronjobs',
      ),
      [200, 200, 404, 200, 404],
    )
  })

  it('leaves the objects of the server itself alone', async (t) => {
    const off = { 'apps/v1': false, 'extensions/v1beta1': false, 'discovery.k8s.io/v1': false }
    const server = await startTestServer({ runtimeConfig: off, simulateWorkloads: true })
    t.after(() => server.close())
    const client = new Client(server.url)
    const selector = { app: 'a' }
    await client.post('/api/v1/namespaces/a/services', {
      metadata: { name: 'a' },
      spec: { selector, ports: [{ port: 80 }] },
    })
    const { status, text } = await client.post('/api/v1/namespaces/a/replicationcontrollers', {
      metadata: { name: 'a' },
      spec: { replicas: 1, selector, template: POD },
    })
    assert.equal(status, 201, text)
    await server.settled()
    const { body } = await client.get('/api/v1/namespaces/a/pods')
    assert.equal(body.items.length, 1)
    const { body: namespace } = await client.delete('/api/v1/namespaces/a')
    assert.equal(namespace.status?.phase ?? namespace.status, 'Terminating')
    await server.settled()
    assert.deepEqual(await statusOf(client, '/api/v1/namespaces/a', '/apis/apps/v1'), [404, 404])
  })

  it('works even without the core group', async (t) => {
    const client = await serve(t, { '/v1': false })
    assert.deepEqual(
      await statusOf(client, '/api/v1', '/api/v1/namespaces', '/api', '/apis', '/apis/apps/v1/deployments'),
      [404, 404, 200, 200, 200],
    )
    assert.equal((await client.get('/api')).body.versions.length, 0)
  })

  it('refuses versions and resources that do not exist', async () => {
    const cases: readonly (readonly [key: string, message: string])[] = [
      ['batch/v2', 'this server has no batch/v2'],
      ['bats/v1', 'this server has no bats/v1'],
      ['batch/v1/jbos', 'this server has no jbos of batch/v1'],
      ['/v2', 'this server has no v2'],
      ['/v1/pots', 'this server has no pots of v1'],
      ['federation.binnacle.dev/v1alpha1', 'this server has no federation.binnacle.dev/v1alpha1'],
    ]
    for (const [key, message] of cases) {
      await assert.rejects(
        startTestServer({ runtimeConfig: { [key]: false } }),
        (error) => error instanceof StartError && error.message === `--runtime-config: ${message}`,
        key,
      )
    }
  })

  it('refuses keys that name no version', async () => {
    for (const key of ['v1', 'api/v1/pods/log', '', 'batch/']) {
      await assert.rejects(
        startTestServer({ runtimeConfig: { [key]: true } }),
        (error) => error instanceof StartError && error.message.startsWith('--runtime-config: invalid key '),
        key,
      )
    }
    await assert.rejects(
      startTestServer({ runtimeConfig: { 'api/all': false } }),
      /--runtime-config: api\/all=false alone leaves nothing to serve/,
    )
  })

  it('leaves a kind that is off to custom resources, which are none of it', async (t) => {
    const client = await serve(t, {})
    const define = (group: string, plural: string, kind: string) =>
      client.post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
        metadata: {
          name: `${plural}.${group}`,
          annotations: { 'api-approved.kubernetes.io': 'https://github.com/kubernetes/kubernetes/pull/1' },
        },
        spec: {
          group,
          scope: 'Cluster',
          names: { plural, kind },
          versions: [
            { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
          ],
        },
      })
    const kinds = [
      ['resource.k8s.io', 'resourceclaims', 'ResourceClaim'],
      ['resource.k8s.io', 'resourceclaimtemplates', 'ResourceClaimTemplate'],
      ['storage.k8s.io', 'volumeattributesclasses', 'VolumeAttributesClass'],
    ] as const
    for (const [group, plural, kind] of kinds) {
      const definition = await define(group, plural, kind)
      assert.equal(definition.status, 201, definition.text)
      const path = `/apis/${group}/v1/${plural}`
      const sent = { apiVersion: `${group}/v1`, kind, metadata: { name: 'a' } }
      const { status, text, body } = await client.post(path, sent)
      assert.equal(status, 201, text)
      assert.equal(body.metadata.finalizers, undefined)
      assert.equal((await client.delete(`${path}/a`)).status, 200)
      assert.equal((await client.get(`${path}/a`)).status, 404)
    }
  })
})
