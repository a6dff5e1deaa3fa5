import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Random, testSeed } from '../support/random.js'
import { created, grant, RBAC, startAccessServer, type UserClient } from '../support/servers/access-server.js'
import { NAMES, NAMESPACES } from './rbac/random-policy.js'
import {
  type ModelRequest,
  type ModelRole,
  type ModelRule,
  type ModelUser,
  RbacModel,
} from './rbac/rbac-model.js'

/**
 * A server authenticates repeated credentials of a connection once. These tests send everything on one connection, mostly
 * with the same header fields, while permissions change.
 */

const STEPS = 2_000
const TOKENS = 'admin,admin,1,system:masters\nann,ann,2,dev\nben,ben,3,"dev,ops"\n'
const USERS: readonly ModelUser[] = [
  { name: 'ann', groups: ['dev', 'system:authenticated'] },
  { name: 'ben', groups: ['dev', 'ops', 'system:authenticated'] },
]
const TARGETS = [
  { group: '', resource: 'configmaps', base: '/api/v1' },
  { group: '', resource: 'namespaces', base: '/api/v1' },
  { group: 'apps', resource: 'deployments', base: '/apis/apps/v1' },
  { group: 'apps', resource: 'deployments', subresource: 'scale', base: '/apis/apps/v1' },
] as const

interface Read extends ModelRequest {
  readonly method: string
  readonly path: string
}

function randomRule(random: Random): ModelRule {
  const { group, ...target } = random.pick(TARGETS)
  const resource = 'subresource' in target ? `${target.resource}/${target.subresource}` : target.resource
  return {
    verbs: [random.pick(['get', 'get', 'list', '*'])],
    apiGroups: [group],
    resources: [random.chance(0.1) ? '*' : resource],
    ...(random.chance(0.2) && { resourceNames: [random.pick(NAMES)] }),
  }
}

/** The target of a read without the object name. */
interface Place {
  readonly target: (typeof TARGETS)[number]
  readonly home: string
}

const randomPlace = (random: Random): Place => ({
  target: random.pick(TARGETS),
  home: random.pick(NAMESPACES),
})

function randomRead(random: Random, { target: { base, ...target }, home }: Place): Read {
  const method = random.chance(0.1) ? 'HEAD' : 'GET'
  const isNamespace = target.resource === 'namespaces'
  const place = `${base}${isNamespace ? '' : `/namespaces/${home}`}/${target.resource}`
  if (random.chance(0.2) && !('subresource' in target)) {
    return { ...target, method, verb: 'list', path: place, ...(!isNamespace && { namespace: home }) }
  }
  const name = random.pick(isNamespace ? NAMESPACES : NAMES)
  const path = `${place}/${name}${'subresource' in target ? `/${target.subresource}` : ''}`
  return { ...target, method, verb: 'get', path, name, namespace: isNamespace ? name : home }
}

/** Sends everything on one connection. */
function oneConnection(t: TestContext, url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.after(() => agent.destroy())
  const ports = new Set<number | undefined>()
  const send = (method: string, path: string, headers: Record<string, string>) =>
    new Promise<number>((resolve, reject) => {
      const sent = request(url + path, { agent, method, headers }, (response) => {
        ports.add(response.socket.localPort)
        response.resume().on('end', () => resolve(response.statusCode ?? 0))
      })
      sent.on('error', reject).end()
    })
  return { ports, send }
}

/** Roles and cluster roles, each bound to one user or group. Their rules are changed later. */
async function arrange(random: Random, admin: UserClient): Promise<RbacModel> {
  const model = new RbacModel()
  for (const namespace of [undefined, ...NAMESPACES]) {
    for (const [kind, name] of [['User', 'ann'] as const, ['Group', 'ops'] as const]) {
      const role = { kind: namespace === undefined ? 'ClusterRole' : 'Role', name } as const
      const rules = [randomRule(random), randomRule(random)]
      const place = namespace === undefined ? RBAC : `${RBAC}/namespaces/${namespace}`
      const plural = namespace === undefined ? 'clusterrole' : 'role'
      const subjects = [{ kind, name }]
      await created(admin.post(`${place}/${plural}s`, { metadata: { name }, rules }))
      await created(admin.post(`${place}/${plural}bindings`, { metadata: { name }, roleRef: role, subjects }))
      const where = namespace === undefined ? {} : { namespace }
      model.roles.push({ ...role, ...where, rules })
      model.bindings.push({ ...where, name, role, subjects })
    }
  }
  return model
}

async function changeRole(random: Random, admin: UserClient, model: RbacModel): Promise<void> {
  const index = random.below(model.roles.length)
  const role = model.roles[index] as ModelRole
  const { namespace, name } = role
  const rules = random.chance(0.2) ? [] : [randomRule(random), randomRule(random)]
  const place = namespace === undefined ? `${RBAC}/clusterroles` : `${RBAC}/namespaces/${namespace}/roles`
  const { status, text } = await admin.put(`${place}/${name}`, { metadata: { name }, rules })
  assert.equal(status, 200, text)
  model.roles[index] = { ...role, rules }
}

