import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { freeResources, readNode, readPod } from './node-resources.js'

const node = (name: string, allocatable: unknown, more: { spec?: object; conditions?: object[] } = {}) =>
  readNode({
    metadata: { name },
    spec: more.spec,
    status: { allocatable, conditions: more.conditions },
  } as never)
const pod = (nodeName: unknown, requests: unknown, { phase = 'Running', ...more } = {}) =>
  readPod({
    spec: { nodeName, containers: [{ resources: { requests } }], ...more },
    status: { phase },
  } as never)

const free = (nodes: readonly ReturnType<typeof node>[], pods: readonly ReturnType<typeof pod>[] = []) =>
  freeResources(
    nodes.filter((one) => one !== undefined),
    pods.filter((one) => one !== undefined),
  )

describe('the free resources of nodes', () => {
  it('are what pods leave, node by node', () => {
    const nodes = [
      node('a', { cpu: '4', memory: '8Gi', pods: '10' }),
      node('b', { cpu: '1', memory: '1Gi', pods: '2', 'example.com/gpu': '3' }),
    ]
    assert.deepEqual(
      free(nodes, [
        pod('a', { cpu: '100m', memory: '1Gi' }),
        pod('a', { cpu: '200m' }),
        // A node that is overcommitted takes nothing from others.
        pod('b', { cpu: '5', memory: '512Mi', 'example.com/gpu': '1' }),
        pod('gone', { cpu: '1' }),
      ]),
      { cpu: '3700m', 'example.com/gpu': '2', memory: '7680Mi', pods: '9' },
    )
  })

  it('count pods that run and nodes that take some', () => {
    assert.equal(pod('a', {}, { phase: 'Succeeded' }), undefined)
    assert.equal(pod('a', {}, { phase: 'Failed' }), undefined)
    assert.equal(pod('', {}, { phase: 'Pending' }), undefined)
    const cpu = { cpu: '1' }
    assert.equal(node('a', cpu, { spec: { unschedulable: true } }), undefined)
    assert.equal(node('a', cpu, { spec: { taints: [{ key: 'x', effect: 'NoSchedule' }] } }), undefined)
    assert.equal(node('a', cpu, { conditions: [{ type: 'Ready', status: 'Unknown' }] }), undefined)
    assert.deepEqual(free([node('a', cpu, { conditions: [{ type: 'Ready', status: 'True' }] })]), {
      cpu: '1000m',
    })
  })

  it('ignore what is malformed', () => {
    assert.deepEqual(free([node('a', { cpu: 'many', pods: '1' }), node('b', 'x')]), { pods: '1' })
    const all = { cpu: '2', pods: '5' }
    assert.deepEqual(free([node('a', all)], [pod('a', { cpu: 'x' }), pod('a', 7), pod(1, {})]), {
      cpu: '2000m',
      pods: '3',
    })
  })
})
