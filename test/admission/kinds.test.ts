import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestServer, type TestServer } from '#testing.js'
import { Client } from '../support/client.js'
import { expectStatus, MUTATING, VALIDATING } from './webhook-host.js'

const MERGE = { 'content-type': 'application/merge-patch+json' }
const PROTOBUF = 'application/vnd.kubernetes.protobuf'

describe('configurations of webhooks', () => {
  let server: TestServer
  let client: Client
  before(async () => {
    server = await startTestServer()
    client = new Client(server.url)
  })
  after(() => server.close())

  const WEBHOOK = {
    name: 'a.example.com',
    clientConfig: { service: { namespace: 'n', name: 's' } },
    rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }],
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
  }
  const DEFAULTS = {
    clientConfig: { service: { namespace: 'n', name: 's', port: 443 } },
    rules: [{ ...WEBHOOK.rules[0], scope: '*' }],
    failurePolicy: 'Fail',
    matchPolicy: 'Equivalent',
    namespaceSelector: {},
    objectSelector: {},
    timeoutSeconds: 10,
  }

  it('have defaults, and a generation that counts changes of webhooks', async () => {
    for (const [path, more] of [
      [MUTATING, { reinvocationPolicy: 'Never' }],
      [VALIDATING, {}],
    ] as const) {
      const { body } = expectStatus(
        201,
        await client.post(path, { metadata: { name: 'a' }, webhooks: [WEBHOOK] }),
      )
      assert.deepEqual(body.webhooks, [{ ...WEBHOOK, ...DEFAULTS, ...more }])
      const change = async (changes: object) =>
        expectStatus(200, await client.send('PATCH', `${path}/a`, changes, MERGE)).body.metadata.generation
      assert.equal(body.metadata.generation, 1)
      assert.equal(await change({ metadata: { labels: { a: 'b' } } }), 1)
      assert.equal(await change({ webhooks: [{ ...WEBHOOK, timeoutSeconds: 5 }] }), 2)
    }
  })

  it('round-trip as protobuf', async () => {
    for (const path of [MUTATING, VALIDATING]) {
      const made = {
        metadata: { name: 'p' },
        webhooks: [{ ...WEBHOOK, clientConfig: { url: 'https://a/b' } }],
      }
      expectStatus(201, await client.post(path, made))
      const { bytes } = expectStatus(200, await client.get(`${path}/p`, { accept: PROTOBUF }))
      const before = expectStatus(200, await client.get(`${path}/p`)).body
      const { body } = expectStatus(200, await client.put(`${path}/p`, bytes, { 'content-type': PROTOBUF }))
      assert.deepEqual(body, before)
    }
  })

  it('are listed with their number of webhooks', async () => {
    const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io'
    const { body } = expectStatus(200, await client.get(VALIDATING, { accept }))
    assert.deepEqual(
      body.rows.map(({ cells }: { cells: unknown[] }) => cells.slice(0, 2)),
      [
        ['a', 1],
        ['p', 1],
      ],
    )
  })
})
