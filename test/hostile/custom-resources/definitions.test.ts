import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Json } from '#test/support/client.js'
import { loopUnwatchable } from '#test/support/measure/loop-watch.js'
import { isWithinLimit } from '#test/support/measure/processor-time.js'
import type { HostileResponse } from '../support/hostile-request.js'
import { HostileServer } from '../support/hostile-server.js'

/** Definitions and custom resources that try to exhaust the time or memory of the server. */

/** Maximum time, in milliseconds of processor time, that a request may hold the main thread without yielding. */
const MAX_WITHOUT_YIELD_MS = 100
/** Maximum memory of the process, in MiB. */
const MEMORY_LIMIT = 900
/** Number of other objects on the server. */
const STOCK = 100

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const JSON_BODY = { 'content-type': 'application/json' }

const many = (count: number, make: (index: number) => Json): Json =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, make(index)]))
const object = (properties: Json, more: Json = {}): Json => ({ type: 'object', properties, ...more })
const rule = (text: string): Json => ({ 'x-kubernetes-validations': [{ rule: text }] })

function nested(depth: number, leaf: Json): Json {
  let schema = leaf
  for (let level = 0; level < depth; level++) schema = object({ a: schema })
  return schema
}

const definition = (plural: string, spec: Json): string =>
  JSON.stringify({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.example.com` },
    spec: {
      group: 'example.com',
      scope: 'Cluster',
      names: { plural, kind: plural },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: object({ spec }) } }],
    },
  })

interface Attack {
  readonly name: string
  readonly spec: Json
  readonly expect: number
  /** The object to create if the definition is accepted. */
  readonly objects?: readonly { readonly spec: () => Json; readonly expect: number }[]
}

const text = { type: 'string', maxLength: 10 }
/** A string on which a pattern hardly ever reaches the same state twice. */
function alternating(length: number): string {
  let seed = 1
  let made = ''
  while (made.length < length) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    made += (seed >> 16) & 1 ? 'a' : 'b'
  }
  return made
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

const ATTACKS: readonly Attack[] = [
  {
    name: 'a schema with as many nodes as a body can hold',
    spec: object(many(100, () => object(many(150, (index) => ({ type: 'string', maxLength: index }))))),
    expect: 201,
    objects: [{ spec: () => many(100, () => many(150, () => 'x')), expect: 422 }],
  },
  {
    name: 'a schema with too many nodes',
    spec: object(many(100, () => object(many(600, () => ({ type: 'string' }))))),
    expect: 413,
  },
  {
    name: 'patterns that are large in total',
    spec: object(many(100, (index) => ({ type: 'string', pattern: `[\\pL${index}]{900}` }))),
    expect: 201,
    objects: [{ spec: () => many(100, () => 'ä'.repeat(10_000)), expect: 422 }],
  },
  {
    name: 'many patterns that hardly ever reach the same state twice',
    spec: object(many(200, (index) => ({ type: 'string', pattern: `[ab]*a[ab]{25}[cd${index}]` }))),
    expect: 201,
    objects: [{ spec: () => many(200, () => alternating(5000)), expect: 422 }],
  },
  {
    name: 'rules with patterns that hardly ever reach the same state twice',
    spec: object(
      many(200, (index) => ({
        type: 'string',
        maxLength: 5000,
        ...rule(`!self.matches('[ab]*a[ab]{25}[cd${index}]')`),
      })),
    ),
    expect: 201,
    objects: [{ spec: () => many(200, () => alternating(5000)), expect: 422 }],
  },
  {
    name: 'default strings that are expensive to match',
    spec: object(
      many(100, (index) => ({
        type: 'string',
        pattern: `[ab]*a[ab]{${800 + index}}[cd]`,
        default: alternating(20_000),
      })),
    ),
    expect: 422,
  },
  {
    name: 'strings that are expensive to match in rules',
    spec: object(
      many(100, (index) => ({
        type: 'string',
        maxLength: 20_000,
        ...rule(`!self.matches('[ab]*a[ab]{${800 + index}}[cd]')`),
      })),
    ),
    expect: 201,
    objects: [{ spec: () => many(100, () => alternating(20_000)), expect: 422 }],
  },
  {
    name: 'more rules than the server compiles',
    spec: object(many(5000, () => ({ ...text, ...rule(`self != '${'x'.repeat(90)}'`) }))),
    expect: 422,
  },
  {
    name: 'as many rules as the server compiles',
    spec: object(many(2000, () => ({ ...text, ...rule(`self != '${'x'.repeat(90)}'`) }))),
    expect: 201,
    objects: [{ spec: () => many(2000, () => 'x'.repeat(9)), expect: 201 }],
  },
  {
    name: 'a rule that iterates over a list for each of its items',
    spec: object({
      list: {
        type: 'array',
        maxItems: 1000,
        items: { type: 'integer' },
        ...rule('self.all(x, self.all(y, x + y >= 0))'),
      },
    }),
    expect: 201,
    objects: [{ spec: () => ({ list: numbers(1000) }), expect: 422 }],
  },
  {
    name: 'many rules that all come close to the cost limit',
    spec: object(
      many(20, () => ({
        type: 'array',
        maxItems: 400,
        items: { type: 'integer' },
        ...rule('self.all(x, self.all(y, x + y >= 0))'),
      })),
    ),
    expect: 201,
    objects: [{ spec: () => many(20, () => numbers(400)), expect: 422 }],
  },
  {
    name: 'defaults with expensive rules',
    spec: object(
      many(80, () => ({
        type: 'array',
        maxItems: 400,
        items: { type: 'integer' },
        default: numbers(400),
        ...rule('self.all(x, self.all(y, x + y >= 0))'),
      })),
    ),
    expect: 422,
  },
  {
    name: 'a schema that nests as deep as a body can',
    spec: nested(230, { type: 'string' }),
    expect: 201,
  },
  {
    name: 'defaults that multiply',
    spec: object({
      list: {
        type: 'array',
        items: object(many(50, () => ({ type: 'string', default: 'x'.repeat(100) }))),
      },
    }),
    expect: 201,
    objects: [{ spec: () => ({ list: numbers(45_000).map(() => ({})) }), expect: 413 }],
  },
  {
    name: 'nested alternatives',
    spec: object({
      list: {
        type: 'array',
        items: {
          type: 'integer',
          allOf: numbers(1000).map((index) => ({ anyOf: [{ minimum: index }, { maximum: index - 1 }] })),
        },
      },
    }),
    expect: 201,
    objects: [{ spec: () => ({ list: numbers(90_000) }), expect: 422 }],
  },
  {
    name: 'a set of very many items',
    spec: object({ set: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } } }),
    expect: 201,
    // The server would track an owner of each item.
    objects: [{ spec: () => ({ set: numbers(90_000).map((index) => `i${index}`) }), expect: 413 }],
  },
]

describe('no definition blocks other clients', { skip: loopUnwatchable }, () => {
  let server: HostileServer
  before(async () => {
    server = await HostileServer.start(STOCK)
  })
  after(() => server.stop())

  for (const [index, { name, spec, expect, objects = [] }] of ATTACKS.entries()) {
    test(name, async (context) => {
      const plural = `a${index}s`
      const tell = async (what: string, wanted: number, work: () => Promise<HostileResponse>) => {
        let response: HostileResponse | undefined
        const { busiest, total, peakMemory, gets } = await server.suffer(async () => {
          response = await work()
        })
        const figures = `${what}: ${busiest.toFixed(0)} ms without yielding, ${total.toFixed(0)} ms in all, ${peakMemory.toFixed(0)} MiB, ${gets} gets`
        context.diagnostic(figures)
        assert.equal(response?.status, wanted, response?.beginning)
        assert.ok(server.isRunning, 'the server still runs')
        assert.ok(isWithinLimit(busiest, MAX_WITHOUT_YIELD_MS), figures)
        assert.ok(peakMemory <= MEMORY_LIMIT, figures)
      }
      const post = (path: string, body: string) =>
        server.send({ method: 'POST', path, headers: JSON_BODY, body })
      await tell('definition', expect, () => post(DEFINITIONS, definition(plural, spec)))
      for (const { spec, expect } of objects) {
        const body = { apiVersion: 'example.com/v1', kind: plural, metadata: { name: 'one' }, spec: spec() }
        await tell('object', expect, () => post(`/apis/example.com/v1/${plural}`, JSON.stringify(body)))
      }
      await server.send({ method: 'DELETE', path: `${DEFINITIONS}/${plural}.example.com` })
      // The next test must not measure the rest of this one.
      await pause(50)
    })
  }
})
