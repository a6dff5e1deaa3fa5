import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Random, testSeed } from '#test/support/random.js'
import { created, RBAC, startAccessServer, type UserClient } from '#test/support/servers/access-server.js'
import { NAMES, NAMESPACES, randomBinding, randomRole, USERS, VERBS } from './random-policy.js'
import {
  type ModelBinding,
  type ModelRequest,
  type ModelRole,
  type ModelUser,
  RbacModel,
} from './rbac-model.js'

/** Every user, with a token that is the user's name. */
const TOKENS = `admin,admin,1,system:masters\n${USERS.map(
  ({ name, groups }) =>
    `"${name}","${name}",x,"${groups.filter((group) => group !== 'system:authenticated').join(',')}"`,
).join('\n')}\n`

/** Paths of permission checks: in a namespace or none. */
const COLLECTIONS = [
  { group: '', resource: 'configmaps', base: '/api/v1' },
  { group: '', resource: 'secrets', base: '/api/v1' },
  { group: 'apps', resource: 'deployments', base: '/apis/apps/v1' },
  { group: 'apps', resource: 'deployments', subresource: 'scale', base: '/apis/apps/v1' },
  { group: 'apps', resource: 'deployments', subresource: 'status', base: '/apis/apps/v1' },
  { group: '', resource: 'pods', subresource: 'log', base: '/api/v1' },
  { group: '', resource: 'pods', subresource: 'eviction', base: '/api/v1' },
  { group: '', resource: 'nodes', base: '/api/v1' },
  { group: '', resource: 'namespaces', base: '/api/v1' },
  { group: 'example.com', resource: 'gadgets', base: '/apis/example.com/v1' },
] as const

const METHODS: Readonly<Record<string, string>> = {
  create: 'POST',
  update: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  deletecollection: 'DELETE',
}
const OF_COLLECTIONS = ['list', 'watch', 'create', 'deletecollection']
const WITHOUT_NAMESPACES = ['nodes', 'namespaces']
const PATCH_TYPES = [
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
  'application/apply-patch+yaml',
]
/** Non-resource paths that are not public. */
const PATHS = ['/metrics', '/logs', '/logs/', '/logs/x', '/a/1/b', '/other']
const PATH_METHODS = ['GET', 'HEAD', 'POST', 'DELETE']

interface Sent {
  readonly method: string
  readonly path: string
  readonly type?: string
  /** Whether the response is a stream. */
  readonly isWatch?: boolean
  readonly isAllowed: (model: RbacModel, user: ModelUser) => boolean
}

const ask = (request: ModelRequest) => (model: RbacModel, user: ModelUser) => model.allows(user, request)

/** One request for each verb on each collection, in each namespace and across them, on each name. */
function* requests(): Generator<Sent> {
  for (const { base, ...target } of COLLECTIONS) {
    const isNamespaced = !WITHOUT_NAMESPACES.includes(target.resource)
    for (const namespace of isNamespaced ? [undefined, ...NAMESPACES] : [undefined]) {
      const place = `${namespace === undefined ? '' : `/namespaces/${namespace}`}/${target.resource}`
      const where = { ...target, ...(namespace && { namespace }) }
      if (!('subresource' in target)) yield* ofCollection(base, place, where)
      yield* ofObjects(base, place, where)
    }
  }
  for (const path of PATHS) {
    for (const method of PATH_METHODS) {
      const verb = method.toLowerCase()
      yield { method, path, isAllowed: (model, user) => model.allowsPath(user, verb, path) }
    }
  }
}

type Where = Omit<ModelRequest, 'verb'>

function* ofCollection(base: string, place: string, where: Where): Generator<Sent> {
  const only = '?fieldSelector=metadata.name%3Da'
  for (const verb of OF_COLLECTIONS) {
    const isAllowed = ask({ ...where, verb })
    const isAllowedByName = ask({ ...where, verb, name: 'a' })
    if (verb === 'list') {
      for (const method of ['GET', 'HEAD']) {
        yield { method, path: base + place, isAllowed }
        yield { method, path: base + place + only, isAllowed: isAllowedByName }
      }
    } else if (verb === 'watch') {
      const rest = { method: 'GET', isWatch: true }
      yield { ...rest, path: `${base}${place}?watch=true`, isAllowed }
      yield { ...rest, path: `${base}${place}${only}&watch=1`, isAllowed: isAllowedByName }
      yield { ...rest, path: `${base}/watch${place}`, isAllowed }
    } else {
      const method = METHODS[verb] as string
      yield { method, path: `${base}${place}?dryRun=All`, isAllowed }
      // A field selector does not set the name of a deletion.
      if (verb === 'deletecollection') {
        yield { method, path: `${base}${place}${only}&dryRun=All`, isAllowed }
      }
    }
  }
}

