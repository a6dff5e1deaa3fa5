import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { created, RBAC, startAccessServer, type UserClient } from '../support/access-server.js'
import { Random, testSeed } from '../support/random.js'
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

/** Where rights are asked for: paths below a namespace or below none. */
const COLLECTIONS = [
  { group: '', resource: 'configmaps', base: '/api/v1' },
  { group: '', resource: 'secrets', base: '/api/v1' },
  { group: 'apps', resource: 'deployments', base: '/apis/apps/v1' },
  { group: 'apps', resource: 'deployments', subresource: 'scale', base: '/apis/apps/v1' },
  { group: '', resource: 'nodes', base: '/api/v1' },
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

interface Sent extends ModelRequest {
  readonly method: string
  readonly path: string
}

/** One request for each verb on each collection, in each namespace and across them, on each name. */
function* requests(): Generator<Sent> {
  for (const { base, ...target } of COLLECTIONS) {
    for (const namespace of target.resource === 'nodes' ? [undefined] : [undefined, ...NAMESPACES]) {
      const place = `${base}${namespace === undefined ? '' : `/namespaces/${namespace}`}/${target.resource}`
      const where = { ...target, ...(namespace && { namespace }) }
      const subresource = 'subresource' in target ? `/${target.subresource}` : ''
      for (const verb of VERBS) {
        const method = METHODS[verb] ?? 'GET'
        const dryRun = method === 'GET' ? '' : '?dryRun=All'
        if (!OF_COLLECTIONS.includes(verb)) {
          for (const name of NAMES)
            yield { ...where, name, verb, method, path: `${place}/${name}${subresource}${dryRun}` }
        } else if (subresource === '') {
          const query = verb === 'watch' ? '?watch=true' : dryRun
          yield { ...where, verb, method, path: place + query }
          if (verb === 'list') {
            yield { ...where, verb, method, name: 'a', path: `${place}?fieldSelector=metadata.name%3Da` }
          }
        }
      }
    }
  }
}

const named = (role: ModelRole) => `${role.kind} ${role.namespace ?? ''} ${role.name}`

/** Has the server store a random policy, and returns the same as a model. */
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

/** What is sent is no object of any kind: a request that is let through changes nothing. */
function send(client: UserClient, { method, path }: Sent) {
  const body = method === 'GET' || method === 'DELETE' ? undefined : '[]'
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
  return client.send(method, path, body, { 'content-type': type })
}

/** The beginning of a watch is enough. */
async function begin(client: UserClient, path: string) {
  const { status, body } = await client.open(path)
  await body?.cancel()
  return { status, text: '' }
}

describe('rights', () => {
  it('are those of a model, for every user, verb, kind, namespace and name', async (t) => {
    const seed = testSeed()
    const random = new Random(seed)
    const { as } = await startAccessServer(t, {}, TOKENS)
    const admin = as('admin')
    const model = await arrange(random, admin)
    const all = [...requests()]
    const answers = { allowed: 0, refused: 0 }

    const check = async (user: ModelUser, request: Sent) => {
      const { path } = request
      const { status, text } =
        request.verb === 'watch' ? await begin(as(user.name), path) : await send(as(user.name), request)
      const isAllowed = model.allows(user, request)
      const what = `seed ${seed}: ${user.name} ${request.verb} ${path}: ${status} ${text.slice(0, 300)}`
      assert.ok(status < 500 && status !== 401, what)
      assert.equal(status !== 403, isAllowed, what)
      answers[isAllowed ? 'allowed' : 'refused']++
    }

    const queue = USERS.flatMap((user) => all.map((request) => ({ user, request })))
    await Promise.all(
      Array.from({ length: 32 }, async () => {
        for (let next = queue.pop(); next !== undefined; next = queue.pop())
          await check(next.user, next.request)
      }),
    )
    assert.ok(answers.allowed > 100 && answers.refused > 100, `${JSON.stringify(answers)}, seed ${seed}`)
  })
})
