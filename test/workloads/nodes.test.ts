import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json } from '../support/client.js'
import { BEHAVIOUR, Cluster, condition, DEFAULT } from './cluster.js'

const NODE = '/api/v1/nodes/node-1'
const address = ({ status }: Json, type: string) =>
  status.addresses.find((found: Json) => found.type === type)?.address

describe('a simulated node', () => {
  it('reports what a kubelet reports', async (t) => {
    const cluster = await Cluster.start(t)
    const node = await cluster.get(NODE)
    for (const resources of [node.status.capacity, node.status.allocatable]) {
      for (const name of ['cpu', 'memory', 'ephemeral-storage', 'pods']) assert.ok(resources[name], name)
    }
    const { nodeInfo, daemonEndpoints } = node.status
    assert.match(nodeInfo.kubeletVersion, /^v1\.33\./)
    assert.equal(nodeInfo.operatingSystem, 'linux')
    assert.ok(nodeInfo.osImage && nodeInfo.kernelVersion && nodeInfo.containerRuntimeVersion)
    assert.equal(daemonEndpoints.kubeletEndpoint.Port, 10250)
    assert.equal(address(node, 'Hostname'), 'node-1')
    assert.match(address(node, 'InternalIP'), /^172\.18\./)
    assert.equal(condition(node, 'Ready').status, 'True')
    for (const type of ['MemoryPressure', 'DiskPressure', 'PIDPressure']) {
      assert.equal(condition(node, type).status, 'False', type)
    }
    assert.equal(node.metadata.labels['kubernetes.io/hostname'], 'node-1')
    assert.deepEqual(node.spec.taints, undefined)
  })

  it('keeps the resources, labels and addresses that a client gave it', async (t) => {
    const cluster = await Cluster.start(t)
    const allocatable = { cpu: '2', 'example.com/gpu': '1' }
    await cluster.create('/api/v1/nodes', {
      metadata: { name: 'own', labels: { 'kubernetes.io/arch': 'arm64', zone: 'x' } },
      status: { allocatable, capacity: { cpu: '3' } },
    })
    const own = await cluster.get('/api/v1/nodes/own')
    assert.equal(own.status.allocatable.cpu, '2')
    assert.equal(own.status.allocatable['example.com/gpu'], '1')
    assert.equal(own.status.capacity.cpu, '3')
    assert.ok(own.status.allocatable.memory)
    assert.equal(own.metadata.labels['kubernetes.io/arch'], 'arm64')
    assert.equal(own.metadata.labels['kubernetes.io/hostname'], 'own')
    assert.notEqual(address(own, 'InternalIP'), address(await cluster.get(NODE), 'InternalIP'))
    await cluster.change('/api/v1/nodes/own/status', { status: { capacity: { 'example.com/dongle': '3' } } })
    const { allocatable: grown } = (await cluster.get('/api/v1/nodes/own')).status
    assert.equal(grown['example.com/dongle'], '3')
  })

  it('is the host of its pods', async (t) => {
    const cluster = await Cluster.start(t)
    const containers = [{ name: 'main', image: 'main:1' }]
    await cluster.create(`${DEFAULT}/pods`, { metadata: { name: 'plain' }, spec: { containers } })
    await cluster.create(`${DEFAULT}/pods`, {
      metadata: { name: 'host' },
      spec: { containers, hostNetwork: true },
    })
    const hostIP = address(await cluster.get(NODE), 'InternalIP')
    const plain = await cluster.get(`${DEFAULT}/pods/plain`)
    assert.deepEqual([plain.status.hostIP, plain.status.hostIPs], [hostIP, [{ ip: hostIP }]])
    assert.notEqual(plain.status.podIP, hostIP)
    assert.equal((await cluster.get(`${DEFAULT}/pods/host`)).status.podIP, hostIP)
  })

  it('keeps its other conditions when it is not ready', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.change(NODE, { metadata: { annotations: { [BEHAVIOUR]: 'unready' } } })
    const node = await cluster.get(NODE)
    assert.deepEqual(
      [condition(node, 'Ready').status, condition(node, 'Ready').reason],
      ['False', 'KubeletNotReady'],
    )
    assert.equal(condition(node, 'DiskPressure').status, 'False')
  })

  it('holds a lease and renews it while it is ready', async (t) => {
    const cluster = await Cluster.start(t)
    const LEASE = '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/node-1'
    const { metadata, spec } = await cluster.get(LEASE)
    assert.equal(spec.holderIdentity, 'node-1')
    assert.equal(spec.leaseDurationSeconds, 40)
    assert.equal(spec.renewTime, '2024-01-01T00:00:00.000000Z')
    assert.equal(metadata.ownerReferences[0].kind, 'Node')
    await cluster.pass(9)
    assert.equal((await cluster.get(LEASE)).spec.renewTime, '2024-01-01T00:00:00.000000Z')
    await cluster.pass(1)
    const renewed = await cluster.get(LEASE)
    assert.equal(renewed.spec.renewTime, '2024-01-01T00:00:10.000000Z')
    // A jump renews it once.
    await cluster.pass(3590)
    const later = await cluster.get(LEASE)
    assert.equal(later.spec.renewTime, '2024-01-01T01:00:00.000000Z')
    assert.equal(Number(later.metadata.resourceVersion), Number(renewed.metadata.resourceVersion) + 1)
    await cluster.change(NODE, { metadata: { annotations: { [BEHAVIOUR]: 'unready' } } })
    await cluster.pass(7200)
    assert.equal((await cluster.get(LEASE)).spec.renewTime, '2024-01-01T01:00:00.000000Z')
    await cluster.delete(NODE)
    assert.equal(await cluster.isGone(LEASE), true)
  })
})
