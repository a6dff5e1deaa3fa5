import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { conditionTaints, EXECUTE_AFTER_MS } from './condition-taints.js'
import {
  type EvictableCluster,
  type EvictionInput,
  type Evictions,
  formatEvictions,
  NO_EVICTIONS,
  parseEvictions,
  planEvictions,
} from './evictions.js'
import { placeObject } from './place-object.js'
import { type ClusterTaint, parseTaints, writeTaints } from './taints.js'

const NOW = Date.parse('2030-01-01T00:00:00Z')
const GRACE_MS = 300_000

const cluster = (name: string, facts: Partial<EvictableCluster> = {}): EvictableCluster => ({
  name,
  labels: {},
  region: '',
  zones: [],
  version: '',
  isReady: true,
  taints: [],
  free: undefined,
  hasCopy: false,
  isKnown: true,
  ...facts,
})
const LOST: ClusterTaint = { key: 'lost', value: '', effect: 'NoExecute', timeAdded: 0 }

function plan(clusters: readonly EvictableCluster[], input: Partial<EvictionInput> = {}, placement = {}) {
  const { verdicts, evictions, reviewAt } = planEvictions({
    clusters,
    before: NO_EVICTIONS,
    place: (open, staying) =>
      placeObject(placement as never, open, 'shop/web', input.now ?? NOW, staying).verdicts,
    roomError: ({ growing }) => (growing.length === 0 ? 'there is no other' : undefined),
    isReplaced: () => false,
    isPlanned: false,
    gracePeriodMs: GRACE_MS,
    now: NOW,
    ...input,
  })
  const reasons = Object.fromEntries([...verdicts].map(([name, { reason }]) => [name, reason]))
  return { reasons, evictions, reviewAt, verdicts }
}
const since = (time: number, isLeft = false): Evictions => new Map([['a', { since: time, isLeft }]])

describe('an object that has to leave a cluster', () => {
  const leaving = cluster('a', { hasCopy: true, taints: [LOST] })

  it('stays until others are ready', () => {
    const { reasons, evictions, reviewAt, verdicts } = plan([leaving, cluster('b')])
    assert.deepEqual(reasons, { a: 'Leaving', b: 'Chosen' })
    assert.deepEqual([verdicts.get('a')?.isChosen, verdicts.get('a')?.copy], [false, 'leaving'])
    assert.deepEqual(evictions, since(NOW))
    assert.equal(reviewAt, NOW + GRACE_MS)
    const later = plan([leaving, cluster('b')], { before: evictions, isReplaced: () => true, now: NOW + 1 })
    assert.equal(later.reasons.a, 'Evicted')
    assert.deepEqual(later.evictions, since(NOW, true))
  })

  it('stays no longer than the grace period', () => {
    const clusters = [leaving, cluster('b')]
    const at = (now: number) => plan(clusters, { before: since(NOW), now }).reasons.a
    assert.equal(at(NOW + GRACE_MS - 1), 'Leaving')
    assert.equal(at(NOW + GRACE_MS), 'Evicted')
  })

  it('stays if there is no room, with the reason', () => {
    const { reasons, evictions, verdicts } = plan([leaving])
    assert.deepEqual([reasons, evictions.size], [{ a: 'NoRoom' }, 0])
    const { isChosen, copy, message } = verdicts.get('a') ?? {}
    assert.deepEqual([isChosen, copy], [true, 'kept'])
    assert.equal(message, 'the policy does not tolerate the taint lost:NoExecute, but there is no other')
  })

  it('does not look for room once it has begun to move', () => {
    const { reasons } = plan([leaving, cluster('b')], {
      before: since(NOW),
      roomError: () => 'it is full by now',
    })
    assert.equal(reasons.a, 'Leaving')
  })

  it('takes no place of others while it stays', () => {
    const one = { spreadConstraints: [{ by: 'cluster', maxGroups: 1 }] }
    const roomError = () => 'it is full'
    assert.deepEqual(plan([leaving, cluster('b')], { roomError }, one).reasons, {
      a: 'NoRoom',
      b: 'SpreadFull',
    })
    assert.deepEqual(plan([leaving, cluster('b')], {}, one).reasons, { a: 'Leaving', b: 'Chosen' })
  })

  it('leaves as many clusters as there is room for', () => {
    const clusters = [leaving, cluster('b', { hasCopy: true, taints: [LOST] }), cluster('c')]
    const { reasons } = plan(clusters, {
      roomError: (move) => (move.leaving.length > 1 ? 'only one fits' : undefined),
    })
    assert.deepEqual(reasons, { a: 'Leaving', b: 'NoRoom', c: 'Chosen' })
  })

  it('leaves a cluster that the policy does not select whether there is room or not', () => {
    const clusters = [cluster('a', { hasCopy: true }), cluster('b')]
    const placement = { clusterNames: ['b'] }
    const roomError = () => 'it is full'
    assert.equal(plan(clusters, { roomError }, placement).reasons.a, 'Leaving')
    // There is nothing to wait for.
    assert.equal(plan(clusters, { roomError }, { clusterNames: ['x'] }).reasons.a, 'Evicted')
  })

  it('does not wait for a cluster that is away, and leaves it for good', () => {
    const away = cluster('a', { hasCopy: true, taints: [LOST], isReady: false, isKnown: false })
    const { reasons, evictions } = plan([away, cluster('b')])
    assert.equal(reasons.a, 'Evicted')
    const back = cluster('a', { hasCopy: true })
    const returned = plan([back, cluster('b', { hasCopy: true })], { before: evictions })
    assert.equal(returned.reasons.a, 'Evicted')
    const empty = plan([cluster('a'), cluster('b', { hasCopy: true })], { before: returned.evictions })
    assert.deepEqual([empty.reasons.a, empty.evictions.size], ['Chosen', 0])
  })

  it('stays if it may stay again', () => {
    const { reasons, evictions } = plan([cluster('a', { hasCopy: true }), cluster('b')], {
      before: since(NOW),
    })
    assert.deepEqual([reasons.a, evictions.size], ['Chosen', 0])
  })

  it('leaves at once if its plan moves the parts', () => {
    const { reasons, evictions } = plan([leaving, cluster('b')], { isPlanned: true })
    assert.deepEqual([reasons.a, evictions], ['Evicted', since(NOW, true)])
  })

  it('is recorded in an annotation that may be malformed', () => {
    const evictions = new Map([
      ['b', { since: NOW, isLeft: true }],
      ['a', { since: NOW, isLeft: false }],
    ])
    const text = formatEvictions(evictions)
    const time = '2030-01-01T00:00:00.000Z'
    assert.equal(text, `{"a":{"since":"${time}"},"b":{"since":"${time}","left":true}}`)
    assert.deepEqual(parseEvictions(text), evictions)
    assert.equal(formatEvictions(NO_EVICTIONS), undefined)
    for (const malformed of [undefined, '', 'x', 'null', '[]', '1', '{"a":null,"b":{"since":"x"}}'])
      assert.equal(parseEvictions(malformed).size, 0, malformed)
  })
})

