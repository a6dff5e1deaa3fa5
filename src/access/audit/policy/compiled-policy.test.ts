import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RequestAttributes } from '#http/request/request-attributes.js'
import type { ResourceAttributes } from '#http/request/resource-path.js'
import { CompiledPolicy } from './compiled-policy.js'
import type { PolicyRule } from './policy.js'
import { DEFAULT_POLICY } from './policy-source.js'

const PODS: ResourceAttributes = {
  group: '',
  version: 'v1',
  plural: 'pods',
  subresource: undefined,
  namespace: 'one',
  name: 'a',
}

interface Question {
  readonly user?: string
  readonly groups?: readonly string[]
  readonly verb?: string
  readonly path?: string
  readonly resource?: Partial<ResourceAttributes> | undefined
}

function ask(question: Question = {}): RequestAttributes {
  const { user: name = 'ann', groups = ['dev'], verb = 'get', path = '/x' } = question
  const resource = 'resource' in question && question.resource === undefined ? undefined : PODS
  return {
    user: { name, groups, extra: {} },
    verb,
    path,
    resource: resource && { ...resource, ...question.resource },
  }
}

/** Whether the first rule of a policy matches. */
const matches = (rule: Partial<PolicyRule>, question?: Question) =>
  new CompiledPolicy({ rules: [{ level: 'Metadata', ...rule }] }).evaluate(ask(question)).level === 'Metadata'

const levelBy = (policy: CompiledPolicy, question?: Question) => policy.evaluate(ask(question)).level

describe('a rule of an audit policy', () => {
  it('matches everything when it says nothing', () => {
    assert.ok(matches({}))
    assert.ok(matches({}, { resource: undefined }))
  })

  it('matches users by name and by group', () => {
    assert.ok(matches({ users: ['ben', 'ann'] }))
    assert.ok(!matches({ users: ['ben'] }))
    assert.ok(matches({ userGroups: ['ops', 'dev'] }))
    assert.ok(!matches({ userGroups: ['ops'] }))
    assert.ok(!matches({ users: ['ann'], userGroups: ['ops'] }))
  })

  it('matches verbs', () => {
    assert.ok(matches({ verbs: ['list', 'get'] }))
    assert.ok(!matches({ verbs: ['list'] }))
  })

  it('matches resources by group, with or without their subresources', () => {
    const about = (resources: readonly string[], subresource?: string, group = '') =>
      matches({ resources: [{ group, resources: [...resources] }] }, { resource: { subresource } })
    assert.ok(about(['pods']))
    assert.ok(!about(['pods'], 'log'))
    assert.ok(about(['pods/log'], 'log'))
    assert.ok(!about(['pods/log']))
    assert.ok(about(['*']))
    assert.ok(about(['*'], 'log'))
    assert.ok(about(['*/log'], 'log'))
    assert.ok(!about(['*/log']))
    assert.ok(!about(['*/log'], 'status'))
    assert.ok(about(['pods/*'], 'log'))
    assert.ok(about(['pods/*']))
    assert.ok(!about(['services/*'], 'log'))
    assert.ok(!about(['pods'], undefined, 'apps'))
    assert.ok(matches({ resources: [{}] }))
    assert.ok(!matches({ resources: [{ group: 'apps' }] }))
    assert.ok(!matches({ resources: [{}] }, { resource: undefined }))
  })

  it('matches the names of each entry', () => {
    const resources = [
      { resources: ['pods'], resourceNames: ['a'] },
      { resources: ['services'], resourceNames: ['b'] },
    ]
    assert.ok(matches({ resources }))
    assert.ok(!matches({ resources }, { resource: { name: 'b' } }))
    assert.ok(!matches({ resources }, { resource: { name: undefined } }))
    assert.ok(matches({ resources }, { resource: { plural: 'services', name: 'b' } }))
  })

  it('matches namespaces; the empty one means cluster-scoped', () => {
    assert.ok(matches({ namespaces: ['one'] }))
    assert.ok(!matches({ namespaces: ['two'] }))
    assert.ok(matches({ namespaces: [''] }, { resource: { namespace: undefined } }))
    assert.ok(!matches({ namespaces: [''] }))
    assert.ok(!matches({ namespaces: [''] }, { resource: undefined }))
  })

  it('matches paths that are no resources', () => {
    const path = (nonResourceURLs: string[], path: string) =>
      matches({ nonResourceURLs }, { path, resource: undefined })
    assert.ok(path(['/healthz'], '/healthz'))
    assert.ok(!path(['/healthz'], '/healthz/ping'))
    assert.ok(path(['/healthz*'], '/healthz/ping'))
    assert.ok(path(['*'], '/anything'))
    assert.ok(!matches({ nonResourceURLs: ['*'] }))
  })
})

describe('an audit policy', () => {
  it('is decided by the first rule that matches, and records nothing where none does', () => {
    const policy = new CompiledPolicy({
      rules: [
        { level: 'None', users: ['ann'], verbs: ['watch'] },
        { level: 'Request', verbs: ['watch', 'create'] },
        { level: 'RequestResponse', users: ['ann'], verbs: ['create', 'update'] },
      ],
    })
    assert.equal(levelBy(policy, { verb: 'watch' }), 'None')
    assert.equal(levelBy(policy, { verb: 'watch', user: 'ben' }), 'Request')
    assert.equal(levelBy(policy, { verb: 'create' }), 'Request')
    assert.equal(levelBy(policy, { verb: 'update' }), 'RequestResponse')
    assert.equal(levelBy(policy, { verb: 'get' }), 'None')
  })

  it('leaves out the stages of the policy and of the rule', () => {
    const policy = new CompiledPolicy({
      omitStages: ['RequestReceived'],
      rules: [{ level: 'Metadata', omitStages: ['ResponseStarted'] }],
    })
    assert.deepEqual(policy.evaluate(ask()).stages, {
      RequestReceived: false,
      ResponseStarted: false,
      ResponseComplete: true,
      Panic: true,
    })
  })

  it('leaves out managed fields as the rule says or else the policy', () => {
    const omits = (policy?: boolean, rule?: boolean) =>
      new CompiledPolicy({
        ...(policy !== undefined && { omitManagedFields: policy }),
        rules: [{ level: 'Request', ...(rule !== undefined && { omitManagedFields: rule }) }],
      }).evaluate(ask()).omitManagedFields
    assert.deepEqual(
      [omits(), omits(true), omits(true, false), omits(false, true), omits(undefined, true)],
      [false, true, false, true, true],
    )
  })

  it('that is the default records writes alone', () => {
    const policy = new CompiledPolicy(DEFAULT_POLICY)
    for (const verb of ['get', 'list', 'watch']) assert.equal(levelBy(policy, { verb }), 'None')
    for (const verb of ['create', 'update', 'patch', 'delete', 'deletecollection']) {
      assert.equal(levelBy(policy, { verb }), 'Metadata')
    }
  })
})
