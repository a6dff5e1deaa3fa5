import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json } from '../support/client.js'
import { BATCH, BEHAVIOUR, Cluster, condition, FINISH_AFTER, names, template } from './cluster.js'

const PATH = `${BATCH}/cronjobs/tick`
const SCHEDULED_AT = 'batch.kubernetes.io/cronjob-scheduled-timestamp'
const MINUTE = 60
const HOUR = 60 * MINUTE

const cronJob = (schedule: string, spec: Json = {}, annotations: Json = {}): Json => ({
  metadata: { name: 'tick' },
  spec: {
    schedule,
    successfulJobsHistoryLimit: 100,
    ...spec,
    jobTemplate: {
      spec: { backoffLimit: 0, template: template('tick:1', annotations, { restartPolicy: 'Never' }) },
    },
  },
})

const scheduledTimes = async (cluster: Cluster) =>
  (await cluster.list(`${BATCH}/jobs`)).map(({ metadata }) => metadata.annotations[SCHEDULED_AT]).sort()

describe('the times of a cron job', () => {
  const cases: readonly {
    readonly what: string
    readonly start: string
    readonly schedule: string
    readonly timeZone?: string
    readonly hours: number
    readonly times: readonly string[]
  }[] = [
    {
      what: 'every twenty minutes',
      start: '2024-01-01T00:00:30Z',
      schedule: '*/20 * * * *',
      hours: 1,
      times: ['2024-01-01T00:20:00Z', '2024-01-01T00:40:00Z', '2024-01-01T01:00:00Z'],
    },
    {
      what: 'in a zone',
      start: '2024-06-01T00:00:00Z',
      schedule: '30 9 * * *',
      timeZone: 'Asia/Kolkata',
      hours: 48,
      times: ['2024-06-01T04:00:00Z', '2024-06-02T04:00:00Z'],
    },
    {
      what: 'left out where clocks are set forward',
      start: '2024-03-30T00:00:00Z',
      schedule: '30 2 * * *',
      timeZone: 'Europe/Berlin',
      hours: 72,
      times: ['2024-03-30T01:30:00Z', '2024-04-01T00:30:00Z'],
    },
    {
      what: 'that follow clocks which are set back',
      start: '2024-10-26T00:00:00Z',
      schedule: '0 12 * * *',
      timeZone: 'America/New_York',
      hours: 24 * 10,
      times: [
        ...['26', '27', '28', '29', '30', '31'].map((day) => `2024-10-${day}T16:00:00Z`),
        ...['01', '02'].map((day) => `2024-11-${day}T16:00:00Z`),
        ...['03', '04'].map((day) => `2024-11-${day}T17:00:00Z`),
      ],
    },
    {
      what: 'on days of the week or of the month',
      start: '2024-01-01T00:00:00Z',
      schedule: '0 0 10 * mon',
      hours: 24 * 12,
      times: ['2024-01-08T00:00:00Z', '2024-01-10T00:00:00Z'],
    },
  ]
  for (const { what, start, schedule, timeZone, hours, times } of cases) {
    it(what, async (t) => {
      const cluster = await Cluster.start(t, Date.parse(start))
      await cluster.create(`${BATCH}/cronjobs`, cronJob(schedule, { timeZone }))
      await cluster.pass(hours * HOUR)
      assert.deepEqual(await scheduledTimes(cluster), times)
      const { status } = await cluster.get(PATH)
      assert.equal(status.lastScheduleTime, times.at(-1))
      assert.equal(status.lastSuccessfulTime, times.at(-1))
    })
  }
})

describe('a cron job whose jobs overlap', () => {
  const long = { [FINISH_AFTER]: '90s' }
  const running = async (cluster: Cluster) =>
    (await cluster.get(PATH)).status.active?.map(({ name }: Json) => name).length ?? 0

  it('runs them concurrently', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(`${BATCH}/cronjobs`, cronJob('* * * * *', { concurrencyPolicy: 'Allow' }, long))
    await cluster.pass(2 * MINUTE)
    assert.equal(await running(cluster), 2)
  })

  it('skips times while one runs, and then runs the last one', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(`${BATCH}/cronjobs`, cronJob('* * * * *', { concurrencyPolicy: 'Forbid' }, long))
    await cluster.pass(2 * MINUTE)
    assert.deepEqual(await scheduledTimes(cluster), ['2024-01-01T00:01:00Z'])
    await cluster.pass(30)
    assert.deepEqual(await scheduledTimes(cluster), ['2024-01-01T00:01:00Z', '2024-01-01T00:02:00Z'])
    assert.equal(await running(cluster), 1)
  })

  it('replaces the running one', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(`${BATCH}/cronjobs`, cronJob('* * * * *', { concurrencyPolicy: 'Replace' }, long))
    await cluster.pass(3 * MINUTE)
    assert.deepEqual(await scheduledTimes(cluster), ['2024-01-01T00:03:00Z'])
  })
})

describe('a cron job', () => {
  it('keeps as many finished jobs as its limits allow', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(`${BATCH}/cronjobs`, cronJob('* * * * *', { successfulJobsHistoryLimit: 2 }))
    await cluster.pass(5 * MINUTE)
    assert.deepEqual(await scheduledTimes(cluster), ['2024-01-01T00:04:00Z', '2024-01-01T00:05:00Z'])
  })

  it('keeps one failed job by default', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(`${BATCH}/cronjobs`, cronJob('* * * * *', {}, { [BEHAVIOUR]: 'fail' }))
    await cluster.pass(3 * MINUTE)
    const jobs = await cluster.list(`${BATCH}/jobs`)
    assert.equal(jobs.length, 1)
    assert.equal(condition(jobs[0], 'Failed').status, 'True')
    assert.equal((await cluster.get(PATH)).status.lastSuccessfulTime, undefined)
  })

  it('creates the last missed job when it is resumed', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(`${BATCH}/cronjobs`, cronJob('*/10 * * * *', { suspend: true }))
    await cluster.pass(35 * MINUTE)
    assert.deepEqual(await scheduledTimes(cluster), [])
    await cluster.change(PATH, { spec: { suspend: false } })
    assert.deepEqual(await scheduledTimes(cluster), ['2024-01-01T00:30:00Z'])
  })

  it('skips jobs after its starting deadline', async (t) => {
    const cluster = await Cluster.start(t)
    const spec = { suspend: true, startingDeadlineSeconds: 200 }
    await cluster.create(`${BATCH}/cronjobs`, cronJob('*/10 * * * *', spec))
    await cluster.pass(35 * MINUTE)
    await cluster.change(PATH, { spec: { suspend: false } })
    assert.deepEqual(await scheduledTimes(cluster), [])
    await cluster.pass(5 * MINUTE)
    assert.deepEqual(await scheduledTimes(cluster), ['2024-01-01T00:40:00Z'])
  })

  it('is deleted with its jobs', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(`${BATCH}/cronjobs`, cronJob('* * * * *'))
    await cluster.pass(2 * MINUTE)
    await cluster.delete(PATH)
    assert.deepEqual(names(await cluster.list(`${BATCH}/jobs`)), [])
  })
})
