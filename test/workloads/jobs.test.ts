import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json } from '../support/client.js'
import { BATCH, BEHAVIOUR, Cluster, condition, DEFAULT, FINISH_AFTER, template } from './cluster.js'

const EXIT_CODE = 'simulation.binnacle.dev/exit-code'
const INDEX = 'batch.kubernetes.io/job-completion-index'
const PATH = `${BATCH}/jobs/work`

/** A job whose pods take ten seconds. */
const job = (spec: Json, annotations: Json = {}, restartPolicy = 'Never'): Json => ({
  metadata: { name: 'work' },
  spec: {
    ...spec,
    template: template('work:1', { [FINISH_AFTER]: '10s', ...annotations }, { restartPolicy }),
  },
})

const phases = async (cluster: Cluster) => (await cluster.pods()).map(({ status }) => status.phase).sort()
const active = async (cluster: Cluster) => (await cluster.get(PATH)).status.active ?? 0
const podOf = async (cluster: Cluster, index: number) =>
  (await cluster.pods()).find(
    ({ metadata, status }) => metadata.annotations[INDEX] === String(index) && status.phase === 'Running',
  )
const behave = (cluster: Cluster, pod: Json, annotations: Json) =>
  cluster.change(`${DEFAULT}/pods/${pod.metadata.name}`, { metadata: { annotations } })

describe('a job', () => {
  it('runs up to its parallelism until enough pods have succeeded', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(`${BATCH}/jobs`, job({ completions: 5, parallelism: 2 }))
    const seen: number[] = []
    for (let step = 0; step < 4; step++) {
      seen.push(await active(cluster))
      await cluster.pass(10)
    }
    assert.deepEqual(seen, [2, 2, 1, 0])
    const { status } = await cluster.get(PATH)
    assert.equal(status.succeeded, 5)
    assert.equal(status.startTime, '2024-01-01T00:00:00Z')
    assert.equal(status.completionTime, '2024-01-01T00:00:30Z')
    assert.equal(condition({ status }, 'Complete').reason, 'CompletionsReached')
    const finalizers = (await cluster.pods()).flatMap(({ metadata }) => metadata.finalizers ?? [])
    assert.deepEqual(finalizers, [], 'no counted pod keeps the tracking finalizer')
  })

  it('without completions is complete when one pod has succeeded and all others have ended', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(`${BATCH}/jobs`, job({ parallelism: 3 }))
    await cluster.pass(10)
    assert.equal((await cluster.get(PATH)).status.succeeded, 3)
    assert.equal(condition(await cluster.get(PATH), 'Complete').status, 'True')
  })

  it('backs off after each failure, and fails beyond its limit', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(`${BATCH}/jobs`, job({ backoffLimit: 2 }, { [BEHAVIOUR]: 'fail' }))
    const counts: number[] = []
    // Fails at 10 s; the next starts at 20 s and fails at 30 s; the next starts at 50 s and fails at 60 s.
    for (const seconds of [9, 1, 9, 1, 10, 19, 1, 9]) {
      await cluster.pass(seconds)
      counts.push((await cluster.pods()).length)
    }
    assert.deepEqual(counts, [1, 1, 1, 2, 2, 2, 3, 3])
    assert.equal(condition(await cluster.get(PATH), 'Failed'), undefined)
    await cluster.pass(1)
    const failed = await cluster.get(PATH)
    assert.equal(failed.status.failed, 3)
    assert.equal(condition(failed, 'FailureTarget').reason, 'BackoffLimitExceeded')
    assert.equal(condition(failed, 'Failed').reason, 'BackoffLimitExceeded')
    assert.equal(failed.status.completionTime, undefined)
  })

  it('counts container restarts', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(`${BATCH}/jobs`, job({ backoffLimit: 2 }, { [BEHAVIOUR]: 'crash' }, 'OnFailure'))
    await cluster.pass(20)
    assert.equal((await cluster.pods())[0].status.containerStatuses[0].restartCount, 1)
    assert.equal(condition(await cluster.get(PATH), 'Failed'), undefined)
    await cluster.pass(29)
    assert.equal(condition(await cluster.get(PATH), 'Failed'), undefined)
    await cluster.pass(1)
    assert.equal(condition(await cluster.get(PATH), 'Failed').reason, 'BackoffLimitExceeded')
    assert.deepEqual(await cluster.pods(), [])
  })

  it('fails at its active deadline, and deletes its pods', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(`${BATCH}/jobs`, job({ activeDeadlineSeconds: 5, completions: 2, parallelism: 2 }))
    await cluster.pass(4)
    assert.equal(await active(cluster), 2)
    await cluster.pass(1)
    const late = await cluster.get(PATH)
    assert.equal(condition(late, 'Failed').reason, 'DeadlineExceeded')
    assert.equal(late.status.failed, 2)
    assert.deepEqual(await cluster.pods(), [])
  })

  it('is deleted with its pods after its TTL', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(`${BATCH}/jobs`, job({ ttlSecondsAfterFinished: 60 }))
    await cluster.pass(69)
    assert.equal(await cluster.isGone(PATH), false)
    await cluster.pass(1)
    assert.equal(await cluster.isGone(PATH), true)
    assert.deepEqual(await cluster.pods(), [])
  })

  it('has no pods while it is suspended, and restarts when it is resumed', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(`${BATCH}/jobs`, job({ suspend: true, completions: 2, parallelism: 2 }))
    assert.deepEqual(await cluster.pods(), [])
    assert.equal(condition(await cluster.get(PATH), 'Suspended').status, 'True')
    assert.equal((await cluster.get(PATH)).status.startTime, undefined)
    await cluster.change(PATH, { spec: { suspend: false } })
    assert.equal(await active(cluster), 2)
    await cluster.pass(5)
    await cluster.change(PATH, { spec: { suspend: true } })
    assert.deepEqual(await cluster.pods(), [])
    await cluster.pass(5)
    await cluster.change(PATH, { spec: { suspend: false } })
    assert.equal((await cluster.get(PATH)).status.startTime, '2024-01-01T00:00:10Z')
    await cluster.pass(10)
    const done = await cluster.get(PATH)
    assert.equal(condition(done, 'Complete').status, 'True')
    assert.equal(done.status.failed, 2, 'pods that were stopped have failed')
  })
})

