import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Json } from '../support/client.js'
import { rejection, STRATEGIC } from './support/typed-client.js'
import { withTypedClients } from './support/typed-suite.js'

const pod = (name: string, spec: Json = {}, metadata: Json = {}): Json => ({
  ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name, ...metadata } },
  spec: { containers: [{ name: 'main', image: 'web:1' }], ...spec },
})
const limited = (resources: Json) => ({ containers: [{ name: 'main', image: 'web:1', resources }] })

withTypedClients('Pods', (client) => {
  const everywhere = client.resource('v1', 'pods')
  const pods = everywhere.in('pods')

  it('requests and limits determine its quality of service', async () => {
    const all = { cpu: '100m', memory: '100Mi' }
    const guaranteed = await pods.create(pod('guaranteed', limited({ limits: all, requests: all })))
    assert.equal(guaranteed.status.qosClass, 'Guaranteed')
    const burstable = await pods.create(pod('burstable', limited({ requests: { cpu: '100m' } })))
    assert.equal(burstable.status.qosClass, 'Burstable')
    assert.equal((await pods.create(pod('best'))).status.qosClass, 'BestEffort')
    assert.equal((await pods.get('guaranteed')).status.phase, 'Pending')
  })

  it('the error names every invalid sysctl', async () => {
    const sysctls = ['foo-', 'kernel.shmmax', 'safe-and-unsafe', 'bar..'].map((name) => ({
      name,
      value: 'bar',
    }))
    const { message } = await rejection(pods.create(pod('sysctls', { securityContext: { sysctls } })), 422)
    assert.match(message, /Invalid value: "foo-"/)
    assert.match(message, /Invalid value: "bar\.\."/)
    assert.doesNotMatch(message, /safe-and-unsafe|kernel\.shmmax/)
  })

  it('a volume of a CSI driver is returned as written', async () => {
    const csi = { driver: 'e2e.example.com', volumeAttributes: { a: 'b' } }
    const made = await pods.create(pod('csi', { volumes: [{ name: 'data', csi }] }))
    assert.deepEqual(made.spec.volumes[0], { name: 'data', csi })
    assert.ok(
      (await everywhere.list()).items.some(({ spec }: Json) => spec.volumes?.[0]?.csi?.driver === csi.driver),
    )
    await pods.delete('csi', { gracePeriodSeconds: 0 })
    await rejection(pods.get('csi'), 404)
  })

  it('of a Pod, only the images and the deadline may change', async () => {
    await pods.create(pod('changed'))
    const patched = await pods.patch(
      'changed',
      { spec: { containers: [{ name: 'main', image: 'web:2' }] } },
      STRATEGIC,
    )
    assert.equal(patched.spec.containers[0].image, 'web:2')
    const updated = await pods.change('changed', ({ spec }) => {
      spec.activeDeadlineSeconds = 5
    })
    assert.equal(updated.spec.activeDeadlineSeconds, 5)
    const change = pods.change('changed', ({ spec }) => {
      spec.containers[0].command = ['other']
    })
    await rejection(change, 422, /pod updates may not change fields other than/)
  })

  it('a Pod is bound once, and can be listed by node and phase', async () => {
    await pods.create(pod('bound'))
    const binding = {
      ...{ apiVersion: 'v1', kind: 'Binding', metadata: { name: 'bound' } },
      target: { kind: 'Node', name: 'node-1' },
    }
    await pods.createSubresource('bound', 'binding', binding)
    const { spec, status } = await pods.get('bound')
    assert.equal(spec.nodeName, 'node-1')
    assert.equal(status.conditions[0].type, 'PodScheduled')
    await rejection(pods.createSubresource('bound', 'binding', binding), 409)
    assert.deepEqual(await pods.names({ fieldSelector: 'spec.nodeName=node-1' }), ['bound'])
    await pods.patchStatus('bound', {
      status: { phase: 'Running', podIP: '10.0.0.1', podIPs: [{ ip: '10.0.0.1' }] },
    })
    assert.deepEqual(await pods.names({ fieldSelector: 'status.phase=Running' }), ['bound'])
    assert.deepEqual(await pods.names({ fieldSelector: 'status.podIP=10.0.0.1' }), ['bound'])
    const deleted = await pods.delete('bound')
    assert.equal(deleted.metadata.deletionGracePeriodSeconds, 30)
    assert.ok((await pods.get('bound')).metadata.deletionTimestamp)
    await pods.delete('bound', { gracePeriodSeconds: 0, preconditions: { uid: deleted.metadata.uid } })
    await rejection(pods.get('bound'), 404)
  })

  it('conditions are merged by type in a patch of the status', async () => {
    await pods.create(pod('conditions'))
    const patch = (type: string, status: string) =>
      pods.patchStatus('conditions', { status: { conditions: [{ type, status }] } }, STRATEGIC)
    await patch('TestType', 'True')
    await patch('Other', 'True')
    const { status } = await patch('TestType', 'False')
    const reported = status.conditions.map(({ type, status }: Json) => `${type}=${status}`).sort()
    assert.deepEqual(reported, ['Other=True', 'TestType=False'])
  })

  it('an eviction deletes the Pod unless a budget forbids it', async () => {
    const eviction = (name: string) => ({ apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name } })
    await pods.create(pod('free'))
    await pods.createSubresource('free', 'eviction', eviction('free'))
    await rejection(pods.get('free'), 404)
    const budgets = client.resource('policy/v1', 'poddisruptionbudgets').in('pods')
    const labels = { guarded: 'yes' }
    await budgets.create({
      ...{ apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: { name: 'budget' } },
      spec: { minAvailable: 1, selector: { matchLabels: labels } },
    })
    await pods.create(pod('guarded', {}, { labels }))
    await pods.patchStatus('guarded', {
      status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
    })
    await rejection(pods.createSubresource('guarded', 'eviction', eviction('guarded')), 429)
  })

  it('ephemeral containers are added by their subresource, and stay', async () => {
    await pods.create(pod('debugged'))
    const debug = { name: 'debug', image: 'busybox', targetContainerName: 'main' }
    const patched = await pods.patch(
      'debugged',
      { spec: { ephemeralContainers: [debug] } },
      STRATEGIC,
      'ephemeralcontainers',
    )
    assert.equal(patched.spec.ephemeralContainers[0].name, 'debug')
    const removal = pods.change(
      'debugged',
      ({ spec }) => {
        spec.ephemeralContainers = []
      },
      'ephemeralcontainers',
    )
    await rejection(removal, 422)
  })

  it('a collection of unscheduled Pods is deleted at once', async () => {
    const names = ['one', 'two', 'three']
    for (const name of names) await pods.create(pod(name, {}, { labels: { type: 'Testing' } }))
    await pods.deleteCollection({ labelSelector: 'type=Testing' })
    assert.deepEqual(await pods.names({ labelSelector: 'type=Testing' }), [])
  })
})
