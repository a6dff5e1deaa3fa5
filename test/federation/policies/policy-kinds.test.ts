import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Client, type Json } from '#test/support/client.js'
import { startTestServer, type TestServer } from '#testing.js'

const GROUP = '/apis/federation.binnacle.dev/v1alpha1'
const POLICIES = `${GROUP}/namespaces/default/propagationpolicies`
const OVERRIDES = `${GROUP}/namespaces/default/overridepolicies`
const resourceSelectors = [{ apiVersion: 'apps/v1', kind: 'Deployment' }]

const causesOf = ({ details }: Json): string[] => details.causes.map(({ field }: Json) => field)

describe('policy kinds', () => {
  let server: TestServer
  let client: Client
  before(async () => {
    server = await startTestServer({ federation: true })
    client = new Client(server.url)
  })
  after(() => server.close())

  it('are served by a federation host', async () => {
    const { body } = await client.get(GROUP)
    assert.deepEqual(
      body.resources.map(({ name, namespaced }: Json) => `${name} ${namespaced}`),
      [
        'clusteroverridepolicies false',
        'clusterpropagationpolicies false',
        'overridepolicies true',
        'propagationpolicies true',
      ],
    )
  })

  it('are not served without a federation', async (t) => {
    const other = await startTestServer()
    t.after(() => other.close())
    const { status } = await new Client(other.url).get(GROUP)
    assert.equal(status, 404)
    const { body } = await new Client(other.url).get('/apis')
    assert.ok(!JSON.stringify(body).includes('binnacle.dev'))
  })

  it('have defaults', async () => {
    const { status, body, text } = await client.post(POLICIES, {
      metadata: { name: 'defaults' },
      spec: {
        resourceSelectors,
        placement: { spreadConstraints: [{ by: 'region' }] },
        replicaScheduling: {},
      },
    })
    assert.equal(status, 201, text)
    assert.equal(body.spec.conflictResolution, 'Skip')
    assert.equal(body.spec.placement.spreadConstraints[0].minGroups, 1)
    assert.equal(body.spec.replicaScheduling.type, 'Divided')
    assert.equal(body.metadata.generation, 1)
  })

  it('name every mistake with its path', async () => {
    const { status, body } = await client.post(POLICIES, {
      metadata: { name: 'wrong' },
      spec: {
        resourceSelectors: [{ apiVersion: 'apps', kind: 'deployments', name: 'a', labelSelector: {} }],
        placement: {
          clusterNames: ['M1'],
          fieldSelectors: [{ key: 'provider', operator: 'In' }],
          spreadConstraints: [{ by: 'rack', minGroups: 3, maxGroups: 2 }],
          clusterTolerations: [{ operator: 'Equal' }],
        },
        replicaScheduling: { type: 'Duplicated', divideBy: 'Weight', weights: [{ weight: -1 }] },
        conflictResolution: 'Fight',
      },
    })
    assert.equal(status, 422)
    assert.deepEqual(causesOf(body), [
      'spec.resourceSelectors[0].apiVersion',
      'spec.resourceSelectors[0].kind',
      'spec.resourceSelectors[0].labelSelector',
      'spec.placement.clusterNames[0]',
      'spec.placement.fieldSelectors[0].key',
      'spec.placement.fieldSelectors[0].values',
      'spec.placement.spreadConstraints[0].by',
      'spec.placement.spreadConstraints[0].maxGroups',
      'spec.placement.clusterTolerations[0].operator',
      'spec.replicaScheduling.divideBy',
      'spec.replicaScheduling.weights',
      'spec.replicaScheduling.weights[0].weight',
      'spec.conflictResolution',
    ])
  })

  it('reject an empty policy', async () => {
    for (const collection of [POLICIES, OVERRIDES, `${GROUP}/clusterpropagationpolicies`]) {
      const { status, body } = await client.post(collection, { metadata: { name: 'empty' } })
      assert.equal(status, 422)
      assert.equal(causesOf(body)[0], 'spec.resourceSelectors')
    }
  })

  it('reject overrides of what is the same in all clusters', async () => {
    const { status, body } = await client.post(OVERRIDES, {
      metadata: { name: 'wrong' },
      spec: {
        resourceSelectors,
        overrides: [
          { jsonPatches: [{ op: 'replace', path: '/metadata/name', value: 'x' }] },
          { labels: { 'federation.binnacle.dev/managed': 'no' } },
        ],
      },
    })
    assert.equal(status, 422)
    assert.deepEqual(causesOf(body), [
      'spec.overrides[0].jsonPatches[0].path',
      'spec.overrides[1].labels[federation.binnacle.dev/managed]',
    ])
  })

  it('have columns', async () => {
    await client.post(`${GROUP}/clusterpropagationpolicies`, {
      metadata: { name: 'gold' },
      spec: {
        resourceSelectors,
        placement: { labelSelector: { matchLabels: { tier: 'gold' } }, exclude: ['m3'] },
        priority: 7,
      },
    })
    const { body } = await client.get(`${GROUP}/clusterpropagationpolicies`, {
      accept: 'application/json;as=Table;g=meta.k8s.io;v=v1',
    })
    assert.deepEqual(body.rows[0].cells.slice(0, 4), ['gold', 'Deployment', 'tier=gold; not m3', 7])
  })
})
