import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startTestServer, type TestServer } from '#testing.js'
import { Client, type Json } from '../support/client.js'

const NAMESPACE = 'namespaces/shop'
const OVERRIDES = 'federation.binnacle.dev/overrides'
const template = {
  metadata: { labels: { app: 'web' } },
  spec: { containers: [{ name: 'main', image: 'web:1' }] },
}
const deployment = (overrides: unknown, name = 'web') => ({
  metadata: {
    name,
    annotations: { [OVERRIDES]: typeof overrides === 'string' ? overrides : JSON.stringify(overrides) },
  },
  spec: { selector: { matchLabels: { app: 'web' } }, template },
})
const IMAGE = '/spec/template/spec/containers/0/image'

describe('overrides of a federated object', () => {
  const withServer = async (
    federation: boolean,
    check: (client: Client, server: TestServer) => Promise<void>,
  ) => {
    const server = await startTestServer({ federation })
    try {
      await check(new Client(server.url), server)
    } finally {
      await server.close()
    }
  }

  const WRONG: readonly (readonly [string, unknown, RegExp])[] = [
    ['no JSON', '{', /invalid JSON/],
    ['no list', {}, /not a list/],
    ['no clusters', [{ patch: [] }], /\[0\]: needs clusters/],
    ['an unknown member', [{ clusters: ['a'], patch: [], path: '/' }], /\[0\]\.path: unknown field/],
    [
      'a patch of the name',
      [{ clusters: ['a'], patch: [{ op: 'add', path: '/metadata/name', value: 'x' }] }],
      /the same in all/,
    ],
    [
      'a path that leads nowhere',
      [{ clusters: ['a'], patch: [{ op: 'replace', path: '/spec/nothing/x', value: 1 }] }],
      /\[0\]\.patch/,
    ],
    [
      'an unknown field',
      [{ clusters: ['a'], patch: [{ op: 'add', path: '/spec/tempalte', value: {} }] }],
      /\[0\]\.patch: unknown field "spec\.tempalte"/,
    ],
    [
      'a value of another type',
      [{ clusters: ['a'], patch: [{ op: 'replace', path: IMAGE, value: 5 }] }],
      /\[0\]\.patch: spec\.template\.spec\.containers\[0\]\.image: expected text/,
    ],
    [
      'a value that is invalid',
      [{ clusters: ['a'], patch: [{ op: 'replace', path: IMAGE.replace('image', 'name'), value: 'A B' }] }],
      /\[0\]\.patch: spec\.template\.spec\.containers\[0\]\.name: Invalid value/,
    ],
    [
      'a number of replicas',
      [{ clusters: ['a'], patch: [{ op: 'add', path: '/spec/replicas', value: 5 }] }],
      /\[0\]\.patch: spec\.replicas: is scheduled .* federation\.kubernetes\.io\/deployment-preferences/,
    ],
    ['a bad selector', [{ selector: [{ key: 'a', operator: 'near' }], patch: [] }], /is not an operator/],
  ]

  it('are rejected if invalid, in every version, on create and update', () =>
    withServer(true, async (client) => {
      for (const group of ['apps/v1', 'extensions/v1beta1']) {
        const collection = `/apis/${group}/${NAMESPACE}/deployments`
        for (const [what, overrides, words] of WRONG) {
          const { status, body, text } = await client.post(collection, deployment(overrides))
          assert.equal(status, 422, `${what}: ${text}`)
          assert.equal(body.details.causes[0].field, `metadata.annotations[${OVERRIDES}]`)
          assert.match(body.message, words)
        }
      }
      const fine = [{ clusters: ['a'], patch: [{ op: 'replace', path: IMAGE, value: 'mirror/web:1' }] }]
      const path = `/apis/apps/v1/${NAMESPACE}/deployments`
      assert.equal((await client.post(path, deployment(fine))).status, 201)
      const wrong = { metadata: { annotations: { [OVERRIDES]: '[{}]' } } }
      const type = { 'content-type': 'application/merge-patch+json' }
      assert.equal((await client.send('PATCH', `${path}/web`, wrong, type)).status, 422)
      assert.equal((await client.send('PATCH', `${path}/web`, { spec: { replicas: 2 } }, type)).status, 200)
    }))

  it('are validated in the version of current members', () =>
    withServer(true, async (client) => {
      const patch = [{ op: 'replace', path: '/spec/defaultBackend/service/name', value: 'other' }]
      const annotations = { [OVERRIDES]: JSON.stringify([{ clusters: ['a'], patch }]) }
      const { status, text } = await client.post(`/apis/extensions/v1beta1/${NAMESPACE}/ingresses`, {
        metadata: { name: 'web', annotations },
        spec: { backend: { serviceName: 'web', servicePort: 80 } },
      })
      assert.equal(status, 201, text)
    }))

  it('are ignored without a federation, and on objects that are not federated', async () => {
    await withServer(false, async (client) => {
      const { status } = await client.post(`/apis/apps/v1/${NAMESPACE}/deployments`, deployment('{'))
      assert.equal(status, 201)
    })
    await withServer(true, async (client) => {
      const account = { metadata: { name: 'a', annotations: { [OVERRIDES]: '{' } } }
      assert.equal((await client.post(`/api/v1/${NAMESPACE}/serviceaccounts`, account)).status, 201)
      const selected = { [OVERRIDES]: '{', 'federation.binnacle.dev/propagate': 'true' }
      const other = { metadata: { name: 'b', annotations: selected } }
      assert.equal((await client.post(`/api/v1/${NAMESPACE}/serviceaccounts`, other)).status, 422)
    })
  })

  it('come with warnings about other mistakes', () =>
    withServer(true, async (client) => {
      const object: Json = deployment([])
      object.metadata.annotations['federation.alpha.kubernetes.io/cluster-selector'] = '[1]'
      object.metadata.annotations['federation.kubernetes.io/deployment-preferences'] = 'x'
      const { status, headers } = await client.post(`/apis/apps/v1/${NAMESPACE}/deployments`, object)
      assert.equal(status, 201)
      assert.match(headers.get('warning') ?? '', /no cluster is changed.*all clusters get equal shares/)
    }))
})