describe('an indexed job', () => {
  const indexed = { completionMode: 'Indexed', completions: 3, parallelism: 3 }

  it('runs each index until it has succeeded', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(`${BATCH}/jobs`, job(indexed))
    const pods = await cluster.pods()
    assert.deepEqual(pods.map(({ spec }) => spec.hostname).sort(), ['work-0', 'work-1', 'work-2'])
    await behave(cluster, await podOf(cluster, 1), { [BEHAVIOUR]: 'fail' })
    await cluster.pass(10)
    assert.equal((await cluster.get(PATH)).status.completedIndexes, '0,2')
    await cluster.pass(20)
    const done = await cluster.get(PATH)
    assert.equal(done.status.completedIndexes, '0-2')
    assert.equal(done.status.failed, 1)
    assert.equal(condition(done, 'Complete').status, 'True')
  })

  it('gives up an index beyond its own limit, and fails at the end', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(`${BATCH}/jobs`, job({ ...indexed, backoffLimitPerIndex: 1 }))
    await behave(cluster, await podOf(cluster, 1), { [BEHAVIOUR]: 'fail' })
    await cluster.pass(20)
    assert.equal((await cluster.get(PATH)).status.failedIndexes, '')
    await behave(cluster, await podOf(cluster, 1), { [BEHAVIOUR]: 'fail' })
    await cluster.pass(10)
    const { status } = await cluster.get(PATH)
    assert.deepEqual([status.completedIndexes, status.failedIndexes], ['0,2', '1'])
    assert.equal(condition({ status }, 'Failed').reason, 'FailedIndexes')
  })

  it('succeeds by its success policy', async (t) => {
    const cluster = await Cluster.start(t)
    const successPolicy = { rules: [{ succeededIndexes: '1-2', succeededCount: 1 }] }
    await cluster.create(`${BATCH}/jobs`, job({ ...indexed, successPolicy }))
    await behave(cluster, await podOf(cluster, 0), { [FINISH_AFTER]: '100s' })
    await behave(cluster, await podOf(cluster, 2), { [FINISH_AFTER]: '100s' })
    await cluster.pass(10)
    const { status } = await cluster.get(PATH)
    assert.equal(condition({ status }, 'SuccessCriteriaMet').reason, 'SuccessPolicy')
    assert.equal(condition({ status }, 'Complete').status, 'True')
    assert.equal(status.completedIndexes, '1')
    assert.equal(status.failed, undefined)
    assert.deepEqual(await phases(cluster), ['Succeeded'])
  })
})

describe('a job with a pod failure policy', () => {
  const failing = (code: string) => ({ [BEHAVIOUR]: 'fail', [EXIT_CODE]: code })
  const rules = [
    { action: 'FailJob', onExitCodes: { containerName: 'main', operator: 'In', values: [42] } },
    { action: 'Ignore', onExitCodes: { operator: 'In', values: [7] } },
  ]
  const spec = { backoffLimit: 0, podFailurePolicy: { rules } }

  it('fails at once with FailJob', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(`${BATCH}/jobs`, job({ ...spec, backoffLimit: 6 }, failing('42')))
    await cluster.pass(10)
    const { reason, message } = condition(await cluster.get(PATH), 'Failed')
    assert.equal(reason, 'PodFailurePolicy')
    assert.match(
      message,
      /^Container main for pod default\/work-\w+ failed with exit code 42 matching FailJob rule at index 0$/,
    )
  })

  it('ignores failures with Ignore', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(`${BATCH}/jobs`, job(spec, failing('7')))
    await cluster.pass(25)
    const { status } = await cluster.get(PATH)
    assert.equal(status.failed, undefined)
    assert.equal(condition({ status }, 'Failed'), undefined)
    assert.ok((await cluster.pods()).length >= 2, 'another pod has replaced it')
  })

  it('counts all other failures', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(`${BATCH}/jobs`, job(spec, failing('1')))
    await cluster.pass(10)
    assert.equal(condition(await cluster.get(PATH), 'Failed').reason, 'BackoffLimitExceeded')
  })

  it('fails the index with FailIndex', async (t) => {
    const cluster = await Cluster.start(t)
    const policy = { rules: [{ action: 'FailIndex', onExitCodes: { operator: 'NotIn', values: [7] } }] }
    const indexed = { completionMode: 'Indexed', completions: 2, parallelism: 2, backoffLimitPerIndex: 3 }
    await cluster.create(`${BATCH}/jobs`, job({ ...indexed, podFailurePolicy: policy }))
    await behave(cluster, await podOf(cluster, 0), failing('3'))
    await cluster.pass(10)
    const { status } = await cluster.get(PATH)
    assert.deepEqual([status.completedIndexes, status.failedIndexes], ['1', '0'])
    assert.equal(condition({ status }, 'Failed').reason, 'FailedIndexes')
  })
})
