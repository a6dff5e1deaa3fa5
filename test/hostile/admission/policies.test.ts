import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Json } from '#test/support/client.js'
import { loopUnwatchable } from '#test/support/measure/loop-watch.js'
import { isWithinLimit } from '#test/support/measure/processor-time.js'
import type { HostileResponse } from '../support/hostile-request.js'
import { HostileServer } from '../support/hostile-server.js'

/** Policies with expressions of the maximum cost, which every write pays for. */

/** Maximum time, in milliseconds of processor time, that a write may hold the main thread without yielding. */
const MAX_WITHOUT_YIELD_MS = 100
/** Number of other objects on the server. */
const STOCK = 100

const REGISTRATIONS = '/apis/admissionregistration.k8s.io/v1'
const POLICIES = `${REGISTRATIONS}/validatingadmissionpolicies`
const BINDINGS = `${REGISTRATIONS}/validatingadmissionpolicybindings`
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps'
const matchConstraints = {
  resourceRules: [{ operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
}

/** Compares 300 names with each other, which takes most of the cost limit of an expression. */
const NAMES = 300
const EXPENSIVE = 'object.data.all(one, object.data.all(other, one != "x" || other != "x"))'
const data = Object.fromEntries(Array.from({ length: NAMES }, (_, index) => [`name-${index}`, 'v']))

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

interface Attack {
  readonly name: string
  readonly policies?: number
  readonly spec: () => Json
  readonly expect: number
  readonly message?: RegExp
}

const ATTACKS: readonly Attack[] = [
  {
    name: '60 expensive validations',
    spec: () => ({ validations: many(60, () => ({ expression: EXPENSIVE })) }),
    expect: 422,
    message: /denied request: validation failed due to running out of cost budget/,
  },
  {
    name: '8 policies with an expensive validation each',
    policies: 8,
    spec: () => ({ validations: [{ expression: EXPENSIVE }] }),
    expect: 201,
  },
  {
    name: 'nine expensive variables in one expression',
    spec: () => ({
      variables: many(9, (index) => ({ name: `v${index}`, expression: EXPENSIVE })),
      validations: [{ expression: many(9, (index) => `variables.v${index}`).join(' && ') }],
    }),
    expect: 201,
  },
  {
    name: 'variables that need each other, all of them expensive',
    spec: () => ({
      variables: many(9, (index) => ({
        name: `v${index}`,
        expression: index === 0 ? EXPENSIVE : `variables.v${index - 1} && ${EXPENSIVE}`,
      })),
      validations: [{ expression: 'variables.v8' }],
    }),
    expect: 201,
  },
  {
    name: 'expensive messages of validations that fail',
    spec: () => ({
      validations: many(9, () => ({ expression: 'false', messageExpression: `${EXPENSIVE} ? "yes" : "no"` })),
    }),
    expect: 422,
    message: /denied request: yes/,
  },
  {
    name: '60 expensive messages',
    spec: () => ({
      validations: many(60, () => ({
        expression: 'false',
        messageExpression: `${EXPENSIVE} ? "yes" : "no"`,
      })),
    }),
    expect: 422,
    message: /denied request: failed messageExpression: validation failed due to running out of cost budget/,
  },
  {
    name: '60 expensive variables',
    spec: () => ({
      variables: many(60, (index) => ({ name: `v${index}`, expression: EXPENSIVE })),
      validations: [{ expression: many(60, (index) => `variables.v${index}`).join(' && ') }],
    }),
    expect: 422,
    message: /denied request: validation failed due to running out of cost budget/,
  },
  {
    name: 'expensive annotations',
    spec: () => ({
      auditAnnotations: many(9, (index) => ({
        key: `key-${index}`,
        valueExpression: `${EXPENSIVE} ? "yes" : "no"`,
      })),
    }),
    expect: 201,
  },
  {
    name: 'expensive conditions',
    policies: 8,
    spec: () => ({
      matchConditions: many(2, (index) => ({ name: `c${index}`, expression: EXPENSIVE })),
      validations: [{ expression: 'true' }],
    }),
    expect: 201,
  },
]

/** Objects with too many or too long expressions to compile. */
const TOO_LONG: readonly (readonly [name: string, path: string, object: () => Json])[] = [
  [
    'a policy with 9,000 variables',
    POLICIES,
    () => ({
      spec: {
        matchConstraints,
        variables: many(9000, (index) => ({ name: `v${index}`, expression: `"the value ${index}"` })),
        validations: [{ expression: 'true' }],
      },
    }),
  ],
  [
    'a policy with 2,000 long validations',
    POLICIES,
    () => ({
      spec: {
        matchConstraints,
        validations: many(2000, () => ({
          expression: many(20, (index) => `object.metadata.name != "${index}"`).join(' && '),
        })),
      },
    }),
  ],
  [
    '500 webhooks with conditions',
    `${REGISTRATIONS}/validatingwebhookconfigurations`,
    () => ({
      webhooks: many(500, (webhook) => ({
        name: `w${webhook}.example.com`,
        clientConfig: { url: 'https://127.0.0.1/' },
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
        rules: matchConstraints.resourceRules,
        matchConditions: many(20, (index) => ({
          name: `c${index}`,
          expression: `object.metadata.name != "${index}"`,
        })),
      })),
    }),
  ],
]

describe('no policy blocks other clients', { skip: loopUnwatchable }, () => {
  let server: HostileServer
  before(async () => {
    server = await HostileServer.start(STOCK)
  })
  after(() => server.stop())

  for (const [name, path, object] of TOO_LONG) {
    it(`rejects ${name}`, async () => {
      const body = { metadata: { name: 'hostile' }, ...object() }
      let response: HostileResponse | undefined
      const { busiest } = await server.suffer(async () => {
        response = await server.post(`${path}?dryRun=All`, body)
      })
      assert.equal(response?.status, 422, response?.beginning)
      assert.match(response?.beginning ?? '', /all expressions together may have at most 131072 characters/)
      assert.ok(isWithinLimit(busiest, MAX_WITHOUT_YIELD_MS), `${busiest} ms without yielding`)
    })
  }

  for (const { name, policies = 1, spec, expect, message } of ATTACKS) {
    it(name, async (t) => {
      const names = many(policies, (index) => `hostile-${index}`)
      for (const policy of names) {
        const made = await server.post(POLICIES, {
          metadata: { name: policy },
          spec: { matchConstraints, ...spec() },
        })
        assert.equal(made.status, 201, made.beginning)
        const binding = { policyName: policy, validationActions: ['Deny'] }
        assert.equal((await server.post(BINDINGS, { metadata: { name: policy }, spec: binding })).status, 201)
      }
      let response: HostileResponse | undefined
      const { busiest, total } = await server.suffer(async () => {
        response = await server.post(`${CONFIG_MAPS}?dryRun=All`, { metadata: { name: 'victim' }, data })
      })
      for (const policy of names) {
        await server.send({ method: 'DELETE', path: `${BINDINGS}/${policy}` })
        await server.send({ method: 'DELETE', path: `${POLICIES}/${policy}` })
      }
      const figures = `${busiest.toFixed(0)} ms without yielding, ${total.toFixed(0)} ms in all`
      t.diagnostic(figures)
      assert.equal(response?.status, expect, response?.beginning)
      if (message !== undefined) assert.match(response?.beginning ?? '', message)
      assert.ok(isWithinLimit(busiest, MAX_WITHOUT_YIELD_MS), figures)
    })
  }
})
