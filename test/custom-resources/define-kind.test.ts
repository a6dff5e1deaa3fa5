import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import Type from 'typebox'
import { z } from 'zod'
import { type CustomKind, createServer, defineKind, KindError, type ObjectOf, StartError } from '#index.js'
import { startTestServer } from '#testing.js'
import { Client } from '../support/client.js'
import { temporaryFolder } from '../support/temporary-folder.js'

/** Does not compile if the two types differ. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const same = <A, B>(isSame: Same<A, B>): void => assert.ok(isSame)

const NAMES = { group: 'fleet.example.com', kind: 'Ship', shortNames: ['sh'] } as const
const MORE = {
  columns: [{ name: 'Port', path: '.spec.port' }],
  selectableFields: ['.spec.port'],
  scale: { replicas: '.spec.boats', statusReplicas: '.status.boats' },
} as const

/** The same kind, described three times. */
const plain = defineKind({
  ...NAMES,
  versions: {
    v1: {
      ...MORE,
      schema: {
        type: 'object',
        required: ['spec'],
        properties: {
          spec: {
            type: 'object',
            required: ['port', 'class'],
            properties: {
              port: { type: 'string', minLength: 1 },
              class: { enum: ['cargo', 'ferry'] },
              boats: { type: 'integer', minimum: 0, default: 2 },
              tags: { type: 'object', additionalProperties: { type: 'string' } },
            },
            'x-kubernetes-validations': [
              { rule: "self.class != 'cargo' || self.boats < 5", message: 'too many' },
            ],
          },
          status: { type: 'object', properties: { boats: { type: 'integer' } } },
        },
      },
    },
  },
})

const withTypeBox = defineKind({
  ...NAMES,
  versions: {
    v1: {
      ...MORE,
      schema: Type.Object({
        spec: Type.Object(
          {
            port: Type.String({ minLength: 1 }),
            class: Type.Union([Type.Literal('cargo'), Type.Literal('ferry')]),
            boats: Type.Optional(Type.Integer({ minimum: 0, default: 2 })),
            tags: Type.Optional(Type.Record(Type.String(), Type.String())),
          },
          {
            'x-kubernetes-validations': [
              { rule: "self.class != 'cargo' || self.boats < 5", message: 'too many' },
            ],
          },
        ),
        status: Type.Optional(Type.Object({ boats: Type.Optional(Type.Integer()) })),
      }),
    },
  },
})

const withZod = defineKind({
  ...NAMES,
  versions: {
    v1: {
      ...MORE,
      schema: z.object({
        spec: z
          .object({
            port: z.string().min(1),
            class: z.enum(['cargo', 'ferry']),
            boats: z.number().int().min(0).default(2),
            tags: z.record(z.string(), z.string()).optional(),
          })
          .meta({
            'x-kubernetes-validations': [
              { rule: "self.class != 'cargo' || self.boats < 5", message: 'too many' },
            ],
          }),
        status: z.object({ boats: z.number().int().optional() }).optional(),
      }),
    },
  },
})

type PlainSpec = ObjectOf<typeof plain>['spec']
type TypeBoxSpec = ObjectOf<typeof withTypeBox, 'v1'>['spec']
type ZodSpec = ObjectOf<typeof withZod>['spec']
interface Given {
  port: string
  class: 'cargo' | 'ferry'
  boats?: number | undefined
  tags?: Record<string, string> | undefined
}

