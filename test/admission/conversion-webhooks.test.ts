import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { startTestServer, type TestServer } from '#testing.js'
import { type ApiResponse, Client, type Json } from '../support/client.js'
import { WebhookServer } from '../support/servers/webhook-server.js'
import { expectStatus } from './webhook-host.js'

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const V1 = '/apis/example.com/v1/namespaces/default/ships'
const V2 = '/apis/example.com/v2/namespaces/default/ships'
const SHIP_V1 = { apiVersion: 'example.com/v1', kind: 'Ship' }
const SHIP_V2 = { apiVersion: 'example.com/v2', kind: 'Ship' }
const MERGE = { 'content-type': 'application/merge-patch+json' }
const APPLY = { 'content-type': 'application/apply-patch+yaml' }

const schema = (properties: Json) => ({
  openAPIV3Schema: {
    type: 'object',
    properties: {
      spec: { type: 'object', properties },
      status: { type: 'object', properties: { crew: { type: 'integer' } } },
    },
  },
})
const subresources = {
  status: {},
  scale: { specReplicasPath: '.spec.crew', statusReplicasPath: '.status.crew' },
}
const crew = { type: 'integer', default: 1 }

const definition = (clientConfig: Json, storage = 'v1'): Json => ({
  metadata: { name: 'ships.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'ships', kind: 'Ship' },
    conversion: { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: storage === 'v1',
        schema: schema({ port: { type: 'string' }, crew }),
        subresources,
      },
      {
        name: 'v2',
        served: true,
        storage: storage === 'v2',
        schema: schema({ host: { type: 'string' }, number: { type: 'integer' }, crew }),
        subresources,
      },
    ],
  },
})

/** v1 has a port `host:number`, v2 has two properties for it. */
function converted(object: Json, desired: string): Json {
  const { port, host, number, ...spec } = object.spec
  if (desired === 'example.com/v2') {
    const [name, digits] = (port ?? 'nowhere:0').split(':')
    return { ...object, apiVersion: desired, spec: { ...spec, host: name, number: Number(digits) } }
  }
  return { ...object, apiVersion: desired, spec: { ...spec, port: `${host}:${number}` } }
}

class ConversionHost extends Client {
  readonly server: TestServer
  readonly hooks: WebhookServer
  /** How many objects each request asked to convert. */
  readonly asked: number[] = []
  respond: (request: Json) => Json = ({ objects, desiredAPIVersion }) => ({
    result: { status: 'Success' },
    convertedObjects: objects.map((object: Json) => converted(object, desiredAPIVersion)),
  })

  static async start(t: TestContext): Promise<ConversionHost> {
    const hooks = await WebhookServer.start(t)
    const server = await startTestServer()
    t.after(() => server.close())
    const host = new ConversionHost(server, hooks)
    expectStatus(201, await host.post(DEFINITIONS, definition(host.clientConfig)))
    return host
  }

  constructor(server: TestServer, hooks: WebhookServer) {
    super(server.url)
    this.server = server
    this.hooks = hooks
  }

  get clientConfig(): Json {
    return this.hooks.on('/convert', (request) => {
      this.asked.push(request.objects.length)
      return { allowed: undefined, ...this.respond(request) }
    })
  }

  ship(name: string, port = `${name}:1`): Promise<ApiResponse> {
    return this.post(V1, { ...SHIP_V1, metadata: { name }, spec: { port } })
  }
}