describe('the taints of a cluster that is not ready', () => {
  const at = (result: 'ready' | 'not-ready' | 'unreachable', before: string | undefined, now: number) =>
    conditionTaints(result, before, now)

  it('keep objects away at once, move them later, and go when it is ready', () => {
    const first = at('unreachable', undefined, NOW)
    const taint = { key: 'cluster.binnacle.dev/unreachable', value: '' }
    const added = { ...taint, effect: 'NoSchedule', timeAdded: NOW }
    assert.deepEqual(parseTaints(first), [added])
    assert.equal(at('unreachable', first, NOW + EXECUTE_AFTER_MS - 1), first)
    const second = at('unreachable', first, NOW + EXECUTE_AFTER_MS)
    const executed = { ...taint, effect: 'NoExecute', timeAdded: NOW + EXECUTE_AFTER_MS }
    assert.deepEqual(parseTaints(second), [added, executed])
    assert.equal(at('unreachable', second, NOW + 1e9), second)
    assert.equal(at('ready', second, NOW + 1e9), undefined)
  })

  it('keep their times when the cluster is away for another reason', () => {
    const before = at('unreachable', undefined, NOW)
    const [after] = parseTaints(at('not-ready', before, NOW + 5000))
    assert.deepEqual([after?.key, after?.timeAdded], ['cluster.binnacle.dev/not-ready', NOW])
  })

  it('are tolerated for five minutes unless the policy says more', () => {
    const taints = parseTaints(at('unreachable', at('unreachable', undefined, NOW), NOW + EXECUTE_AFTER_MS))
    const executed = NOW + EXECUTE_AFTER_MS
    const reasonAt = (now: number, clusterTolerations: object[] = []) =>
      placeObject(
        { clusterTolerations } as never,
        [cluster('a', { hasCopy: true, taints })],
        'shop/web',
        now,
      ).verdicts.get('a')?.reason
    assert.equal(reasonAt(executed + 299_999), 'Tolerated')
    assert.equal(reasonAt(executed + 300_000), 'Tainted')
    const key = 'cluster.binnacle.dev/unreachable'
    const own = (tolerationSeconds?: number) => [{ key, operator: 'Exists', tolerationSeconds }]
    assert.equal(reasonAt(executed + 1_000, own(0)), 'Tainted')
    assert.equal(reasonAt(executed + 1e9, own()), 'Tolerated')
  })

  it('are written as they are read', () => {
    const taints: ClusterTaint[] = [{ key: 'a', value: 'b', effect: 'NoExecute', timeAdded: NOW }, LOST]
    assert.deepEqual(parseTaints(writeTaints(taints)), taints)
    assert.equal(writeTaints([]), undefined)
  })
})
