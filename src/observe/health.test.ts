import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatHealth, HealthChecks } from './health.js'

describe('health checks', () => {
  it('pass when there is nothing to complain about', () => {
    const report = new HealthChecks().report()
    assert.equal(report.healthy, true)
    assert.equal(formatHealth('healthz', report, false), 'ok')
    assert.equal(formatHealth('healthz', report, true), '[+]ping ok\nhealthz check passed\n')
  })

  it('fail with the reason of each that failed', () => {
    const checks = new HealthChecks()
    checks.add('store', () => 'the disk is full')
    checks.add('cache', () => undefined)
    const report = checks.report()
    assert.equal(report.healthy, false)
    const text = '[+]ping ok\n[-]store failed: the disk is full\n[+]cache ok\nreadyz check failed\n'
    assert.equal(formatHealth('readyz', report, true), text)
    assert.equal(formatHealth('readyz', report, false), text)
  })

  it('may have something to say although they pass', () => {
    const checks = new HealthChecks()
    let note: string | undefined = 'something is odd'
    checks.addNote('values', () => note)
    const report = checks.report()
    assert.equal(report.healthy, true)
    assert.equal(formatHealth('readyz', report, false), 'ok')
    const text = '[+]ping ok\n[+]values ok: something is odd\nreadyz check passed\n'
    assert.equal(formatHealth('readyz', report, true), text)
    note = undefined
    assert.match(formatHealth('readyz', checks.report(), true), /^\[\+\]values ok$/m)
  })

  it('are asked anew for each report', () => {
    let reason: string | undefined = 'still loading'
    const checks = new HealthChecks()
    checks.add('cache', () => reason)
    assert.equal(checks.report().healthy, false)
    reason = undefined
    assert.equal(checks.report().healthy, true)
  })

  it('have failed when they throw', () => {
    const checks = new HealthChecks()
    checks.add('store', () => {
      throw new Error('gone')
    })
    assert.deepEqual(checks.report().results[1], { name: 'store', failure: 'gone', tells: true })
  })

  it('can be left out by name', () => {
    const checks = new HealthChecks()
    checks.add('store', () => 'full')
    const report = checks.report(new Set(['store', 'none', 'else']))
    assert.equal(report.healthy, true)
    const text = [
      '[+]ping ok',
      '[+]store excluded: ok',
      'warn: some health checks cannot be excluded: no matches for "else", "none"',
      'readyz check passed\n',
    ].join('\n')
    assert.equal(formatHealth('readyz', report, true), text)
  })

  it('withhold the failures of those of Kubernetes', () => {
    const checks = new HealthChecks()
    checks.addWithheld('etcd', () => 'no leader')
    const text = '[+]ping ok\n[-]etcd failed: reason withheld\nlivez check failed\n'
    assert.equal(formatHealth('livez', checks.report(), false), text)
    assert.equal(checks.ask('etcd').failure, 'no leader')
  })

  it('cannot share a name', () => {
    assert.throws(() => new HealthChecks().add('ping', () => undefined), /ping exists already/)
  })
})
