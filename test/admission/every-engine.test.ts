import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import type { Json } from '../support/client.js'
import { onEveryEngine } from '../support/server.js'
import { patched, WebhookServer } from '../support/servers/webhook-server.js'
import { expectStatus, GROUP, MUTATING, rule, VALIDATING, webhook } from './webhook-host.js'

const MERGE = { 'content-type': 'application/merge-patch+json' }

onEveryEngine('webhooks and policies', (client) => {
  let namespaces = 0

  /** A namespace per test, to which its registrations are limited. */
  async function newPlace(t: TestContext) {
    const name = `place-${++namespaces}`
    const labels = { place: name }
    expectStatus(201, await client.post('/api/v1/namespaces', { metadata: { name, labels } }))
    const selector = { namespaceSelector: { matchLabels: labels } }
    const hooks = await WebhookServer.start(t)
    const register = async (path: string, made: Json) => {
      expectStatus(201, await client.post(path, { metadata: { name }, webhooks: [made] }))
      t.after(() => client.delete(`${path}/${name}`))
    }
    const configMaps = `/api/v1/namespaces/${name}/configmaps`
    const create = (object: string, more: Json = {}) =>
      client.post(configMaps, { metadata: { name: object }, ...more })
    const merge = (object: string, changes: Json) =>
      client.send('PATCH', `${configMaps}/${object}`, changes, MERGE)
    return { name, selector, hooks, register, configMaps, create, merge }
  }

  it('change and deny writes as soon as they are registered', async (t) => {
    const { selector, hooks, register, configMaps, create, merge } = await newPlace(t)
    const label = hooks.on('/label', () =>
      patched({ op: 'add', path: '/metadata/labels', value: { seen: 'yes' } }),
    )
    const judge = hooks.on('/judge', ({ object }) => ({ allowed: object?.data?.bad === undefined }))
    await register(
      MUTATING,
      webhook('label', label, { ...selector, rules: [rule({ operations: ['CREATE'] })] }),
    )
    const { body } = expectStatus(201, await create('a'))
    assert.deepEqual(body.metadata.labels, { seen: 'yes' })
    await register(VALIDATING, webhook('judge', judge, selector))
    expectStatus(400, await create('b', { data: { bad: 'x' } }))
    expectStatus(404, await client.get(`${configMaps}/b`))
    expectStatus(400, await merge('a', { data: { bad: 'x' } }))
    const { body: same } = expectStatus(200, await client.get(`${configMaps}/a`))
    assert.deepEqual(same, body)
    expectStatus(200, await client.delete(`${configMaps}/a`))
  })

  it('may write the object under review', async (t) => {
    const { selector, hooks, register, configMaps, create, merge } = await newPlace(t)
    expectStatus(201, await create('a'))
    const note = hooks.on('/note', async ({ object, uid }) => {
      // Its own write is reviewed as well, and allowed.
      if (object.data?.change === undefined || object.data.noted !== undefined) return {}
      const { status } = await merge('a', { data: { noted: uid } })
      return { allowed: status === 200 }
    })
    const rules = [rule({ operations: ['UPDATE'] })]
    await register(VALIDATING, webhook('note', note, { ...selector, rules }))
    const { body } = expectStatus(200, await merge('a', { data: { change: 'x' } }))
    // The change was repeated on what the webhook has written.
    const [{ uid }, ...others] = hooks.requests('/note')
    assert.deepEqual(body.data, { change: 'x', noted: uid })
    assert.equal(others.length, 2)
    const conditional = { metadata: body.metadata, data: { change: 'y' } }
    expectStatus(409, await client.put(`${configMaps}/a`, conditional))
  })

  it('see concurrent changes of one object, and none is lost', async (t) => {
    const { selector, hooks, register, configMaps, create, merge } = await newPlace(t)
    expectStatus(201, await create('a'))
    await register(VALIDATING, webhook('see', hooks.on('/see'), selector))
    const keys = Array.from({ length: 8 }, (_, index) => `k${index}`)
    const responses = await Promise.all(keys.map((key) => merge('a', { data: { [key]: 'x' } })))
    for (const response of responses) expectStatus(200, response)
    const { body } = expectStatus(200, await client.get(`${configMaps}/a`))
    assert.deepEqual(Object.keys(body.data).sort(), keys)
  })

  it('review every object of a deleted collection', async (t) => {
    const { selector, hooks, register, configMaps, create } = await newPlace(t)
    for (const name of ['a', 'b', 'c']) expectStatus(201, await create(name))
    const keep = hooks.on('/keep', ({ name }) => ({ allowed: name !== 'b' }))
    const rules = [rule({ operations: ['DELETE'] })]
    await register(VALIDATING, webhook('keep', keep, { ...selector, rules }))
    expectStatus(400, await client.delete(configMaps))
    expectStatus(200, await client.get(`${configMaps}/b`))
  })

  it('use parameters, which may change', async (t) => {
    const { name, selector, configMaps, create } = await newPlace(t)
    const policies = `${GROUP}/validatingadmissionpolicies`
    const bindings = `${GROUP}/validatingadmissionpolicybindings`
    const matchConstraints = { ...selector, resourceRules: [rule({ operations: ['CREATE', 'UPDATE'] })] }
    const validations = [{ expression: "has(object.data) && size(object.data) <= int(params.data['most'])" }]
    const paramKind = { apiVersion: 'v1', kind: 'ConfigMap' }
    expectStatus(201, await create('limits', { data: { most: '1' } }))
    const spec = { matchConstraints, paramKind, validations }
    expectStatus(201, await client.post(policies, { metadata: { name }, spec }))
    const paramRef = { name: 'limits', parameterNotFoundAction: 'Deny' }
    const use = { policyName: name, validationActions: ['Deny'], paramRef }
    expectStatus(201, await client.post(bindings, { metadata: { name }, spec: use }))
    t.after(() => client.delete(`${policies}/${name}`))
    expectStatus(201, await create('few', { data: { a: '1' } }))
    expectStatus(422, await create('many', { data: { a: '1', b: '2' } }))
    const change = { data: { most: '9' } }
    expectStatus(200, await client.send('PATCH', `${configMaps}/limits`, change, MERGE))
    expectStatus(201, await create('many', { data: { a: '1', b: '2' } }))
  })
})
