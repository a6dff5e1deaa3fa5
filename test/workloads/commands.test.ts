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

  it('ends container by container, and fails if one fails', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(
      `${DEFAULT}/pods`,
      pod([{ command: ['sleep', '9'] }, { command: ['false'] }], 'Never'),
    )
    await cluster.pass(8)
    const between = await cluster.get(POD)
    assert.equal(between.status.phase, 'Running')
    assert.equal(condition(between, 'Ready').reason, 'ContainersNotReady')
    const [sleeping, failed] = between.status.containerStatuses
    assert.deepEqual([sleeping.state.running.startedAt, sleeping.ready], ['2024-01-01T00:00:00Z', true])
    assert.deepEqual([failed.state.terminated.finishedAt, failed.ready], ['2024-01-01T00:00:00Z', false])
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

  it('restarts only the container that failed', async (t) => {
    const cluster = await Cluster.start(t)
    const containers = [
      { command: ['sh', '-c', 'sleep 5; false'] },
      { command: ['sleep', '20'] },
      { command: ['true'] },
    ]
    await cluster.create(`${DEFAULT}/pods`, pod(containers, 'OnFailure'))
    await cluster.pass(19)
    const { phase, containerStatuses } = (await cluster.get(POD)).status
    assert.equal(phase, 'Running')
    assert.deepEqual(
      containerStatuses.map(({ state, restartCount }: Json) => [Object.keys(state)[0], restartCount]),
      [
        ['running', 1],
        ['running', 0],
        ['terminated', 0],
      ],
    )
    await cluster.pass(1)
    const [waiting, ended] = (await cluster.get(POD)).status.containerStatuses
    assert.equal(waiting.state.waiting.message, 'back-off restarting failed container c0')
    assert.equal(ended.state.terminated.finishedAt, '2024-01-01T00:00:20Z')
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

/** The behaviours of Kubernetes' own job tests. */
describe('a job with a script', () => {
  const shell = (text: string, more: Json = {}) => ({ command: ['/bin/sh', '-c'], args: [text], ...more })
  const failOnce = 'if [[ -r /data/foo ]]\nthen\n  exit 0\nelse\n  touch /data/foo\n  exit 1\nfi\n'

  it('fails once, and succeeds after a restart, by a file on its volume', async (t) => {
    const cluster = await Cluster.start(t)
    const container = shell(failOnce, { volumeMounts: [{ name: 'data', mountPath: '/data' }] })
    const made = job(container, { parallelism: 2, completions: 4 }, 'OnFailure')
    made.spec.template.spec.volumes = [{ name: 'data', emptyDir: {} }]
    await cluster.create(`${BATCH}/jobs`, made)
    assert.equal((await cluster.get(JOB)).status.active, 2)
    await cluster.pass(60)
    const { status } = await cluster.get(JOB)
    assert.deepEqual([status.succeeded, status.failed], [4, undefined])
    for (const each of await cluster.pods()) assert.equal(each.status.containerStatuses[0].restartCount, 1)
  })

  it('fails for odd indexes only', async (t) => {
    const cluster = await Cluster.start(t)
    const text = 'if [ $(expr $JOB_COMPLETION_INDEX % 2) -ne 0 ]; then\n exit 1\nelse\n exit 0\nfi'
    const spec = { completionMode: 'Indexed', completions: 4, parallelism: 4, backoffLimitPerIndex: 0 }
    await cluster.create(`${BATCH}/jobs`, job(shell(text), spec))
    await cluster.pass(60)
    const { status } = await cluster.get(JOB)
    assert.deepEqual([status.completedIndexes, status.failedIndexes], ['0,2', '1,3'])
  })

  it('succeeds or fails at random until it is complete', async (t) => {
    const cluster = await Cluster.start(t)
    const container = shell('exit $(( $RANDOM / 16384 ))')
    await cluster.create(
      `${BATCH}/jobs`,
      job(container, { completions: 4, parallelism: 2, backoffLimit: 99 }),
    )
    await cluster.pass(86_400)
    const { status } = await cluster.get(JOB)
    assert.equal(status.succeeded, 4)
  })

  it('is active while a loop waits for a signal', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(`${BATCH}/jobs`, job(shell('trap exit TERM; while true; do sleep 1; done')))
    await cluster.pass(86_400)
    assert.equal((await cluster.get(JOB)).status.active, 1)
  })
})