describe('a kind of defineKind', () => {
  it('is typed by its schema', () => {
    same<PlainSpec, { [K in keyof Given]: Given[K] }>(true)
    same<TypeBoxSpec['class'], 'cargo' | 'ferry'>(true)
    same<TypeBoxSpec['boats'], number | undefined>(true)
    same<ZodSpec['boats'], number>(true)
    // Schemas of older TypeBox releases carry their own type.
    const marked = { type: 'object' } as { type: 'object'; static: { spec: { port: string } } }
    const older = defineKind({ ...NAMES, versions: { v1: { schema: marked } } })
    same<ObjectOf<typeof older>['spec'], { port: string }>(true)
    same<ObjectOf<typeof plain>['apiVersion'], 'fleet.example.com/v1'>(true)
    // @ts-expect-error: there is no such class.
    plain.object('v1', { metadata: { name: 'a' }, spec: { port: 'Kiel', class: 'boat' } })
    // @ts-expect-error: there is no such version.
    plain.path('v2')
  })

  const SHIP = { metadata: { name: 'sun' }, spec: { port: 'Kiel', class: 'ferry' } } as const
  for (const [how, kind, ship] of [
    ['in JSON Schema', plain, plain.object('v1', SHIP)],
    ['with TypeBox', withTypeBox, withTypeBox.object('v1', SHIP)],
    ['with Zod', withZod, withZod.object('v1', SHIP)],
  ] as const) {
    it(`is served when it is described ${how}`, async (t) => {
      const server = await startTestServer({ kinds: [kind] })
      t.after(() => server.close())
      const client = new Client(server.url)
      await client.post('/api/v1/namespaces', { metadata: { name: 'sea' } })
      const created = await client.post(kind.path('v1', 'sea'), ship)
      assert.equal(created.status, 201, created.text)
      assert.equal(created.body.spec.boats, 2)
      const wrong = await client.post(kind.path('v1', 'sea'), {
        ...ship,
        metadata: { name: 'wrong' },
        spec: { port: '', class: 'cargo', boats: 7 },
      })
      assert.equal(wrong.status, 422)
      assert.match(wrong.body.message, /spec\.port in body should be at least 1 chars long/)
      assert.match(wrong.body.message, /spec: Invalid value: .*too many/)
      const path = kind.path('v1', 'sea', 'sun')
      const headers = { 'content-type': 'application/merge-patch+json' }
      assert.equal(
        (await client.send('PATCH', `${path}/status`, { status: { boats: 1 } }, headers)).status,
        200,
      )
      assert.equal((await client.get(`${path}/scale`)).body.spec.replicas, 2)
      const some = await client.get(`${kind.path('v1', 'sea')}?fieldSelector=spec.port%3DRostock`)
      assert.deepEqual(some.body.items, [])
    })
  }

  it('is updated from the program after a restart', async (t) => {
    const folder = await temporaryFolder()
    t.after(() => folder.remove())
    const start = (kinds: readonly CustomKind[]) =>
      createServer({ dataDir: folder.path, port: 0, logLevel: 'silent', kinds })
    const first = await start([plain])
    await new Client(first.url).post('/api/v1/namespaces', { metadata: { name: 'sea' } })
    await new Client(first.url).post(plain.path('v1', 'sea'), plain.object('v1', SHIP))
    await first.close()

    const changed = defineKind({ ...plain.description, shortNames: ['vessel'] })
    const second = await start([changed])
    const client = new Client(second.url)
    assert.equal((await client.get(changed.path('v1', 'sea', 'sun'))).body.spec.port, 'Kiel')
    const { resources } = (await client.get('/apis/fleet.example.com/v1')).body
    assert.deepEqual(resources[0].shortNames, ['vessel'])
    await second.close()

    const elsewhere = defineKind({ ...plain.description, scope: 'Cluster' })
    await assert.rejects(start([elsewhere]), {
      name: 'StartError',
      message: /spec\.scope.*field is immutable/,
    })
  })

  it('is rejected before the server starts if it has no valid definition', async () => {
    const described = (schema: Readonly<Record<string, unknown>>) =>
      defineKind({ ...NAMES, versions: { v1: { schema } } })
    assert.throws(
      () => described({ type: 'object', properties: { spec: { type: ['string', 'boolean'] } } }),
      (error) =>
        error instanceof KindError &&
        error.message ===
          'Ship.fleet.example.com v1: spec: a structural schema cannot allow one of string, boolean',
    )
    const rejects = (kinds: readonly CustomKind[], message: RegExp) =>
      assert.rejects(
        startTestServer({ kinds }),
        (error) => error instanceof StartError && message.test(error.message),
      )
    await rejects(
      [described({ type: 'object', properties: { a: { type: 'string', pattern: '(' } } })],
      /^kinds: ships\.fleet\.example\.com: .*pattern/,
    )
    const rule = { 'x-kubernetes-validations': [{ rule: 'self.b' }] }
    await rejects(
      [described({ type: 'object', properties: { a: { type: 'object', properties: {}, ...rule } } })],
      /undefined field 'b'/,
    )
    await rejects([plain, withZod], /^kinds: ships\.fleet\.example\.com is there twice/)
    await rejects([defineKind({ ...plain.description, kind: 'ship of war' })], /spec\.names\.kind/)
    // @ts-expect-error: a kind is made with defineKind.
    await rejects([{ group: 'a' }], /^kinds: expected a list of kinds that were made with defineKind, got /)
  })
})
