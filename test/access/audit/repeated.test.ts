import assert from 'node:assert/strict'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { describe, it, type TestContext } from 'node:test'
import type { Json } from '#test/support/client.js'
import { Random, testSeed } from '#test/support/random.js'
import { created, RBAC, type UserClient } from '#test/support/servers/access-server.js'
import { policy, startAuditedServer } from '#test/support/servers/audited-server.js'

/**
 * Repeats a few requests on a few connections, while permissions and objects change. Compares each event with its request.
 */

const STEPS = 1_500
const CONNECTIONS = 3

const POLICY = policy(
  {
    level: 'None',
    verbs: ['get'],
    resources: [{ group: '', resources: ['configmaps'], resourceNames: ['c'] }],
  },
  { level: 'RequestResponse', namespaces: ['two'] },
  { level: 'Metadata' },
)

interface Asked {
  readonly method: 'GET' | 'HEAD' | 'DELETE'
  readonly user: 'admin' | 'ann'
  readonly namespace: 'one' | 'two'
  /** Undefined for a list. */
  readonly name: 'a' | 'b' | 'c' | undefined
  readonly agent: string | undefined
  readonly forwarded: string | undefined
  /** The Audit-Id of the client. */
  readonly id: string | undefined
}

interface AuditedResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

function randomRequest(random: Random): Asked {
  return {
    user: random.pick(['admin', 'ann', 'ann'] as const),
    method: random.pick(['GET', 'GET', 'GET', 'HEAD', 'DELETE'] as const),
    namespace: random.pick(['one', 'two'] as const),
    name: random.pick(['a', 'a', 'b', 'c', undefined] as const),
    agent: random.pick(['curl/8', 'kubectl "x"', undefined]),
    forwarded: random.chance(0.1) ? '10.0.0.1' : undefined,
    id: random.chance(0.1) ? 'the "same"' : undefined,
  }
}

/** Differs from the previous request in one property. */
function varied(random: Random, before: Asked): Asked {
  const other = randomRequest(random)
  const key = random.pick(Object.keys(other) as (keyof Asked)[])
  return { ...before, [key]: other[key] }
}

const pathOf = ({ namespace, name }: Asked) =>
  `/api/v1/namespaces/${namespace}/configmaps${name === undefined ? '' : `/${name}`}`

function sendOn(connection: Agent, url: string, asked: Asked): Promise<AuditedResponse> {
  const { agent, forwarded, id } = asked
  const headers = {
    authorization: `Bearer ${asked.user}`,
    ...(agent !== undefined && { 'user-agent': agent }),
    ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }),
    ...(id !== undefined && { 'audit-id': id }),
  }
  return new Promise((resolve, reject) => {
    const sent = request(
      url + pathOf(asked),
      { method: asked.method, agent: connection, headers },
      (response) => {
        let text = ''
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        )
      },
    )
    sent.on('error', reject)
    sent.end()
  })
}

/** The fields that both events of a request share. */
const commonOf = ({ method, user, namespace, name, agent, forwarded }: Asked, path: string): Json => ({
  requestURI: path,
  verb: verbOf(method, name),
  user: user === 'admin' ? ADMIN : ANN,
  sourceIPs: forwarded === undefined ? ['127.0.0.1'] : [forwarded, '127.0.0.1'],
  ...(agent !== undefined && { userAgent: agent }),
  objectRef: { resource: 'configmaps', namespace, ...(name && { name }), apiVersion: 'v1' },
})

const ADMIN = { username: 'admin', uid: '1', groups: ['system:masters', 'system:authenticated'] }
const ANN = { username: 'ann', uid: '2', groups: ['dev', 'system:authenticated'] }

function verbOf(method: string, name: string | undefined): string {
  if (method === 'DELETE') return name === undefined ? 'deletecollection' : 'delete'
  return name === undefined ? 'list' : 'get'
}

const isSilent = ({ method, name }: Asked) => method !== 'DELETE' && name === 'c'

