import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ApiObject } from '../api/object.js'
import type { Resource } from '../api/resource.js'
import { findProblems } from './findings.js'
import { rolloutOf } from './rollout.js'

const resource = (group: string, kind: string): Resource => ({
  group,
  version: 'v1',
  plural: `${kind.toLowerCase()}s`,
  singular: kind.toLowerCase(),
  kind,
  namespaced: true,
  verbs: [],
  shortNames: [],
  categories: [],
  subresources: [],
})

const owned = (name: string, owner: string | undefined, status: object, spec: object = {}): ApiObject => ({
  metadata: {
    name,
    uid: name,
    generation: 2,
    ...(owner && {
      ownerReferences: [{ apiVersion: 'apps/v1', kind: 'Owner', name: owner, uid: owner, controller: true }],
    }),
  },
  spec,
  status,
})

const waiting = (reason: string) => ({
  phase: 'Pending',
  containerStatuses: [{ state: { waiting: { reason, message: `it is ${reason}` } } }],
})

describe('the problems of objects', () => {
  it('name the pods as the cause of a broken workload, and not again', () => {
    const findings = findProblems([
      {
        resource: resource('apps', 'Deployment'),
        items: [
          owned('web', undefined, {
            observedGeneration: 2,
            conditions: [{ type: 'Progressing', status: 'False', reason: 'ProgressDeadlineExceeded' }],
          }),
          owned('fine', undefined, { observedGeneration: 2, availableReplicas: 1 }),
          owned('unseen', undefined, {}),
        ],
      },
      { resource: resource('apps', 'ReplicaSet'), items: [owned('web-1', 'web', {})] },
      {
        resource: resource('', 'Pod'),
        items: [
          owned('web-1-a', 'web-1', waiting('ImagePullBackOff')),
          owned('web-1-b', 'web-1', waiting('ImagePullBackOff')),
          owned('web-1-c', 'web-1', waiting('ContainerCreating')),
          owned('alone', undefined, waiting('CrashLoopBackOff')),
        ],
      },
    ])
    const told = findings.map(({ object, problem, cause }) => [
      object.metadata.name,
      problem.reason,
      cause?.reason,
      cause?.count,
    ])
    assert.deepEqual(told, [
      ['web', 'ProgressDeadlineExceeded', 'ImagePullBackOff', 2],
      ['alone', 'CrashLoopBackOff', undefined, undefined],
    ])
  })

  it('are those of nodes, claims and jobs, too', () => {
    const status = (type: string, status: string, reason: string) => ({
      conditions: [{ type, status, reason }],
    })
    const reasons = findProblems([
      {
        resource: resource('', 'Node'),
        items: [
          owned('lost', undefined, status('Ready', 'Unknown', 'NodeStatusUnknown')),
          owned('cordoned', undefined, status('Ready', 'True', 'KubeletReady'), { unschedulable: true }),
        ],
      },
      {
        resource: resource('', 'PersistentVolumeClaim'),
        items: [owned('claim', undefined, { phase: 'Lost' })],
      },
      {
        resource: resource('batch', 'Job'),
        items: [owned('job', undefined, status('Failed', 'True', 'BackoffLimitExceeded'))],
      },
    ]).map(({ problem }) => problem.reason)
    assert.deepEqual(reasons, ['NodeStatusUnknown', 'Lost', 'BackoffLimitExceeded', 'Cordoned'])
  })
})

describe('a rollout', () => {
  it('is in progress until all pods have the template and can be used', () => {
    const rollout = (status: object) =>
      rolloutOf('Deployment', owned('web', undefined, { observedGeneration: 2, ...status }, { replicas: 3 }))
    const half = rollout({ replicas: 4, updatedReplicas: 2, availableReplicas: 3 })
    assert.deepEqual(half, { wanted: 3, updated: 2, ready: 1, isStuck: false })
    const conditions = [{ type: 'Progressing', status: 'True', reason: 'NewReplicaSetAvailable' }]
    const done = { replicas: 3, updatedReplicas: 3, availableReplicas: 3, conditions }
    assert.equal(rollout(done), undefined)
    assert.equal(rolloutOf('Deployment', owned('unseen', undefined, {})), undefined)
  })
})
