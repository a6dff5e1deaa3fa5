import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json } from '../support/client.js'
import { BEHAVIOUR, Cluster, condition, DEFAULT, FINISH_AFTER, names, READY_AFTER } from './cluster.js'

const PODS = `${DEFAULT}/pods`
const PATH = `${PODS}/one`

const pod = (annotations: Json = {}, spec: Json = {}, metadata: Json = {}): Json => ({
  metadata: { name: 'one', annotations, ...metadata },
  spec: { containers: [{ name: 'main', image: 'main:1' }], ...spec },
})

const shell = (name: string, script: string): Json => ({
  ...{ name, image: 'busybox:1' },
  command: ['sh', '-c', script],
})
/** The names of the states of the init containers. */
const stateNames = ({ status }: Json) =>
  status.initContainerStatuses.map(({ state }: Json) => Object.keys(state)[0])

const container = ({ status }: Json) => status.containerStatuses[0]

describe('a pod', () => {
  it('is scheduled, gets an address and becomes ready', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(PODS, pod())
    const { spec, status } = await cluster.get(PATH)
    assert.equal(spec.nodeName, 'node-1')
    assert.equal(status.phase, 'Running')
    assert.match(status.podIP, /^10\.244\./)
    assert.deepEqual(status.podIPs, [{ ip: status.podIP }])
    assert.equal(status.startTime, '2024-01-01T00:00:00Z')
    for (const type of ['PodScheduled', 'Initialized', 'ContainersReady', 'Ready']) {
      assert.equal(condition({ status }, type).status, 'True', type)
    }
    assert.equal(container({ status }).state.running.startedAt, '2024-01-01T00:00:00Z')
    assert.deepEqual(await cluster.reasons('one'), ['Scheduled', 'Started'])
    const sources = (await cluster.list(`${DEFAULT}/events`))
      .filter(({ involvedObject }) => involvedObject.name === 'one')
      .map(({ source }) => source.component)
    assert.deepEqual(sources, ['default-scheduler', 'kubelet'])
    assert.equal((await cluster.get(PATH)).metadata.generation, 1)
  })

  it('becomes ready after the annotated time', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(PODS, pod({ [READY_AFTER]: '1m30s' }))
    const creating = await cluster.get(PATH)
    assert.equal(creating.status.phase, 'Pending')
    assert.equal(container(creating).state.waiting.reason, 'ContainerCreating')
    await cluster.pass(89)
    assert.equal((await cluster.get(PATH)).status.phase, 'Pending')
    await cluster.pass(1)
    assert.equal(condition(await cluster.get(PATH), 'Ready').status, 'True')
  })

  it('succeeds after the annotated time', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(PODS, pod({ [FINISH_AFTER]: '5s' }, { restartPolicy: 'Never' }))
    await cluster.pass(4)
    assert.equal((await cluster.get(PATH)).status.phase, 'Running')
    await cluster.pass(1)
    const ended = await cluster.get(PATH)
    assert.equal(ended.status.phase, 'Succeeded')
    const { exitCode, reason, finishedAt } = container(ended).state.terminated
    assert.deepEqual([exitCode, reason, finishedAt], [0, 'Completed', '2024-01-01T00:00:05Z'])
    assert.equal(condition(ended, 'Ready').reason, 'PodCompleted')
  })

  it('fails for good if it must not restart', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(PODS, pod({ [BEHAVIOUR]: 'fail' }, { restartPolicy: 'Never' }))
    const failed = await cluster.get(PATH)
    assert.equal(failed.status.phase, 'Failed')
    assert.equal(container(failed).state.terminated.exitCode, 1)
  })

  it('fails at its active deadline, also a later one', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(PODS, pod({}, { activeDeadlineSeconds: 600 }))
    await cluster.change(PATH, { spec: { activeDeadlineSeconds: 5 } })
    await cluster.pass(4)
    assert.equal((await cluster.get(PATH)).status.phase, 'Running')
    await cluster.pass(1)
    const { status } = await cluster.get(PATH)
    assert.deepEqual([status.phase, status.reason], ['Failed', 'DeadlineExceeded'])
    assert.equal(container({ status }).state.terminated.exitCode, 137)
  })

  it('starts its containers when each init container has ended, in order', async (t) => {
    const cluster = await Cluster.start(t)
    const initContainers = [shell('first', 'sleep 5'), shell('second', 'sleep 2')]
    await cluster.create(PODS, pod({}, { initContainers }))
    const waiting = await cluster.get(PATH)
    assert.equal(waiting.status.phase, 'Pending')
    assert.deepEqual(stateNames(waiting), ['running', 'waiting'])
    assert.equal(container(waiting).state.waiting.reason, 'PodInitializing')
    const { status, reason, message } = condition(waiting, 'Initialized')
    assert.deepEqual(
      [status, reason, message],
      ['False', 'ContainersNotInitialized', 'containers with incomplete status: [first second]'],
    )
    await cluster.pass(5)
    assert.deepEqual(stateNames(await cluster.get(PATH)), ['terminated', 'running'])
    await cluster.pass(2)
    const running = await cluster.get(PATH)
    assert.deepEqual(stateNames(running), ['terminated', 'terminated'])
    assert.equal(condition(running, 'Initialized').status, 'True')
    assert.equal(condition(running, 'Ready').status, 'True')
  })

  it('fails with an init container, if it must not restart', async (t) => {
    const cluster = await Cluster.start(t)
    const initContainers = [shell('good', 'true'), shell('bad', 'exit 3')]
    await cluster.create(PODS, pod({}, { initContainers, restartPolicy: 'Never' }))
    const failed = await cluster.get(PATH)
    assert.equal(failed.status.phase, 'Failed')
    assert.equal(failed.status.initContainerStatuses[1].state.terminated.exitCode, 3)
    assert.equal(container(failed).state.waiting.reason, 'PodInitializing')
    assert.equal(condition(failed, 'Initialized').message, 'containers with incomplete status: [bad]')
  })

  it('restarts a failed init container with a backoff', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(PODS, pod({}, { initContainers: [shell('bad', 'exit 1'), shell('good', 'true')] }))
    for (const [seconds, restarts] of [
      [0, 0],
      [10, 1],
      [20, 2],
    ] as const) {
      await cluster.pass(seconds)
      const { status } = await cluster.get(PATH)
      const [bad] = status.initContainerStatuses
      assert.deepEqual([status.phase, bad.restartCount], ['Pending', restarts])
      assert.equal(bad.lastState.terminated.exitCode, 1)
    }
  })

  it('runs its sidecars from before its containers until after them', async (t) => {
    const cluster = await Cluster.start(t)
    const initContainers = [
      { name: 'side', image: 'side:1', restartPolicy: 'Always' },
      shell('init', 'sleep 1'),
    ]
    const spec = { initContainers, containers: [shell('main', 'sleep 3')], restartPolicy: 'Never' }
    await cluster.create(PODS, pod({}, spec))
    assert.deepEqual(stateNames(await cluster.get(PATH)), ['running', 'running'])
    await cluster.pass(1)
    const running = await cluster.get(PATH)
    assert.deepEqual([running.status.phase, ...stateNames(running)], ['Running', 'running', 'terminated'])
    await cluster.pass(3)
    const ended = await cluster.get(PATH)
    assert.deepEqual([ended.status.phase, ...stateNames(ended)], ['Succeeded', 'terminated', 'terminated'])
  })

  it('runs an ephemeral container from when it is added until its command ends', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(PODS, pod())
    const added = { spec: { ephemeralContainers: [shell('debug', 'sleep 5')] } }
    assert.equal((await cluster.strategicPatch(`${PATH}/ephemeralcontainers`, added)).status, 200)
    const stateOf = async () => {
      const { status } = await cluster.get(PATH)
      assert.deepEqual([status.phase, condition({ status }, 'Ready').status], ['Running', 'True'])
      return status.ephemeralContainerStatuses[0].state
    }
    assert.ok((await stateOf()).running)
    await cluster.pass(5)
    assert.equal((await stateOf()).terminated.exitCode, 0)
  })

  it('that crashes restarts with an exponential backoff', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(PODS, pod({ [BEHAVIOUR]: 'crash' }))
    const looping = await cluster.get(PATH)
    assert.equal(looping.status.phase, 'Running')
    assert.equal(container(looping).state.waiting.reason, 'CrashLoopBackOff')
    assert.equal(container(looping).lastState.terminated.exitCode, 1)
    assert.equal(condition(looping, 'Ready').status, 'False')
    const restarts: number[] = []
    for (const seconds of [9, 1, 19, 1, 39, 1, 79, 1, 159, 1, 299, 1, 299, 1]) {
      await cluster.pass(seconds)
      restarts.push(container(await cluster.get(PATH)).restartCount)
    }
    assert.deepEqual(restarts, [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7])
  })

  it('reports that it stays unready, pending or without its image', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(PODS, pod({ [BEHAVIOUR]: 'unready' }, {}, { name: 'unready' }))
    await cluster.create(PODS, pod({ [BEHAVIOUR]: 'image-missing' }, {}, { name: 'imageless' }))
    await cluster.create(PODS, pod({ [BEHAVIOUR]: 'pending' }, {}, { name: 'pending' }))
    await cluster.pass(3600)
    const unready = await cluster.get(`${PODS}/unready`)
    assert.deepEqual([unready.status.phase, condition(unready, 'Ready').status], ['Running', 'False'])
    const imageless = await cluster.get(`${PODS}/imageless`)
    assert.deepEqual(
      [imageless.status.phase, container(imageless).state.waiting.reason],
      ['Pending', 'ImagePullBackOff'],
    )
    const pending = await cluster.get(`${PODS}/pending`)
    assert.deepEqual(
      [pending.status.phase, condition(pending, 'PodScheduled').reason],
      ['Pending', 'Unschedulable'],
    )
  })

  it('changes its behaviour with its annotations', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(PODS, pod({ [BEHAVIOUR]: 'unready' }))
    await cluster.change(PATH, { metadata: { annotations: { [BEHAVIOUR]: 'run' } } })
    assert.equal(condition(await cluster.get(PATH), 'Ready').status, 'True')
    await cluster.change(PATH, { metadata: { annotations: { [BEHAVIOUR]: 'unready' } } })
    assert.equal(condition(await cluster.get(PATH), 'Ready').status, 'False')
  })

  it('is ready when its readiness gates are open', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(PODS, pod({}, { readinessGates: [{ conditionType: 'example.com/open' }] }))
    assert.equal(condition(await cluster.get(PATH), 'ContainersReady').status, 'True')
    assert.equal(condition(await cluster.get(PATH), 'Ready').reason, 'ReadinessGatesNotReady')
    const { status } = await cluster.get(PATH)
    const conditions = [...status.conditions, { type: 'example.com/open', status: 'True' }]
    await cluster.change(`${PATH}/status`, { status: { conditions } })
    assert.equal(condition(await cluster.get(PATH), 'Ready').status, 'True')
  })

  it('is removed when it is deleted, unless it has finalizers', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(PODS, pod())
    await cluster.delete(PATH)
    assert.equal(await cluster.isGone(PATH), true)
    await cluster.create(PODS, pod({}, {}, { finalizers: ['example.com/keep'] }))
    await cluster.delete(PATH)
    const kept = await cluster.get(PATH)
    assert.ok(kept.metadata.deletionTimestamp)
    assert.equal(kept.status.phase, 'Failed')
    await cluster.change(PATH, { metadata: { finalizers: null } })
    assert.equal(await cluster.isGone(PATH), true)
  })
})