function checkEvents(
  events: readonly Json[],
  asked: Asked,
  response: AuditedResponse,
  binding: string | undefined,
) {
  const [received, complete] = events
  assert.deepEqual(
    events.map(({ stage }) => stage),
    ['RequestReceived', 'ResponseComplete'],
  )
  const common = commonOf(asked, pathOf(asked))
  for (const event of [received, complete]) {
    const { objectRef, requestURI, verb, user, sourceIPs, userAgent } = event
    assert.deepEqual(
      { requestURI, verb, user, sourceIPs, ...(userAgent && { userAgent }), objectRef },
      common,
    )
    assert.equal(event.level, asked.namespace === 'two' ? 'RequestResponse' : 'Metadata')
    assert.equal(event.requestReceivedTimestamp, received.stageTimestamp)
    assert.match(event.stageTimestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
  }
  assert.ok(complete.stageTimestamp >= received.stageTimestamp)
  assert.equal(complete.responseStatus.code, response.status)
  if (response.text !== '') {
    const { kind, message } = JSON.parse(response.text)
    assert.equal(complete.responseStatus.message, kind === 'Status' ? message : undefined)
  }
  const hasResponse = asked.namespace === 'two' && asked.method !== 'HEAD'
  if (hasResponse) assert.deepEqual(complete.responseObject, JSON.parse(response.text))
  const isGiven = asked.name === 'a' && asked.method !== 'DELETE' && binding !== undefined
  const isAllowed = asked.user === 'admin' || isGiven
  const { annotations } = complete
  assert.equal(annotations['authorization.k8s.io/decision'], isAllowed ? 'allow' : 'forbid')
  if (isAllowed && asked.user === 'ann') {
    assert.match(annotations['authorization.k8s.io/reason'], new RegExp(`"${binding}/`))
  }
  assert.equal(received.annotations, undefined)
}

/** Lets `ann` get the object `a`, by one binding with this name. */
async function bind(admin: UserClient, name: string | undefined, before: string | undefined): Promise<void> {
  for (const namespace of ['one', 'two']) {
    const bindings = `${RBAC}/namespaces/${namespace}/rolebindings`
    if (before !== undefined) assert.equal((await admin.delete(`${bindings}/${before}`)).status, 200)
    if (name === undefined) continue
    const subjects = [{ kind: 'User', name: 'ann' }]
    const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'reader' }
    await created(admin.post(bindings, { metadata: { name }, roleRef, subjects }))
  }
}

async function prepare(t: TestContext) {
  const audited = await startAuditedServer(t, POLICY)
  const admin = audited.as('admin')
  const rules = [{ verbs: ['get'], apiGroups: [''], resources: ['configmaps'], resourceNames: ['a'] }]
  for (const namespace of ['one', 'two']) {
    await created(
      admin.post(`${RBAC}/namespaces/${namespace}/roles`, { metadata: { name: 'reader' }, rules }),
    )
  }
  const connections = Array.from({ length: CONNECTIONS }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
  t.after(() => {
    for (const connection of connections) connection.destroy()
  })
  return { ...audited, admin, connections }
}

describe('audit events of repeated requests', () => {
  it('name each request, its user and its response', async (t) => {
    const seed = testSeed()
    const random = new Random(seed)
    const { server, events, admin, connections } = await prepare(t)
    const [unusual, ...usual] = connections as [Agent, ...Agent[]]
    const made: { asked: Asked; response: AuditedResponse; binding: string | undefined }[] = []
    let asked = randomRequest(random)
    let binding: string | undefined
    for (let step = 0; step < STEPS; step++) {
      if (random.chance(0.02)) {
        const next = random.pick(['first', 'second', undefined])
        await bind(admin, next, binding)
        binding = next
      }
      if (random.chance(0.1)) {
        const maps = `/api/v1/namespaces/${random.pick(['one', 'two'])}/configmaps`
        await admin.post(maps, { metadata: { name: random.pick(['a', 'b']) } })
      }
      if (random.chance(0.4)) asked = random.chance(0.7) ? varied(random, asked) : randomRequest(random)
      // After an unusual request, a connection stays on the fallback path.
      const connection = asked.method === 'HEAD' ? unusual : random.pick(usual)
      const response = await sendOn(connection, server.url, asked)
      made.push({ asked, response, binding })
    }
    await server.close()
    const byId = new Map<string, Json[]>()
    for (const event of events) byId.set(event.auditID, [...(byId.get(event.auditID) ?? []), event])
    for (const [step, { asked, response, binding }] of made.entries()) {
      const id = response.headers['audit-id'] as string
      const found = byId.get(id) ?? []
      try {
        if (asked.id !== undefined) assert.equal(id, asked.id)
        if (isSilent(asked)) {
          if (asked.id === undefined) assert.deepEqual(found, [])
        } else checkEvents(asked.id === undefined ? found : found.splice(0, 2), asked, response, binding)
      } catch (error) {
        const what = `seed ${seed}, step ${step}: ${JSON.stringify(asked)}\n${JSON.stringify(found, null, 1)}`
        throw new Error(what, { cause: error })
      }
    }
  })
})