function* ofObjects(base: string, place: string, where: Where): Generator<Sent> {
  const { subresource, resource } = where
  const verbs = subresource === undefined ? VERBS.filter((verb) => !OF_COLLECTIONS.includes(verb)) : VERBS
  for (const name of resource === 'namespaces' ? [...NAMES, ...NAMESPACES] : NAMES) {
    // A namespace is in itself.
    const home = resource === 'namespaces' ? { namespace: name } : {}
    const path = `${base}${place}/${name}${subresource === undefined ? '' : `/${subresource}`}`
    for (const verb of verbs.filter((verb) => !['list', 'watch', 'deletecollection'].includes(verb))) {
      const isAllowed = ask({ ...where, ...home, name, verb })
      const method = METHODS[verb] ?? 'GET'
      if (verb === 'get') {
        yield { method, path, isAllowed }
        yield { method: 'HEAD', path, isAllowed }
      } else if (verb === 'patch') {
        for (const type of PATCH_TYPES)
          yield { method, type, path: `${path}?dryRun=All&fieldManager=m`, isAllowed }
      } else {
        yield { method, path: `${path}?dryRun=All`, isAllowed }
      }
    }
    if (subresource !== undefined) continue
    const isAllowed = ask({ ...where, ...home, name, verb: 'watch' })
    yield { method: 'GET', isWatch: true, path: `${base}/watch${place}/${name}`, isAllowed }
  }
}

const named = (role: ModelRole) => `${role.kind} ${role.namespace ?? ''} ${role.name}`

/** Stores a random policy in the server, and returns its model. */
async function arrange(random: Random, admin: UserClient): Promise<RbacModel> {
  const model = new RbacModel()
  const roles = new Map<string, ModelRole>()
  for (let count = 0; count < 14; count++) {
    const role = randomRole(random)
    roles.set(named(role), role)
  }
  const bindings = new Map<string, ModelBinding>()
  for (let count = 0; count < 12; count++) {
    const binding = randomBinding(random)
    bindings.set(`${binding.namespace} ${binding.name}`, binding)
  }
  for (const { kind, namespace, name, rules } of roles.values()) {
    const place = kind === 'Role' ? `${RBAC}/namespaces/${namespace}/roles` : `${RBAC}/clusterroles`
    await created(admin.post(place, { metadata: { name }, rules }))
  }
  for (const { namespace, name, role, subjects } of bindings.values()) {
    const place = namespace ? `${RBAC}/namespaces/${namespace}/rolebindings` : `${RBAC}/clusterrolebindings`
    await created(admin.post(place, { metadata: { name }, roleRef: role, subjects }))
  }
  model.roles.push(...roles.values())
  model.bindings.push(...bindings.values())
  return model
}

/** The body is no valid object, so that an allowed request changes nothing. */
function send(
  client: UserClient,
  { method, path, type = 'application/json' }: Sent,
  headers: Record<string, string>,
) {
  const hasBody = ['POST', 'PUT', 'PATCH'].includes(method)
  return client.send(
    method,
    path,
    hasBody ? '[]' : undefined,
    hasBody ? { ...headers, 'content-type': type } : headers,
  )
}

/** Reads only the start of a watch. */
async function begin(client: UserClient, { path }: Sent, headers: Record<string, string>) {
  const { status, body } = await client.open(path, headers)
  await body?.cancel()
  return { status, text: '' }
}

/** An administrator impersonates the user, in one group, because fetch cannot repeat a header. */
function inPlaceOf(user: ModelUser, random: Random): readonly [ModelUser, Record<string, string>] {
  const group = random.pick(['dev', 'ops', 'nobody'])
  const acted = { name: user.name, groups: [group, 'system:authenticated'] }
  return [acted, { 'impersonate-user': user.name, 'impersonate-group': group }]
}

describe('permissions', () => {
  it('equal those of a model, for every user, verb, kind, namespace and name', async (t) => {
    const seed = testSeed()
    const random = new Random(seed)
    const { as } = await startAccessServer(t, {}, TOKENS)
    const admin = as('admin')
    const model = await arrange(random, admin)
    const all = [...requests()]
    const responses = { allowed: 0, refused: 0 }

    const check = async (sender: ModelUser, request: Sent) => {
      const isActed = random.chance(0.3)
      const [user, headers] = isActed ? inPlaceOf(sender, random) : [sender, {}]
      const client = isActed ? admin : as(sender.name)
      const { method, path } = request
      const { status, text } = await (request.isWatch ? begin : send)(client, request, headers)
      const isAllowed = request.isAllowed(model, user)
      const what = `seed ${seed}: ${JSON.stringify(user)} ${method} ${path}: ${status} ${text.slice(0, 300)}`
      assert.ok(status < 500 && status !== 401, what)
      assert.equal(status !== 403, isAllowed, what)
      responses[isAllowed ? 'allowed' : 'refused']++
    }

    const queue = USERS.flatMap((user) => all.map((request) => ({ user, request })))
    await Promise.all(
      Array.from({ length: 32 }, async () => {
        for (let next = queue.pop(); next !== undefined; next = queue.pop())
          await check(next.user, next.request)
      }),
    )
    assert.ok(
      responses.allowed > 100 && responses.refused > 100,
      `${JSON.stringify(responses)}, seed ${seed}`,
    )
  })
})