describe('the node of a pod', () => {
  const node = (name: string, spec: Json = {}, labels: Json = {}) => ({ metadata: { name, labels }, spec })

  it('must match its selector and tolerations', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create('/api/v1/nodes', node('fast', {}, { disk: 'ssd' }))
    const taints = [{ key: 'gpu', value: 'yes', effect: 'NoSchedule' }]
    await cluster.create('/api/v1/nodes', node('gpu', { taints }, { disk: 'ssd' }))
    await cluster.create(PODS, pod({}, { nodeSelector: { disk: 'ssd' } }))
    assert.equal((await cluster.get(PATH)).spec.nodeName, 'fast')
    await cluster.change('/api/v1/nodes/fast', { spec: { unschedulable: true } })
    await cluster.create(PODS, pod({}, { nodeSelector: { disk: 'ssd' } }, { name: 'two' }))
    const two = await cluster.get(`${PODS}/two`)
    assert.equal(condition(two, 'PodScheduled').reason, 'Unschedulable')
    assert.match(condition(two, 'PodScheduled').message, /^0\/3 nodes are available: /)
    await cluster.change('/api/v1/nodes/fast', { spec: { unschedulable: null } })
    assert.equal((await cluster.get(`${PODS}/two`)).spec.nodeName, 'fast')
  })

  it('is deleted with its pods', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(PODS, pod())
    await cluster.delete('/api/v1/nodes/node-1')
    assert.equal(await cluster.isGone(PATH), true)
  })

  it('evicts pods that do not tolerate its taints, or no longer do', async (t) => {
    const cluster = await Cluster.start(t)
    const toleration = { key: 'down', operator: 'Exists', effect: 'NoExecute' }
    const patient = { tolerations: [{ ...toleration, tolerationSeconds: 30 }] }
    await cluster.create(PODS, pod({}, {}, { name: 'hasty' }))
    await cluster.create(PODS, pod({}, patient, { name: 'patient' }))
    await cluster.create(PODS, pod({}, { tolerations: [toleration] }, { name: 'steady' }))
    await cluster.change('/api/v1/nodes/node-1', { spec: { taints: [{ key: 'down', effect: 'NoExecute' }] } })
    assert.deepEqual(names(await cluster.pods()), ['patient', 'steady'])
    await cluster.pass(29)
    assert.deepEqual(names(await cluster.pods()), ['patient', 'steady'])
    await cluster.pass(1)
    assert.deepEqual(names(await cluster.pods()), ['steady'])
  })

  it('takes no pods until it is ready', async (t) => {
    const cluster = await Cluster.start(t)
    const annotations = { [BEHAVIOUR]: 'unready' }
    await cluster.change('/api/v1/nodes/node-1', { metadata: { annotations } })
    assert.equal(condition(await cluster.get('/api/v1/nodes/node-1'), 'Ready').status, 'False')
    await cluster.create(PODS, pod())
    assert.equal((await cluster.get(PATH)).status.phase, 'Pending')
    await cluster.change('/api/v1/nodes/node-1', { metadata: { annotations: { [BEHAVIOUR]: null } } })
    assert.equal((await cluster.get(PATH)).status.phase, 'Running')
  })

  it('makes its pods unready when it is, and evicts them after a while', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(PODS, pod())
    const behave = (behaviour: string | null) =>
      cluster.change('/api/v1/nodes/node-1', { metadata: { annotations: { [BEHAVIOUR]: behaviour } } })
    await behave('unready')
    assert.equal(condition(await cluster.get(PATH), 'Ready').status, 'False')
    await behave(null)
    assert.equal(condition(await cluster.get(PATH), 'Ready').status, 'True')
    await behave('unready')
    await cluster.pass(299)
    assert.equal(await cluster.isGone(PATH), false)
    await cluster.pass(1)
    assert.equal(await cluster.isGone(PATH), true)
  })

  it('is not changed if another client reports its status', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create('/api/v1/nodes', node('real'))
    const conditions = [{ type: 'Ready', status: 'False', reason: 'Other', message: 'on fire' }]
    await cluster.change('/api/v1/nodes/real/status', { status: { conditions } })
    assert.equal(condition(await cluster.get('/api/v1/nodes/real'), 'Ready').reason, 'Other')
  })

  it('may be created later', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(PODS, pod({}, { nodeName: 'late' }))
    assert.equal((await cluster.get(PATH)).status.phase, 'Pending')
    await cluster.create('/api/v1/nodes', node('late'))
    assert.equal((await cluster.get(PATH)).status.phase, 'Running')
  })
})
