import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ResourcePolicyRule, Subject } from '#kinds/flowcontrol/flowschema/schema.js'
import { serviceAccountUser } from '#meta/user.js'
import { dependsOnNamespace, matchesRequest, matchesUser, type Rules } from './rule-matching.js'

const NO_SUBJECT = { user: undefined, group: undefined, serviceAccount: undefined }

function rulesOf({
  subjects = [],
  resourceRules = [],
  nonResourceRules = [],
}: {
  readonly subjects?: readonly (Partial<Subject> & Pick<Subject, 'kind'>)[]
  readonly resourceRules?: readonly Partial<ResourcePolicyRule>[]
  readonly nonResourceRules?: Rules['nonResourceRules']
}): Rules {
  const any = {
    verbs: ['*'],
    apiGroups: ['*'],
    resources: ['*'],
    clusterScope: undefined,
    namespaces: undefined,
  }
  return {
    subjects: subjects.map((subject) => ({ ...NO_SUBJECT, ...subject })),
    resourceRules: resourceRules.map((rule) => ({ ...any, ...rule })),
    nonResourceRules,
  }
}

/** `namespace/pods/status`, without a namespace for the cluster. */
function request(verb: string, place: string, group = '') {
  const [namespace = '', plural = '', subresource] = place.split('/')
  const resource = { group, version: 'v1', plural, subresource, namespace, name: undefined }
  return { verb, path: '', resource: { ...resource, namespace: namespace || undefined } }
}

describe('the subjects of a flow schema', () => {
  const ann = { name: 'ann', groups: ['dev', 'system:authenticated'], extra: {} }
  const matches = (subject: Partial<Subject> & Pick<Subject, 'kind'>, user = ann) =>
    matchesUser(rulesOf({ subjects: [subject] }), user)

  it('are users by name, or all', () => {
    assert.equal(matches({ kind: 'User', user: { name: 'ann' } }), true)
    assert.equal(matches({ kind: 'User', user: { name: '*' } }), true)
    assert.equal(matches({ kind: 'User', user: { name: 'dev' } }), false)
  })

  it('are groups by name, or all', () => {
    assert.equal(matches({ kind: 'Group', group: { name: 'dev' } }), true)
    assert.equal(matches({ kind: 'Group', group: { name: '*' } }), true)
    assert.equal(matches({ kind: 'Group', group: { name: 'ann' } }), false)
  })

  it('are service accounts by namespace and name, or all of a namespace', () => {
    const account = serviceAccountUser({ namespace: 'kube-system', name: 'runner' })
    const of = (namespace: string, name: string, user = { ...account, groups: [...account.groups] }) =>
      matches({ kind: 'ServiceAccount', serviceAccount: { namespace, name } }, user)
    assert.equal(of('kube-system', 'runner'), true)
    assert.equal(of('kube-system', '*'), true)
    assert.equal(of('kube-system', 'other'), false)
    assert.equal(of('other', '*'), false)
    assert.equal(of('kube-system', '*', ann), false)
  })
})

describe('the resource rules of a flow schema', () => {
  const matches = (rule: Partial<ResourcePolicyRule>, ...sent: Parameters<typeof request>) =>
    matchesRequest(rulesOf({ resourceRules: [rule] }), request(...sent))

  it('match by verb, group, resource and namespace', () => {
    const rule = { verbs: ['get'], apiGroups: ['apps'], resources: ['deployments'], namespaces: ['test'] }
    assert.equal(matches(rule, 'get', 'test/deployments', 'apps'), true)
    assert.equal(matches(rule, 'list', 'test/deployments', 'apps'), false)
    assert.equal(matches(rule, 'get', 'test/deployments', ''), false)
    assert.equal(matches(rule, 'get', 'test/replicasets', 'apps'), false)
    assert.equal(matches(rule, 'get', 'other/deployments', 'apps'), false)
  })

  it('name subresources behind a slash', () => {
    const rule = { resources: ['pods/status'], namespaces: ['*'] }
    assert.equal(matches(rule, 'update', 'test/pods/status'), true)
    assert.equal(matches(rule, 'update', 'test/pods'), false)
    assert.equal(matches({ ...rule, resources: ['pods'] }, 'update', 'test/pods/status'), false)
    assert.equal(matches({ ...rule, resources: ['*'] }, 'update', 'test/pods/status'), true)
  })

  it('match requests without a namespace only with clusterScope', () => {
    assert.equal(matches({ namespaces: ['*'] }, 'list', '/pods'), false)
    assert.equal(matches({ namespaces: ['*'], clusterScope: true }, 'list', '/pods'), true)
    assert.equal(matches({ clusterScope: true }, 'get', '/nodes'), true)
    assert.equal(matches({ clusterScope: true }, 'get', 'test/pods'), false)
  })

  it('depend on the namespace if they name one', () => {
    assert.equal(dependsOnNamespace(rulesOf({ resourceRules: [{ namespaces: ['a'] }] })), true)
    assert.equal(dependsOnNamespace(rulesOf({ resourceRules: [{ namespaces: ['*'] }] })), false)
    assert.equal(dependsOnNamespace(rulesOf({ resourceRules: [{ clusterScope: true }] })), false)
  })
})

describe('the non-resource rules of a flow schema', () => {
  const matches = (url: string, path: string, verb = 'get') =>
    matchesRequest(rulesOf({ nonResourceRules: [{ verbs: ['get'], nonResourceURLs: [url] }] }), {
      verb,
      path,
      resource: undefined,
    })

  it('match a path, all below it, or all', () => {
    assert.equal(matches('/healthz', '/healthz'), true)
    assert.equal(matches('/healthz', '/healthz/ping'), false)
    assert.equal(matches('/healthz/*', '/healthz/ping'), true)
    assert.equal(matches('/healthz/*', '/healthz'), false)
    assert.equal(matches('*', '/metrics'), true)
    assert.equal(matches('*', '/metrics', 'post'), false)
  })
})
