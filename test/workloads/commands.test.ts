import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json } from '../support/client.js'
import { BATCH, Cluster, condition, DEFAULT, FINISH_AFTER } from './cluster.js'

const JOB = `${BATCH}/jobs/work`
const POD = `${DEFAULT}/pods/one`

const job = (container: Json, spec: Json = {}, restartPolicy = 'Never'): Json => ({
  metadata: { name: 'work' },
  spec: {
    ...spec,
    template: {
      spec: { restartPolicy, containers: [{ name: 'main', image: 'busybox:1', ...container }] },
    },
  },
})

const pod = (containers: readonly Json[], restartPolicy: string, annotations: Json = {}): Json => ({
  metadata: { name: 'one', annotations },
  spec: {
    restartPolicy,
    containers: containers.map((container, index) => ({
      name: `c${index}`,
      image: 'busybox:1',
      ...container,
    })),
  },
})

describe('a pod whose command can be read', () => {
  it('makes a job take as long as it sleeps', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(`${BATCH}/jobs`, job({ command: ['sleep', '30'] }))
    await cluster.pass(29)
    assert.equal((await cluster.get(JOB)).status.active, 1)
    await cluster.pass(1)
    const done = await cluster.get(JOB)
    assert.equal(condition(done, 'Complete').status, 'True')
    assert.equal(done.status.completionTime, '2024-01-01T00:00:30Z')
  })

  it('makes a job fail with its exit code', async (t) => {
    const cluster = await Cluster.start(t)
    const rules = [
      { action: 'FailJob', onExitCodes: { operator: 'In', values: [42] }, onPodConditions: undefined },
    ]
    const command = ['sh', '-c', 'echo working; sleep 5 && exit 42']
    await cluster.create(`${BATCH}/jobs`, job({ command }, { podFailurePolicy: { rules } }))
    await cluster.pass(5)
    assert.equal(condition(await cluster.get(JOB), 'Failed').reason, 'PodFailurePolicy')
  })

  it('runs for ever with a pause image', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(`${BATCH}/jobs`, job({ image: 'registry.k8s.io/pause:3.10' }))
    await cluster.pass(86_400)
    assert.equal((await cluster.get(JOB)).status.active, 1)
  })

  it('restarts if its policy says so, until the job gives up', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(`${BATCH}/jobs`, job({ command: ['false'] }, { backoffLimit: 2 }, 'OnFailure'))
    await cluster.pass(600)
    assert.equal(condition(await cluster.get(JOB), 'Failed').reason, 'BackoffLimitExceeded')
  })

  it('that always restarts is restarted after it ends', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(`${DEFAULT}/pods`, pod([{ command: ['sleep', '60'] }], 'Always'))
    await cluster.pass(59)
    assert.equal(condition(await cluster.get(POD), 'Ready').status, 'True')
    await cluster.pass(1)
    const [ended] = (await cluster.get(POD)).status.containerStatuses
    assert.equal(ended.state.waiting.reason, 'CrashLoopBackOff')
    assert.deepEqual(
      [ended.lastState.terminated.exitCode, ended.lastState.terminated.reason],
      [0, 'Completed'],
    )
    await cluster.pass(10)
    const [restarted] = (await cluster.get(POD)).status.containerStatuses
    assert.equal(restarted.restartCount, 1)
    assert.ok(restarted.state.running)
  })

  it('ends with its longest container, and fails if one fails', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(
      `${DEFAULT}/pods`,
      pod([{ command: ['sleep', '9'] }, { command: ['false'] }], 'Never'),
    )
    await cluster.pass(8)
    assert.equal((await cluster.get(POD)).status.phase, 'Running')
    await cluster.pass(1)
    const { phase, containerStatuses } = (await cluster.get(POD)).status
    assert.equal(phase, 'Failed')
    assert.deepEqual(
      containerStatuses.map(({ state }: Json) => [state.terminated.exitCode, state.terminated.reason]),
      [
        [0, 'Completed'],
        [1, 'Error'],
      ],
    )
  })

  it('obeys annotations first', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(
      `${DEFAULT}/pods`,
      pod([{ command: ['sleep', '60'] }], 'Never', { [FINISH_AFTER]: '1s' }),
    )
    await cluster.pass(1)
    assert.equal((await cluster.get(POD)).status.phase, 'Succeeded')
  })
})