describe('a conversion webhook', () => {
  it('converts objects for reads and writes', async (t) => {
    const host = await ConversionHost.start(t)
    expectStatus(201, await host.ship('a', 'kiel:7'))
    assert.deepEqual(host.asked, [])
    const { body } = expectStatus(200, await host.get(`${V2}/a`))
    assert.deepEqual([body.apiVersion, body.spec], ['example.com/v2', { host: 'kiel', number: 7, crew: 1 }])
    const created = expectStatus(
      201,
      await host.post(V2, {
        ...SHIP_V2,
        metadata: { generateName: 'b-' },
        spec: { host: 'oslo', number: 1 },
      }),
    ).body
    assert.deepEqual(created.spec, { host: 'oslo', number: 1, crew: 1 })
    const { name } = created.metadata
    assert.equal(expectStatus(200, await host.get(`${V1}/${name}`)).body.spec.port, 'oslo:1')
    const patched = expectStatus(
      200,
      await host.send('PATCH', `${V2}/a`, { spec: { number: 8 } }, MERGE),
    ).body
    assert.deepEqual(patched.spec, { host: 'kiel', number: 8, crew: 1 })
    assert.equal(patched.metadata.generation, 2)
    assert.equal(expectStatus(200, await host.get(`${V1}/a`)).body.spec.port, 'kiel:8')
    const replaced = { ...patched, spec: { ...patched.spec, host: 'bergen' } }
    assert.equal(expectStatus(200, await host.put(`${V2}/a`, replaced)).body.spec.host, 'bergen')
  })

  it('converts an unchanged object once', async (t) => {
    const host = await ConversionHost.start(t)
    expectStatus(201, await host.ship('a'))
    for (let count = 0; count < 3; count++) expectStatus(200, await host.get(`${V2}/a`))
    assert.deepEqual(host.asked, [1])
    expectStatus(200, await host.send('PATCH', `${V1}/a`, { spec: { port: 'x:2' } }, MERGE))
    assert.equal(expectStatus(200, await host.get(`${V2}/a`)).body.spec.host, 'x')
    assert.deepEqual(host.asked, [1, 1])
  })

  it('converts the objects of a list together, in every format', async (t) => {
    const host = await ConversionHost.start(t)
    for (let index = 0; index < 20; index++) expectStatus(201, await host.ship(`s${index}`))
    const { body } = expectStatus(200, await host.get(V2))
    assert.deepEqual(new Set(body.items.map(({ spec }: Json) => spec.number)), new Set([1]))
    assert.deepEqual(host.asked, [20])
    const table = await host.get(V2, { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' })
    assert.equal(expectStatus(200, table).body.rows.length, 20)
    expectStatus(200, await host.get(V2, { accept: 'application/yaml' }))
    assert.deepEqual(host.asked, [20])
  })

  it('converts watch events in order', async (t) => {
    const host = await ConversionHost.start(t)
    const { resourceVersion } = expectStatus(201, await host.ship('a')).body.metadata
    const seen = async (query: string, count: number) =>
      (await host.watch(`${V2}?watch=true${query}`, count)).map(({ type, object }) => [
        type,
        object.apiVersion,
        object.spec.host,
        object.spec.number,
      ])
    assert.deepEqual(await seen('', 1), [['ADDED', 'example.com/v2', 'a', 1]])
    const events = seen(`&resourceVersion=${resourceVersion}`, 3)
    expectStatus(201, await host.ship('b'))
    expectStatus(200, await host.send('PATCH', `${V1}/a`, { spec: { port: 'a:2' } }, MERGE))
    expectStatus(200, await host.delete(`${V1}/b`))
    assert.deepEqual(await events, [
      ['ADDED', 'example.com/v2', 'b', 1],
      ['MODIFIED', 'example.com/v2', 'a', 2],
      ['DELETED', 'example.com/v2', 'b', 1],
    ])
  })

  it('converts for apply, status and scale', async (t) => {
    const host = await ConversionHost.start(t)
    const apply = (path: string, version: string, spec: Json) =>
      host.send(
        'PATCH',
        `${path}/a?fieldManager=${version}`,
        { apiVersion: `example.com/${version}`, kind: 'Ship', metadata: { name: 'a' }, spec },
        APPLY,
      )
    expectStatus(201, await apply(V1, 'v1', { port: 'kiel:1' }))
    const { body } = expectStatus(200, await apply(V2, 'v2', { crew: 3 }))
    assert.deepEqual(body.spec, { host: 'kiel', number: 1, crew: 3 })
    const status = expectStatus(
      200,
      await host.send('PATCH', `${V2}/a/status`, { status: { crew: 3 } }, MERGE),
    )
    assert.deepEqual(status.body.status, { crew: 3 })
    assert.equal(expectStatus(200, await host.get(`${V2}/a/scale`)).body.spec.replicas, 3)
    const scaled = await host.send('PATCH', `${V2}/a/scale`, { spec: { replicas: 5 } }, MERGE)
    assert.equal(expectStatus(200, scaled).body.spec.replicas, 5)
    assert.equal(expectStatus(200, await host.get(`${V1}/a`)).body.spec.crew, 5)
  })

  it('converts objects of the former storage version', async (t) => {
    const host = await ConversionHost.start(t)
    expectStatus(201, await host.ship('a', 'kiel:7'))
    const { spec } = definition(host.clientConfig, 'v2')
    expectStatus(200, await host.send('PATCH', `${DEFINITIONS}/ships.example.com`, { spec }, MERGE))
    assert.equal(expectStatus(200, await host.get(`${V1}/a`)).body.spec.port, 'kiel:7')
    assert.equal(expectStatus(200, await host.get(`${V2}/a`)).body.spec.host, 'kiel')
    expectStatus(200, await host.send('PATCH', `${V2}/a`, { spec: { number: 9 } }, MERGE))
    assert.equal(expectStatus(200, await host.get(`${V1}/a`)).body.spec.port, 'kiel:9')
  })

  it('that fails is reported, and nothing is written', async (t) => {
    const host = await ConversionHost.start(t)
    expectStatus(201, await host.ship('a'))
    const failed = 'Internal error occurred: conversion webhook for example.com/v1, Kind=Ship failed: '
    const words = async (respond: (request: Json) => Json) => {
      host.respond = respond
      const { body } = expectStatus(500, await host.get(`${V2}/a`))
      assert.ok(body.message.startsWith(failed), body.message)
      return body.message.slice(failed.length)
    }
    const success = (change: (object: Json) => Json) => (request: Json) => ({
      result: { status: 'Success' },
      convertedObjects: request.objects.map((object: Json) =>
        change(converted(object, request.desiredAPIVersion)),
      ),
    })
    assert.equal(await words(() => ({ result: { status: 'Failed', message: 'no' } })), 'no')
    assert.equal(
      await words(() => ({ result: { status: 'Success' }, convertedObjects: [] })),
      'returned 0 objects, expected 1',
    )
    const invalid = 'invalid converted object at index 0: '
    assert.equal(
      await words(success((object) => ({ ...object, apiVersion: 'example.com/v1' }))),
      `${invalid}invalid groupVersion (expected example.com/v2, received example.com/v1)`,
    )
    assert.equal(
      await words(success((object) => ({ ...object, metadata: { ...object.metadata, name: 'b' } }))),
      `${invalid}invalid metadata: name must not be changed`,
    )
    const [event] = await host.watch(`${V2}?watch=true`, 1)
    assert.deepEqual([event.type, event.object.code], ['ERROR', 500])
    host.hooks.intercept = (_, response) => void response.writeHead(503).end('later')
    assert.match(
      expectStatus(500, await host.get(V2)).body.message,
      /an error on the server \("later"\) has prevented the request from succeeding$/,
    )
    expectStatus(
      500,
      await host.post(V2, { ...SHIP_V2, metadata: { name: 'c' }, spec: { host: 'h', number: 1 } }),
    )
    expectStatus(404, await host.get(`${V1}/c`))
    expectStatus(200, await host.get(`${V1}/a`))
    expectStatus(200, await host.delete(`${V1}/a`))
  })
})
