import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findKinds, knownKinds } from './known-kinds.js'

const resource = (kind: string, resource: string, shortNames?: string[], subresources: string[] = []) => ({
  resource,
  singularResource: kind.toLowerCase(),
  responseKind: { kind },
  ...(shortNames && { shortNames }),
  subresources: subresources.map((subresource) => ({ subresource })),
})
const version = (name: string, ...resources: ReturnType<typeof resource>[]) => ({ version: name, resources })

const deployment = resource('Deployment', 'deployments', ['deploy'], ['scale'])
const kinds = knownKinds([
  {
    items: [
      {
        metadata: {},
        versions: [
          version(
            'v1',
            resource('PodTemplate', 'podtemplates'),
            resource('Pod', 'pods', ['po'], ['eviction']),
          ),
        ],
      },
    ],
  },
  {
    items: [
      { metadata: { name: 'extensions' }, versions: [version('v1beta1', deployment)] },
      {
        metadata: { name: 'policy' },
        versions: [version('v1', resource('PodDisruptionBudget', 'poddisruptionbudgets', ['pdb']))],
      },
      {
        metadata: { name: 'networking.k8s.io' },
        versions: [version('v1', resource('NetworkPolicy', 'networkpolicies', ['netpol']))],
      },
      { metadata: { name: 'apps' }, versions: [version('v1', deployment)] },
    ],
  },
])
const found = (query: string) =>
  findKinds(kinds, query).map(({ kind, groupVersion }) => `${groupVersion} ${kind}`)

describe('the kinds of all groups', () => {
  const all = [
    'v1 Pod',
    'v1 PodTemplate',
    'apps/v1 Deployment',
    'networking.k8s.io/v1 NetworkPolicy',
    'policy/v1 PodDisruptionBudget',
    'extensions/v1beta1 Deployment',
  ]

  it('are in the order of the parts, which they name', () => {
    assert.deepEqual(found(''), all)
    assert.deepEqual(
      kinds.map(({ part }) => part),
      [
        'api/v1',
        'api/v1',
        'apis/apps/v1',
        'apis/networking.k8s.io/v1',
        'apis/policy/v1',
        'apis/extensions/v1beta1',
      ],
    )
  })

  it('are found by kind, singular, plural and short name, in any case', () => {
    for (const query of ['NetworkPolicy', 'networkpolicy', 'networkpolicies', ' netpol ', 'NETPOL']) {
      assert.deepEqual(found(query), ['networking.k8s.io/v1 NetworkPolicy'], query)
    }
    assert.deepEqual(found('deploy'), ['apps/v1 Deployment', 'extensions/v1beta1 Deployment'])
  })

  it('are found by group, version and subresource', () => {
    assert.deepEqual(found('core'), ['v1 Pod', 'v1 PodTemplate'])
    assert.deepEqual(found('apps'), ['apps/v1 Deployment'])
    assert.deepEqual(found('v1beta1'), ['extensions/v1beta1 Deployment'])
    assert.deepEqual(found('eviction'), ['v1 Pod'])
    assert.deepEqual(found('v1'), all)
  })

  it('have to fit every word', () => {
    for (const query of [
      'apps deployment',
      'deployments.apps',
      'deployments.v1.apps',
      'apps/v1 Deployment',
    ]) {
      assert.deepEqual(found(query), ['apps/v1 Deployment'], query)
    }
    assert.deepEqual(found('networking.k8s.io'), ['networking.k8s.io/v1 NetworkPolicy'])
    assert.deepEqual(found('pods nothing'), [])
  })

  it('come first if they are called exactly so, then if their name begins so, then if it holds that', () => {
    assert.deepEqual(found('pod'), ['v1 Pod', 'v1 PodTemplate', 'policy/v1 PodDisruptionBudget'])
    assert.deepEqual(found('policy'), ['networking.k8s.io/v1 NetworkPolicy', 'policy/v1 PodDisruptionBudget'])
    assert.deepEqual(found('po').at(0), 'v1 Pod')
  })
})
