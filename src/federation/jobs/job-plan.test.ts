import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { EQUAL_SHARES, parsePreferences } from '#federation/replicas/preferences.js'
import type { ClusterSight, ObservedJob } from './followed-share.js'
import { type JobDemand, planJob } from './job-plan.js'
import { EMPTY_RECORD, formatRecord, type JobRecord, parseRecord } from './job-record.js'

const TIME = '2026-01-01T00:00:00Z'
const demandOf = (parallelism: number, completions?: number, more: Partial<JobDemand> = {}): JobDemand => ({
  parallelism,
  completions,
  isIndexed: false,
  isFinished: false,
  preferences: EQUAL_SHARES,
  preferencesDigest: '',
  key: 'shop/work',
  ...more,
})
const FREE: ClusterSight = { isSelected: true, isKnown: true, mayExist: false, job: undefined }
const seen = (job: Partial<ObservedJob>): ClusterSight => ({
  ...FREE,
  job: {
    uid: 'u',
    parallelism: 1,
    completions: undefined,
    succeeded: 0,
    failed: 0,
    isSuspended: false,
    completedIndexes: undefined,
    failedIndexes: undefined,
    ...job,
  },
})
const COMPLETE = { type: 'Complete', time: TIME } as const
const sights = (clusters: Readonly<Record<string, ClusterSight>>) => new Map(Object.entries(clusters))
const sharesOf = ({ clusters }: JobRecord) =>
  Object.fromEntries(
    [...clusters].flatMap(([cluster, { share }]) =>
      share === undefined ? [] : [[cluster, [share.parallelism, share.completions]]],
    ),
  )

