import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Json } from '#test/support/client.js'
import { loopUnwatchable } from '#test/support/measure/loop-watch.js'
import { isWithinLimit } from '#test/support/measure/processor-time.js'
import { patched, type Verdict, WebhookServer } from '#test/support/servers/webhook-server.js'
import type { HostileResponse } from '../support/hostile-request.js'
import { HostileServer } from '../support/hostile-server.js'

/** Webhooks that try to exhaust the time of the server on every write. */

/** Maximum time, in milliseconds of processor time, that a write may hold the main thread without yielding. */
const MAX_WITHOUT_YIELD_MS = 100
/** Maximum memory of the process, in MiB. */
const MEMORY_LIMIT = 900
/** Number of other objects on the server. */
const STOCK = 100

const REGISTRATIONS = '/apis/admissionregistration.k8s.io/v1'
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps'
const rules = [{ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['configmaps', 'pods'] }]

const texts = (count: number, name = 'k'): Json =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}${index}`, 'v']))
const add = (path: string, value: unknown): Json => ({ op: 'add', path, value })
const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

interface Attack {
  readonly name: string
  readonly kind?: 'mutating' | 'validating'
  /** The number of webhooks with this response. */
  readonly webhooks?: number
  readonly failurePolicy?: 'Fail' | 'Ignore'
  readonly response?: (index: number) => Json
  /** Sent in place of a response. */
  readonly text?: () => string
  readonly write?: () => { readonly path: string; readonly body: Json }
  readonly expect: number
  readonly message?: RegExp
}

/** A pod with nearly the maximum number of values. */
const largePod = () => ({
  path: '/api/v1/namespaces/default/pods',
  body: {
    metadata: { name: 'victim' },
    spec: {
      containers: [{ name: 'main', image: 'web:1', args: many(90_000, (index) => `argument ${index}`) }],
    },
  },
})

const ATTACKS: readonly Attack[] = [
  {
    name: 'a patch with 90,000 annotations',
    response: () => patched(add('/metadata/annotations', texts(90_000))),
    expect: 500,
    message: /the patch or its result is too large: it has more than/,
  },
  {
    name: 'nine patches with 9,000 annotations each',
    webhooks: 9,
    response: (index) =>
      patched(
        ...(index === 0 ? [add('/metadata/annotations', {})] : []),
        ...many(9000, (each) => add(`/metadata/annotations/w${index}-${each}`, 'v')),
      ),
    expect: 500,
    message: /the patch or its result is too large: it has more than/,
  },
  {
    name: 'a patch with 20,000 operations',
    response: () => patched(...many(20_000, (index) => add(`/data/k${index % 10}`, 'v'))),
    expect: 500,
    message: /The allowed maximum operations in a JSON patch is 10000, got 20000/,
  },
  {
    name: 'a patch with 9,900 operations, which is legal',
    response: () => patched(add('/data', {}), ...many(9900, (index) => add(`/data/k${index}`, 'v'))),
    expect: 201,
  },
  {
    name: '6 MB that are not a patch',
    response: () => ({ patchType: 'JSONPatch', patch: Buffer.alloc(6_000_000, '[').toString('base64') }),
    expect: 500,
    message: /nests more than 500 levels deep/,
  },
  {
    name: 'a large pod that a webhook changes a little',
    response: () => patched(add('/metadata/labels', { a: 'b' })),
    write: largePod,
    expect: 201,
  },
  {
    name: 'a response of 4 million nested lists',
    kind: 'validating',
    text: () => '['.repeat(4_000_000),
    expect: 500,
    message: /failed to call webhook: Post .*: the response nests more than 500 levels deep/,
  },
  {
    name: 'a response of 4 million nested lists, from a webhook with failurePolicy Ignore',
    kind: 'validating',
    failurePolicy: 'Ignore',
    text: () => '['.repeat(4_000_000),
    expect: 201,
  },
  {
    name: 'a response of 30,000 nested lists',
    text: () => `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
    expect: 500,
    message: /the response nests more than 500 levels deep/,
  },
  {
    name: 'a response of 4 million numbers',
    text: () => `[${'1,'.repeat(3_900_000)}1]`,
    expect: 500,
    message: /the response is too large: it has more than 100000 properties/,
  },
  {
    name: 'a response of 500,000 names',
    text: () => JSON.stringify(texts(500_000)),
    expect: 500,
    message: /the response is too large: it has more than/,
  },
  {
    name: 'a response of 9 MB',
    text: () => ' '.repeat(9_000_000),
    expect: 500,
    message: /the response has more than 8388608 bytes/,
  },
  {
    name: 'a denial of 7 million letters',
    kind: 'validating',
    response: () => ({ allowed: false, status: { message: 'x'.repeat(7_000_000) } }),
    expect: 400,
    message: /denied the request: xxx/,
  },
  {
    name: '90,000 warnings',
    kind: 'validating',
    response: () => ({ warnings: many(90_000, (index) => `warning ${index}`) }),
    expect: 201,
  },
  {
    name: '20 webhooks that are called for a large pod',
    kind: 'validating',
    webhooks: 20,
    write: largePod,
    expect: 201,
  },
]

describe('no webhook blocks other clients', { skip: loopUnwatchable }, () => {
  let server: HostileServer
  before(async () => {
    server = await HostileServer.start(STOCK)
  })
  after(() => server.stop())

  for (const attack of ATTACKS) {
    const {
      name,
      kind = 'mutating',
      webhooks = 1,
      failurePolicy = 'Fail',
      response,
      text,
      write,
      expect,
    } = attack
    it(name, async (t) => {
      const hooks = await WebhookServer.start(t)
      const plural = `${REGISTRATIONS}/${kind}webhookconfigurations`
      if (text !== undefined) {
        const content = text()
        hooks.intercept = (request, response) => void request.resume().on('end', () => response.end(content))
      }
      const configuration = {
        metadata: { name: 'hostile' },
        webhooks: many(webhooks, (index) => {
          const verdict: Verdict = () => response?.(index) ?? {}
          return {
            name: `w${index}.example.com`,
            clientConfig: hooks.on(`/w${index}`, verdict),
            sideEffects: 'None',
            admissionReviewVersions: ['v1'],
            timeoutSeconds: 30,
            failurePolicy,
            rules,
          }
        }),
      }
      assert.equal((await server.post(plural, configuration)).status, 201)
      const { path, body } = write?.() ?? { path: CONFIG_MAPS, body: { metadata: { name: 'victim' } } }
      let result: HostileResponse | undefined
      const { busiest, total, peakMemory } = await server.suffer(async () => {
        result = await server.post(`${path}?dryRun=All`, body)
      })
      await server.send({ method: 'DELETE', path: `${plural}/hostile` })
      const figures = `${busiest.toFixed(0)} ms without yielding, ${total.toFixed(0)} ms in all, ${peakMemory.toFixed(0)} MiB`
      t.diagnostic(figures)
      assert.equal(result?.status, expect, result?.beginning)
      if (attack.message !== undefined) assert.match(result?.beginning ?? '', attack.message)
      assert.ok(isWithinLimit(busiest, MAX_WITHOUT_YIELD_MS), figures)
      assert.ok(peakMemory <= MEMORY_LIMIT, figures)
    })
  }
})