describe('requests on one connection', () => {
  it('are authorized by the current permissions of their user', async (t) => {
    const seed = testSeed()
    const random = new Random(seed)
    const { as, server } = await startAccessServer(t, {}, TOKENS)
    const admin = as('admin')
    const model = await arrange(random, admin)
    const { ports, send } = oneConnection(t, server.url)
    const responses = { allowed: 0, refused: 0 }
    let user = random.pick(USERS)
    let place = randomPlace(random)
    let isActed = false
    for (let step = 0; step < STEPS; step++) {
      // Usually one property changes, or only the name.
      if (random.chance(0.1)) await changeRole(random, admin, model)
      if (random.chance(0.05)) user = random.pick(USERS)
      if (random.chance(0.05)) isActed = !isActed
      if (random.chance(0.3)) place = { ...place, home: random.pick(NAMESPACES) }
      else if (random.chance(0.4)) place = { ...place, target: random.pick(TARGETS) }
      const read = randomRead(random, place)
      // Either an administrator impersonates the user, or the user sends the request.
      const sender: ModelUser = isActed ? { name: user.name, groups: ['system:authenticated'] } : user
      const headers: Record<string, string> = isActed
        ? { authorization: 'Bearer admin', 'impersonate-user': user.name }
        : { authorization: `Bearer ${user.name}` }
      const status = await send(read.method, read.path, headers)
      const isAllowed = model.allows(sender, read)
      const what: string = `seed ${seed}, step ${step}: ${JSON.stringify(sender)} ${read.method} ${read.path}: ${status}`
      assert.ok(status < 500 && status !== 401, what)
      assert.equal(status !== 403, isAllowed, what)
      responses[isAllowed ? 'allowed' : 'refused']++
    }
    assert.equal(ports.size, 1)
    assert.ok(responses.allowed > 50 && responses.refused > 50, `${JSON.stringify(responses)}, seed ${seed}`)
  })

  it('need a permission on the object that they name', async (t) => {
    const { as, server } = await startAccessServer(t, {}, TOKENS)
    const get = (apiGroups: string, resources: string, ...resourceNames: string[]) => ({
      apiGroups: [apiGroups],
      resources: [resources],
      verbs: ['get'],
      ...(resourceNames.length > 0 && { resourceNames }),
    })
    const rules = [
      get('', 'configmaps'),
      get('', 'secrets', 'a', ''),
      get('apps', 'deployments'),
      get('apps', 'statefulsets/scale'),
      get('', 'namespaces'),
    ]
    await grant(as('admin'), 'one', 'reader', rules, 'ann')
    const { send } = oneConnection(t, server.url)
    const isAllowed = async (path: string) =>
      (await send('GET', path, { authorization: 'Bearer ann' })) !== 403
    const [core, apps] = ['/api/v1/namespaces', '/apis/apps/v1/namespaces']
    const cases = [
      [`${core}/one/configmaps/a`, `${core}/one/secrets/b`],
      [`${core}/one/configmaps/a`, `${core}/one/configmaps`],
      [`${core}/one/configmaps/a`, `${core}/one/configmaps?watch=1&timeoutSeconds=1`],
      [`${core}/one/configmaps/a`, `/api/v1/watch/namespaces/one/configmaps/a?timeoutSeconds=1`],
      [`${core}/one/configmaps/a`, `${core}/two/configmaps/a`],
      [`${core}/one/secrets/a`, `${core}/one/secrets/b`],
      [`${apps}/one/deployments/a`, `${apps}/one/deployments/a/scale`],
      [`${apps}/one/deployments/a`, `${apps}/one/deployments/a/status`],
      [`${apps}/one/statefulsets/a/scale`, `${apps}/one/statefulsets/a`],
      [`${core}/one`, `${core}/two`],
    ] as const
    for (const [allowed, refused] of cases) {
      const found: boolean[] = []
      for (const path of [allowed, allowed, refused, allowed, refused]) found.push(await isAllowed(path))
      assert.deepEqual(found, [true, true, false, true, false], `${allowed} and ${refused}`)
    }
  })

  it('need a write permission to write, even with the same header fields', async (t) => {
    const { as, server } = await startAccessServer(t, {}, TOKENS)
    await grant(
      as('admin'),
      'one',
      'reader',
      [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get'] }],
      'ann',
    )
    const { ports, send } = oneConnection(t, server.url)
    // Every request declares an empty body, so that the header fields are the same.
    const headers = { authorization: 'Bearer ann', 'content-length': '0' }
    for (const method of ['DELETE', 'PUT', 'PATCH', 'DELETE']) {
      assert.equal(await send('GET', '/api/v1/namespaces/one/configmaps/a', headers), 404)
      assert.equal(await send(method, '/api/v1/namespaces/one/configmaps/a', headers), 403, method)
    }
    assert.equal(ports.size, 1)
  })

  it('are authenticated by the current tokens, even with the same header fields', async (t) => {
    const { server, setTokens } = await startAccessServer(t, {}, TOKENS)
    const { send } = oneConnection(t, server.url)
    const read = () => send('GET', '/api/v1/namespaces/one/configmaps/a', { authorization: 'Bearer admin' })
    const becomes = async (code: number, before: number) => {
      for (let round = 0; round < 500; round++) {
        const found = await read()
        if (found === code) return
        assert.equal(found, before)
        await sleep(20)
      }
      assert.equal(await read(), code)
    }
    assert.equal(await read(), 404)
    await setTokens('admin,ann,2\n')
    await becomes(403, 404)
    await setTokens('ann,ann,2\n')
    await becomes(401, 403)
    await setTokens(TOKENS)
    await becomes(404, 401)
  })
})