describe('the plan of a job', () => {
  it('divides parallelism by preferences, and completions by weight', () => {
    const preferences = parsePreferences('{"clusters":{"a":{"weight":2,"maxReplicas":1},"*":{"weight":1}}}')
    const { record } = planJob(EMPTY_RECORD, demandOf(4, 8, { preferences }), sights({ a: FREE, b: FREE }))
    assert.deepEqual(sharesOf(record), { a: [1, 6], b: [3, 2] })
  })

  it('gives completions by parallelism where there are no weights', () => {
    const preferences = parsePreferences('{"clusters":{"a":{"minReplicas":2},"b":{"minReplicas":1}}}')
    const { record } = planJob(
      EMPTY_RECORD,
      demandOf(3, 6, { preferences }),
      sights({ a: FREE, b: FREE, c: FREE }),
    )
    assert.deepEqual(sharesOf(record), { a: [2, 4], b: [1, 2] })
  })

  it('gives a joining cluster nothing of a complete plan', () => {
    const first = planJob(EMPTY_RECORD, demandOf(2, 4), sights({ a: FREE }))
    const second = planJob(first.record, demandOf(2, 4), sights({ a: FREE, b: FREE }))
    assert.deepEqual(sharesOf(second.record), { a: [2, 4] })
  })

  it('divides the parallelism again when a cluster that completed its share gets another', () => {
    const demand = demandOf(4, 6)
    const first = planJob(EMPTY_RECORD, demand, sights({ a: FREE, b: FREE, c: FREE }))
    const a = seen({ uid: 'a', completions: 2 })
    const b = { ...seen({ uid: 'b', completions: 2 }), isSelected: false }
    const c = seen({ uid: 'c', completions: 2, succeeded: 2, end: COMPLETE })
    const waiting = planJob(first.record, demand, sights({ a, b, c: { ...c, isKept: true } }))
    assert.deepEqual(sharesOf(waiting.record), { a: [4, 2], c: [2, 2] })
    const assigned = planJob(waiting.record, demand, sights({ a, b, c }))
    assert.deepEqual(sharesOf(assigned.record), { a: [2, 2], c: [2, 2] })
  })

  it('gives the rest of a lost share to a cluster without one', () => {
    const demand = demandOf(2, 8, {
      preferences: parsePreferences('{"clusters":{"a":{"weight":1},"b":{"weight":1},"c":{"weight":0}}}'),
    })
    const { record } = planJob(EMPTY_RECORD, demand, sights({ a: FREE, b: FREE }))
    const a = seen({ uid: 'a', completions: 4, succeeded: 1 })
    const b = seen({ uid: 'b', completions: 4, succeeded: 3 })
    const running = planJob(record, demand, sights({ a, b }))
    const lost = planJob(running.record, demandOf(2, 8), sights({ a, c: FREE }))
    assert.deepEqual(sharesOf(lost.record), { a: [1, 4], b: [1, 4], c: [1, 1] })
    assert.equal(lost.record.clusters.get('b')?.share?.isReplaced, true)
    const back = planJob(lost.record, demandOf(2, 8), sights({ a, b, c: FREE }))
    assert.deepEqual(back.record.clusters.get('b')?.closed?.succeeded, 3)
    assert.equal(back.record.clusters.get('b')?.share, undefined)
  })

  it('waits for a cluster that is done if all have shares, and takes a returning one back', () => {
    const demand = demandOf(2, 8)
    const { record } = planJob(EMPTY_RECORD, demand, sights({ a: FREE, b: FREE }))
    const [a, b] = ['a', 'b'].map((uid) => seen({ uid, completions: 4, succeeded: 2 }))
    const running = planJob(record, demand, sights({ a, b } as Record<string, ClusterSight>))
    const lost = planJob(running.record, demand, sights({ a } as Record<string, ClusterSight>))
    assert.deepEqual(sharesOf(lost.record), { a: [2, 4], b: [1, 4] })
    const back = planJob(lost.record, demand, sights({ a, b } as Record<string, ClusterSight>))
    assert.deepEqual(sharesOf(back.record), { a: [1, 4], b: [1, 4] })
    const done = seen({ uid: 'a', completions: 4, succeeded: 4, end: COMPLETE })
    const again = planJob(lost.record, demand, sights({ a: done }))
    assert.deepEqual(sharesOf(again.record), { a: [2, 2], b: [1, 4] })
    assert.equal(again.record.clusters.get('a')?.closed?.succeeded, 4)
    assert.equal(again.isComplete, false)
  })

  it('is complete only when all shares are, and failed when one is', () => {
    const demand = demandOf(2, 2)
    const { record } = planJob(EMPTY_RECORD, demand, sights({ a: FREE, b: FREE }))
    const a = seen({ uid: 'a', completions: 1, succeeded: 1, end: COMPLETE })
    const b = seen({ uid: 'b', completions: 1, succeeded: 1 })
    assert.equal(planJob(record, demand, sights({ a, b })).isComplete, false)
    const done = seen({ uid: 'b', completions: 1, succeeded: 1, end: COMPLETE })
    assert.equal(planJob(record, demand, sights({ a, b: done })).isComplete, true)
    const older = { type: 'Failed', time: TIME, reason: 'Older' } as const
    const newer = { type: 'Failed', time: '2026-01-01T00:00:01Z', reason: 'Newer' } as const
    const failed = planJob(
      record,
      demand,
      sights({ a: seen({ uid: 'a', end: newer }), b: seen({ uid: 'b', end: older }) }),
    )
    assert.equal(failed.failure?.reason, 'Newer')
    assert.equal(failed.isComplete, false)
  })

  it('of an indexed job moves as a whole', () => {
    const demand = demandOf(2, 4, { isIndexed: true })
    const { record } = planJob(EMPTY_RECORD, demand, sights({ a: FREE, b: FREE }))
    const [first = ''] = Object.keys(sharesOf(record))
    const other = first === 'a' ? 'b' : 'a'
    assert.deepEqual(sharesOf(record), { [first]: [2, 4] })
    const moved = planJob(record, demand, sights({ [other]: FREE }))
    assert.deepEqual(sharesOf(moved.record)[other], [2, 4])
    const back = planJob(moved.record, demand, sights({ [first]: FREE, [other]: FREE }))
    assert.deepEqual(sharesOf(back.record), { [other]: [2, 4] })
  })

  it('survives any annotation', () => {
    for (const text of [
      '',
      '{',
      'null',
      '[]',
      '1',
      '{"clusters":{"a":null,"b":{"share":{"completions":-1}}}}',
    ])
      assert.doesNotThrow(() =>
        planJob(parseRecord(text) ?? EMPTY_RECORD, demandOf(1, 1), sights({ a: FREE })),
      )
  })
})

