import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ClusterAutoscaler, Limits } from './autoscaler-limits.js'
import { type LimitsDemand, splitLimits } from './split-limits.js'

const NOW = 1_000_000_000
const SETTLED = NOW - 120_000
const RECENT = NOW - 119_000

const pristine = (min: number, max: number): ClusterAutoscaler => ({
  min,
  max,
  currentReplicas: 0,
  desiredReplicas: 0,
  lastScaleTime: undefined,
})
const scaled = (limits: Limits, current: number, lastScaleTime = SETTLED, desired = current) => ({
  ...limits,
  currentReplicas: current,
  desiredReplicas: desired,
  lastScaleTime,
})

function split(limits: Limits, autoscalers: Readonly<Record<string, ClusterAutoscaler | undefined>>) {
  const clusters = Object.entries(autoscalers).map(([cluster, autoscaler]) => ({ cluster, autoscaler }))
  const result = splitLimits({ ...limits, clusters, now: NOW })
  return Object.fromEntries([...result].map(([cluster, { min, max }]) => [cluster, [min, max]]))
}

describe('the limits of an autoscaler', () => {
  it('are split evenly at first, the rest in planning order', () => {
    const none = { a: undefined, b: undefined, c: undefined }
    assert.deepEqual(split({ min: 4, max: 10 }, { a: undefined, b: undefined }), { a: [2, 5], b: [2, 5] })
    assert.deepEqual(split({ min: 1, max: 10 }, none), { a: [1, 4], b: [1, 3], c: [1, 3] })
  })

  it('reach only as many clusters as the maximum allows', () => {
    const none = { a: undefined, b: undefined, c: undefined, d: undefined }
    assert.deepEqual(split({ min: 1, max: 3 }, none), { a: [1, 2], b: [1, 1] })
    assert.deepEqual(split({ min: 1, max: 1 }, none), { a: [1, 1] })
  })

  it('give a new cluster what others can spare', () => {
    assert.deepEqual(split({ min: 1, max: 10 }, { a: pristine(1, 10), b: undefined }), {
      a: [1, 9],
      b: [1, 1],
    })
  })

  it('move one of the maximum from a cluster that can spare it to one that needs it', () => {
    const clusters = {
      a: scaled({ min: 1, max: 7 }, 5),
      b: scaled({ min: 1, max: 1 }, 1),
      c: scaled({ min: 1, max: 2 }, 1, RECENT),
    }
    assert.deepEqual(split({ min: 1, max: 10 }, clusters), { a: [1, 6], b: [1, 2], c: [1, 2] })
  })

  it('move between clusters that never had to scale', () => {
    const content = (limits: Limits, current: number) => ({
      ...scaled(limits, current),
      lastScaleTime: undefined,
    })
    const clusters = { a: content({ min: 1, max: 5 }, 2), b: content({ min: 1, max: 5 }, 5) }
    assert.deepEqual(split({ min: 2, max: 10 }, clusters), { a: [1, 4], b: [1, 6] })
  })

  it('stay while no cluster can spare, or the last scale is too recent', () => {
    const full = { a: scaled({ min: 1, max: 9 }, 9, RECENT), b: scaled({ min: 1, max: 1 }, 1) }
    assert.deepEqual(split({ min: 1, max: 10 }, full), { a: [1, 9], b: [1, 1] })
    const recent = { a: scaled({ min: 1, max: 7 }, 5, RECENT), b: scaled({ min: 1, max: 3 }, 3) }
    assert.deepEqual(split({ min: 1, max: 10 }, recent), { a: [1, 7], b: [1, 3] })
    const young = { a: scaled({ min: 1, max: 7 }, 5), b: scaled({ min: 1, max: 3 }, 3, RECENT) }
    assert.deepEqual(split({ min: 1, max: 10 }, young), { a: [1, 7], b: [1, 3] })
  })

  it('move one of the minimum to a cluster that desires more', () => {
    const b = scaled({ min: 1, max: 4 }, 3)
    assert.deepEqual(split({ min: 4, max: 10 }, { a: scaled({ min: 3, max: 6 }, 3), b }), {
      a: [2, 6],
      b: [2, 4],
    })
    assert.deepEqual(split({ min: 4, max: 10 }, { a: scaled({ min: 3, max: 6 }, 4), b }), {
      a: [3, 6],
      b: [1, 4],
    })
  })

  it('grow and shrink with the federated ones', () => {
    assert.deepEqual(split({ min: 4, max: 14 }, { a: pristine(1, 5), b: pristine(1, 5) }), {
      a: [3, 9],
      b: [1, 5],
    })
    assert.deepEqual(split({ min: 3, max: 8 }, { a: pristine(2, 8), b: pristine(2, 8) }), {
      a: [1, 4],
      b: [2, 4],
    })
    assert.deepEqual(split({ min: 1, max: 1 }, { a: pristine(2, 4), b: pristine(2, 4) }), { a: [1, 1] })
  })

  it('shrink from the largest possible numbers at once', () => {
    const largest = 2 ** 31 - 1
    const clusters = {
      a: scaled({ min: largest, max: largest }, 3, RECENT),
      b: scaled({ min: largest, max: largest }, 3, RECENT),
    }
    assert.deepEqual(split({ min: 2, max: 3 }, clusters), { a: [1, 1], b: [1, 2] })
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

/** Clusters that get no more than they have, and the others. */
function expectKept(demand: LimitsDemand, about: string): void {
  const result = splitLimits(demand)
  let sum = 0
  for (const { cluster, autoscaler, isKept } of demand.clusters) {
    const { min = 0, max = 0 } = result.get(cluster) ?? {}
    sum += max
    if (isKept) assert.ok(max <= (autoscaler?.max ?? 0) && min <= (autoscaler?.min ?? 0), about)
  }
  const canGrow = demand.clusters.some(({ isKept }) => !isKept)
  assert.ok(canGrow ? sum === demand.max : sum <= demand.max, about)
}

describe('random autoscalers', () => {
  it('never get more than the maximum, nor less than both limits as far as possible', () => {
    for (let seed = 1; seed <= 1000; seed++) {
      const below = generator(seed)
      const max = 1 + below(20)
      const min = 1 + below(max)
      const clusters = Array.from({ length: 1 + below(6) }, (_, index) => {
        const has = below(4) > 0
        const most = 1 + below(12)
        const least = 1 + below(most)
        const current = below(15)
        const autoscaler: ClusterAutoscaler = {
          min: least,
          max: most,
          currentReplicas: current,
          desiredReplicas: below(2) ? current : below(15),
          lastScaleTime: [undefined, SETTLED, RECENT][below(3)],
        }
        return { cluster: `c${index}`, autoscaler: has ? autoscaler : undefined }
      })
      const result = splitLimits({ min, max, clusters, now: NOW })
      const kept = clusters.map((cluster) => ({ ...cluster, isKept: below(3) === 0 }))
      expectKept({ min, max, clusters: kept, now: NOW }, `seed ${seed}`)
      const parts = [...result.values()]
      const about = `seed ${seed}: ${JSON.stringify({ min, max, clusters, parts })}`
      for (const part of parts) assert.ok(part.min >= 1 && part.min <= part.max, about)
      assert.equal(
        parts.reduce((sum, part) => sum + part.max, 0),
        max,
        about,
      )
      assert.ok(parts.reduce((sum, part) => sum + part.min, 0) >= min, about)
    }
  })

  it('stay as they are once they are split, until something scales', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const below = generator(seed)
      const max = 1 + below(20)
      const min = 1 + below(max)
      const names = Array.from({ length: 1 + below(6) }, (_, index) => `c${index}`)
      const empty = names.map((cluster) => ({ cluster, autoscaler: undefined }))
      let last = splitLimits({ min, max, clusters: empty, now: NOW })
      for (let round = 0; round < 20; round++) {
        const clusters = names.map((cluster) => {
          const limits = last.get(cluster)
          return { cluster, autoscaler: limits && pristine(limits.min, limits.max) }
        })
        const next = splitLimits({ min, max, clusters, now: NOW })
        if (round > names.length) assert.deepEqual(next, last, `seed ${seed}`)
        last = next
      }
    }
  })
})
