import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { loopUnwatchable } from '../support/measure/loop-watch.js'
import { isWithinLimit } from '../support/measure/processor-time.js'
import { RBAC, type RuleLike, TOKENS } from '../support/servers/access-server.js'
import { temporaryFolder } from '../support/temporary-folder.js'
import type { HostileResponse, PlainRequest } from './support/hostile-request.js'
import { HostileServer } from './support/hostile-server.js'

/** An admin of one namespace writes small roles that grant millions of permissions, some of which the admin has. */

/** Maximum time, in milliseconds of processor time, that a request may hold the main thread without yielding. */
const MAX_WITHOUT_YIELD_MS = 100
const MEMORY_LIMIT = 800
const RESPONSE_LIMIT = 256 * 1024
const STOCK = 100
const PLACE = `${RBAC}/namespaces/one`

const numbered = (text: string, count: number) => Array.from({ length: count }, (_, index) => text + index)
const cube = (size: number): RuleLike => ({
  apiGroups: numbered('g', size),
  resources: numbered('r', size),
  verbs: numbered('v', size),
})
const NAMED: RuleLike = { apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list'] }

/** Rules with half of the values of each list. Every value has its own pattern of rules that contain it. */
const pieces = (factor: number): readonly RuleLike[] =>
  numbered('', 8).map((_, bit) => {
    const half = (texts: readonly string[] = []) => texts.filter((_, index) => ((index * factor) >> bit) & 1)
    const { apiGroups, resources, verbs } = cube(220)
    return { apiGroups: half(apiGroups), resources: half(resources), verbs: half(verbs) }
  })

interface Attack {
  readonly name: string
  readonly rules: readonly RuleLike[]
  /** The rules that the admin grants the user first, each in its own role. */
  readonly held?: readonly (readonly RuleLike[])[]
  readonly expect: number
}

const ATTACKS: readonly Attack[] = [
  { name: '220 groups, resources and verbs that the sender lacks', rules: [cube(220)], expect: 403 },
  {
    name: '220 groups, resources and verbs that the user has',
    rules: [cube(220)],
    held: [[cube(220)]],
    expect: 201,
  },
  {
    name: '220 groups, resources and verbs of which the user lacks only the last',
    rules: [cube(220)],
    held: [
      [
        { ...cube(220), verbs: numbered('v', 219) },
        { ...cube(220), resources: numbered('r', 219) },
      ],
    ],
    expect: 403,
  },
  {
    name: '220 groups, resources and verbs that the user has by many overlapping rules',
    rules: [cube(220)],
    held: [[...pieces(1), ...pieces(3), ...pieces(5)]],
    expect: 403,
  },
  {
    name: '40,000 names of which the user has every second, each by its own rule',
    rules: [{ ...cube(1), resourceNames: numbered('n', 40_000) }],
    held: [numbered('n', 2000).map((_, index) => ({ ...cube(1), resourceNames: [`n${index * 2}`] }))],
    expect: 403,
  },
  {
    name: '1,000 verbs on 1,000 resources under 1,000 names, of a user who may do everything',
    rules: [{ ...cube(1000), apiGroups: [''], resourceNames: numbered('n', 1000) }],
    held: [[{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }]],
    expect: 201,
  },
  {
    name: '9,000 rules about one resource',
    rules: numbered('n', 9000).map((name) => ({ ...NAMED, resourceNames: [name] })),
    held: [[NAMED]],
    expect: 201,
  },
]

const JSON_BODY = { 'content-type': 'application/json' }
const by = (user: string, method: string, path: string, body?: object): PlainRequest => ({
  method,
  path,
  headers: { authorization: `Bearer ${user}`, ...JSON_BODY },
  ...(body && { body: JSON.stringify(body) }),
})
const role = (name: string, rules: readonly RuleLike[]) => ({ metadata: { name }, rules })
const binding = (name: string, kind = 'Role') => ({
  metadata: { name },
  roleRef: { kind, name },
  subjects: [{ kind: 'User', name: 'ann' }],
})

describe('no role stops the server for others', { skip: loopUnwatchable }, () => {
  let server: HostileServer
  let remove: () => Promise<void>

  before(async () => {
    const folder = await temporaryFolder()
    remove = folder.remove
    const tokens = join(folder.path, 'tokens.csv')
    await writeFile(tokens, TOKENS)
    server = await HostileServer.start(STOCK, ['--token-auth-file', tokens], {
      authorization: 'Bearer admin',
    })
  })
  after(async () => {
    await server.stop()
    await remove()
  })

  for (const { name, rules, held = [], expect } of ATTACKS) {
    test(name, async (context) => {
      const made: string[] = []
      const make = async (path: string, body: { readonly metadata: { readonly name: string } }) => {
        const { status, beginning } = await server.send(by('admin', 'POST', path, body))
        assert.equal(status, 201, beginning)
        made.push(`${path}/${body.metadata.name}`)
      }
      const suffer = async (request: PlainRequest, expected: number) => {
        let response: HostileResponse | undefined
        const { busiest, total, peakMemory } = await server.suffer(async () => {
          response = await server.send(request)
        })
        const figures = `${request.method} ${request.path}: ${busiest.toFixed(0)} ms without yielding, ${total.toFixed(0)} ms in all, ${peakMemory.toFixed(0)} MiB`
        context.diagnostic(figures)
        assert.equal(response?.status, expected, response?.beginning)
        assert.ok(
          response.size <= RESPONSE_LIMIT || response.status < 400,
          `a response of ${response.size} bytes`,
        )
        assert.ok(isWithinLimit(busiest, MAX_WITHOUT_YIELD_MS), figures)
        assert.ok(peakMemory <= MEMORY_LIMIT, figures)
      }
      context.after(async () => {
        for (const path of made.reverse()) await server.send(by('admin', 'DELETE', path))
      })
      await make(`${PLACE}/rolebindings`, binding('admin', 'ClusterRole'))
      for (const [index, some] of held.entries()) {
        await make(`${PLACE}/roles`, role(`held${index}`, some))
        await make(`${PLACE}/rolebindings`, binding(`held${index}`))
      }
      made.push(`${PLACE}/roles/bomb`, `${PLACE}/rolebindings/bomb`)
      await suffer(by('ann', 'POST', `${PLACE}/roles`, role('bomb', rules)), expect)
      if (expect === 201) await suffer(by('ann', 'POST', `${PLACE}/rolebindings`, binding('bomb')), 201)
      // The server computes the permissions of the user again.
      await suffer(by('ann', 'GET', '/api/v1/namespaces/one/configmaps/n7'), 404)
      const review = { spec: { namespace: 'one' } }
      await suffer(by('ann', 'POST', '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews', review), 201)
    })
  }
})
