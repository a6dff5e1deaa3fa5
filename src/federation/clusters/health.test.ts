import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ClusterHealth, clusterConditions, type ProbeResult, probeResult, resultOf } from './health.js'

describe('a probe of a cluster', () => {
  it('is ready only if the body is "ok"', () => {
    for (const body of ['ok', 'OK', 'Ok']) assert.equal(probeResult(200, body), 'ready')
    for (const body of ['ok\n', '', 'fine', {}, undefined]) assert.equal(probeResult(200, body), 'not-ready')
    assert.equal(probeResult(206, 'ok'), 'ready')
    for (const status of [0, 199, 207, 302, 401, 403, 500])
      assert.equal(probeResult(status, 'ok'), 'unreachable')
  })
})

describe('the health of a cluster', () => {
  const after = (before: ProbeResult | undefined, ...results: ProbeResult[]) => {
    const health = new ClusterHealth(before)
    for (const result of results) health.observe({ result, path: '/readyz' })
    return health.current?.result
  }

  it('starts with the first probe', () => {
    assert.equal(after(undefined), undefined)
    for (const result of ['ready', 'not-ready', 'unreachable'] as const)
      assert.equal(after(undefined, result), result)
  })

  it('changes after several equal probes, not after one', () => {
    assert.equal(after('ready', 'unreachable', 'unreachable'), 'ready')
    assert.equal(after('ready', 'unreachable', 'unreachable', 'unreachable'), 'unreachable')
    assert.equal(after('ready', 'unreachable', 'unreachable', 'ready', 'unreachable', 'unreachable'), 'ready')
    assert.equal(after('unreachable', 'ready'), 'unreachable')
    assert.equal(after('unreachable', 'ready', 'ready'), 'ready')
  })
})

describe('the conditions of a cluster', () => {
  const NOON = Date.UTC(2026, 0, 1, 12)
  const of = (result: ProbeResult, before = [] as Parameters<typeof clusterConditions>[1], now = NOON) =>
    clusterConditions({ result, path: '/healthz' }, before, now)

  it('report the health of the cluster', () => {
    const reported = (result: ProbeResult) =>
      of(result).map(({ type, status, reason, message }) => [type, status, reason, message].join(' '))
    assert.deepEqual(reported('ready'), ['Ready True ClusterReady /healthz responded with ok'])
    assert.deepEqual(reported('not-ready'), [
      'Ready False ClusterNotReady /healthz responded without ok',
      'Offline False ClusterReachable cluster is reachable',
    ])
    assert.deepEqual(reported('unreachable'), ['Offline True ClusterNotReachable cluster is not reachable'])
    for (const result of ['ready', 'not-ready', 'unreachable'] as const)
      assert.equal(resultOf(of(result)), result)
    assert.equal(resultOf([]), undefined)
  })

  it('keep their transition time while they do not change', () => {
    const first = of('ready')
    const [again] = of('ready', first, NOON + 60_000)
    assert.equal(again?.lastTransitionTime, '2026-01-01T12:00:00Z')
    assert.equal(again?.lastProbeTime, '2026-01-01T12:01:00Z')
    const [changed] = of('unreachable', first, NOON + 60_000)
    assert.equal(changed?.lastTransitionTime, '2026-01-01T12:01:00Z')
  })
})