/** A small generator, so that a failure can be repeated. */
function generator(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

interface SimulatedCluster {
  isReady: boolean
  /** Whether it gets no more than it has. */
  isKept: boolean
  job: { -readonly [field in keyof ObservedJob]: ObservedJob[field] } | undefined
}

/** Clusters that run jobs, come and go. */
class Model {
  readonly clusters = new Map<string, SimulatedCluster>()
  readonly demand: JobDemand
  record = EMPTY_RECORD
  isComplete = false
  /** Completions so far, and those in clusters that were away. */
  ran = 0
  ranAway = 0
  #uids = 0

  constructor(names: readonly string[], demand: JobDemand) {
    this.demand = demand
    for (const name of names) this.clusters.set(name, { isReady: true, isKept: false, job: undefined })
  }

  plan(): void {
    const visible = [...this.clusters].filter(([, { isReady }]) => isReady)
    const seenNow = new Map(
      // A policy keeps new objects out of a tainted cluster.
      visible.map(([name, { job, isKept }]) => [
        name,
        { ...FREE, isSelected: !isKept || job !== undefined, isKept, job },
      ]),
    )
    // As if the host restarted each time.
    const { record, isComplete } = planJob(
      parseRecord(formatRecord(this.record)) as JobRecord,
      this.demand,
      seenNow,
    )
    this.record = record
    this.isComplete = isComplete
    for (const [name, cluster] of visible) this.#apply(name, cluster)
  }

  #apply(name: string, cluster: SimulatedCluster): void {
    const { share, closed } = this.record.clusters.get(name) ?? {}
    const { job } = cluster
    if (job !== undefined && (share === undefined || job.uid === closed?.uid)) cluster.job = undefined
    else if (job !== undefined) {
      const parallelism = share?.parallelism ?? 0
      assert.ok(
        !cluster.isKept || job.end !== undefined || parallelism <= job.parallelism,
        'a kept share grows',
      )
      job.parallelism = parallelism
    } else if (share !== undefined && share.end === undefined) {
      assert.ok(!cluster.isKept, 'a cluster that is kept gets a share')
      const { parallelism, completions } = share
      cluster.job = { ...(seen({}).job as ObservedJob), uid: `u${this.#uids++}`, parallelism, completions }
    }
  }

  run(name: string): void {
    const { job, isReady } = this.clusters.get(name) as SimulatedCluster
    if (job === undefined || job.end !== undefined || job.parallelism === 0) return
    job.succeeded++
    this.ran++
    if (!isReady) this.ranAway++
    if (job.succeeded === job.completions) job.end = COMPLETE
  }

  get parallelism(): number {
    return [...this.clusters.values()]
      .filter(({ isReady, job }) => isReady && job !== undefined && job.end === undefined)
      .reduce((sum, { job }) => sum + (job?.parallelism ?? 0), 0)
  }
}

describe('random losses of clusters', () => {
  it('neither lose a result, nor run anything twice that is known', () => {
    for (let seed = 1; seed <= 25; seed++) {
      const below = generator(seed)
      const names = Array.from({ length: 1 + below(4) }, (_, index) => `c${index}`)
      const completions = 1 + below(12)
      const model = new Model(names, demandOf(1 + below(6), completions))
      const about = () => `seed ${seed}: ${formatRecord(model.record)}`
      for (let step = 0; step < 60; step++) {
        const name = names[below(names.length)] as string
        const cluster = model.clusters.get(name) as SimulatedCluster
        if (below(5) === 0) cluster.isReady = !cluster.isReady
        else if (below(8) === 0) cluster.isKept = !cluster.isKept
        else model.run(name)
        model.plan()
        assert.ok(model.parallelism <= model.demand.parallelism, about())
        assert.ok(model.ran - model.ranAway <= completions, about())
      }
      for (const cluster of model.clusters.values()) {
        cluster.isReady = true
        cluster.isKept = false
      }
      for (let step = 0; step < 100 && !model.isComplete; step++) {
        model.plan()
        for (const name of names) model.run(name)
      }
      assert.ok(model.isComplete, about())
      assert.ok(model.ran >= completions && model.ran - model.ranAway <= completions, about())
    }
  })
})
