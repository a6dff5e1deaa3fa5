import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Json } from '#test/support/client.js'
import { loopUnwatchable } from '#test/support/measure/loop-watch.js'
import { isWithinLimit } from '#test/support/measure/processor-time.js'
import { type Harm, HostileServer } from '../support/hostile-server.js'

/** OpenAPI and discovery documents of many CustomResourceDefinitions of realistic size. */

/** Maximum time, in milliseconds of processor time, that a request may hold the main thread without yielding. */
const MAX_WITHOUT_YIELD_MS = 100
const COUNT = 150
const GROUPS = 10

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const JSON_BODY = { 'content-type': 'application/json' }
const PROTOBUF = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf'
const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'

const many = (count: number, make: (index: number) => Json): Json =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`part${index}`, make(index)]))
const part = (index: number): Json => ({
  type: 'object',
  description: `Part ${index} says how the thing is to be made, and what becomes of it when it is not.`,
  required: ['name'],
  properties: {
    name: { type: 'string', maxLength: 253, description: 'Name of the part, as in the list of all of them.' },
    count: { type: 'integer', format: 'int32', minimum: 0, description: 'How many there are to be.' },
    mode: { type: 'string', enum: ['Always', 'Never', 'IfNotPresent'] },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    items: { type: 'array', items: { type: 'object', properties: { key: { type: 'string' } } } },
  },
})

/** About 40 KiB. */
function definition(index: number): string {
  const group = `group${index % GROUPS}.example.com`
  const spec = { type: 'object', properties: many(70, part) }
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec } } }
  return JSON.stringify({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `things${index}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural: `things${index}`, kind: `Thing${index}` },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  })
}

describe('documents about many definitions do not block other clients', {
  skip: loopUnwatchable,
}, () => {
  let server: HostileServer
  /** Time to build the whole protobuf document, in milliseconds of processor time. */
  let ofAll = 0
  const create = (index: number) =>
    server.send({ method: 'POST', path: DEFINITIONS, headers: JSON_BODY, body: definition(index) })
  before(async () => {
    server = await HostileServer.start(1)
    for (let index = 0; index < COUNT; index++) assert.equal((await create(index)).status, 201)
  })
  after(() => server.stop())

  /** Several clients send the request at once. */
  const ask = (path: string, headers: Readonly<Record<string, string>>): Promise<Harm> =>
    server.suffer(async () => {
      const one = () => server.send({ method: 'GET', path, headers })
      const responses = await Promise.all([one(), one(), one()])
      for (const { status } of responses) assert.equal(status, 200)
    })
  const figures = ({ busiest, total }: Harm) =>
    `${busiest.toFixed(0)} ms without yielding, ${total.toFixed(0)} ms in all`
  const documents: readonly [string, string, Readonly<Record<string, string>>][] = [
    ['OpenAPI 2', '/openapi/v2', {}],
    ['OpenAPI 2 as protobuf', '/openapi/v2', { accept: PROTOBUF }],
    ['OpenAPI 2, compressed', '/openapi/v2', { 'accept-encoding': 'gzip' }],
    ['the index of OpenAPI 3', '/openapi/v3', {}],
    ['OpenAPI 3 of a group', '/openapi/v3/apis/group0.example.com/v1', {}],
    ['aggregated discovery', '/apis', { accept: AGGREGATED }],
    ['aggregated discovery, indented', '/apis?pretty=1', { accept: AGGREGATED }],
  ]
  for (const [name, path, headers] of documents) {
    test(name, async (context) => {
      const harm = await ask(path, headers)
      if (headers.accept === PROTOBUF) ofAll = harm.total
      context.diagnostic(figures(harm))
      assert.ok(isWithinLimit(harm.busiest, MAX_WITHOUT_YIELD_MS), figures(harm))
    })
  }

  test('after one more definition, the server describes only that one', async (context) => {
    assert.equal((await create(COUNT)).status, 201)
    const harm = await ask('/openapi/v2', { accept: PROTOBUF })
    context.diagnostic(`${figures(harm)}; all of them took ${ofAll.toFixed(0)} ms in all`)
    assert.ok(harm.total < ofAll / 3, `${figures(harm)}; all of them took ${ofAll.toFixed(0)} ms in all`)
  })
})
