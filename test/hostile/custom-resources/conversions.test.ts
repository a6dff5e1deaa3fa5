import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Json } from '#test/support/client.js'
import { loopUnwatchable } from '#test/support/measure/loop-watch.js'
import { isWithinLimit } from '#test/support/measure/processor-time.js'
import { WebhookServer } from '#test/support/servers/webhook-server.js'
import type { HostileResponse, PlainRequest } from '../support/hostile-request.js'
import { HostileServer } from '../support/hostile-server.js'

/** Maximum time, in milliseconds of processor time, that a request may hold the main thread without yielding. */
const MAX_WITHOUT_YIELD_MS = 100
const STOCK = 20
const JSON_BODY = { 'content-type': 'application/json' }
const pathOf = (version: string, name = '') => `/apis/example.com/${version}/ships${name}`

const schema = {
  openAPIV3Schema: {
    type: 'object',
    properties: { spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
  },
}

const definition = (clientConfig: Json): Json => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'ships.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Cluster',
    names: { plural: 'ships', kind: 'Ship' },
    conversion: { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } },
    versions: ['v1', 'v2'].map((name) => ({ name, served: true, storage: name === 'v1', schema })),
  },
})

const texts = (count: number, length: number) =>
  Array.from({ length: count }, (_, index) => `${index}-${'x'.repeat(length)}`)

describe('no conversion blocks other clients', { skip: loopUnwatchable }, () => {
  test('large objects are converted in pieces, alone and in lists', async (t) => {
    const hooks = await WebhookServer.start(t)
    // The stored object grows to about 6 MB.
    const convert = hooks.on('/convert', (request) => ({
      convertedObjects: request.objects.map((object: Json) => ({
        ...object,
        apiVersion: request.desiredAPIVersion,
        spec: { ...object.spec, grown: texts(300, object.spec.grows ? 10_000 : 10) },
      })),
      result: { status: 'Success' },
    }))
    const server = await HostileServer.start(STOCK)
    t.after(() => server.stop())
    const measured = async (what: string, request: PlainRequest, expect: number) => {
      let response: HostileResponse | undefined
      const { busiest, total } = await server.suffer(async () => {
        response = await server.send(request)
      })
      const figures = `${what}: ${busiest.toFixed(0)} ms without yielding, ${total.toFixed(0)} ms in all`
      t.diagnostic(figures)
      assert.equal(response?.status, expect, response?.beginning)
      assert.ok(isWithinLimit(busiest, MAX_WITHOUT_YIELD_MS), figures)
    }
    const post = (path: string, body: Json): PlainRequest => ({
      method: 'POST',
      path,
      headers: JSON_BODY,
      body: JSON.stringify(body),
    })
    const ship = (name: string, spec: Json) => ({
      apiVersion: 'example.com/v1',
      kind: 'Ship',
      metadata: { name },
      spec,
    })
    const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
    assert.equal((await server.send(post(definitions, definition(convert)))).status, 201)
    const large = ship('large', { grows: true, list: texts(300, 9000) })
    assert.equal((await server.send(post(pathOf('v1'), large))).status, 201)
    for (let index = 0; index < 40; index++) {
      const some = ship(`some-${index}`, { list: texts(2000, 20) })
      assert.equal((await server.send(post(pathOf('v1'), some))).status, 201)
    }
    // The first call loads the modules of the client.
    assert.equal((await server.send({ method: 'GET', path: pathOf('v2', '/some-0') })).status, 200)
    await measured('get', { method: 'GET', path: pathOf('v2', '/large') }, 200)
    await measured('list', { method: 'GET', path: pathOf('v2') }, 200)
    await measured('list again', { method: 'GET', path: pathOf('v2') }, 200)
    await measured('watch', { method: 'GET', path: `${pathOf('v2')}?watch=true&timeoutSeconds=1` }, 200)
  })
})
