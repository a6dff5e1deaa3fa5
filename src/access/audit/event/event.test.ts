import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Clock, ManualClock } from '#util/clock.js'
import { type AuditEvent, eventLine, NO_BODIES } from './audit-event.js'
import { annotationsOf } from './event-fields.js'
import { MicroTimes } from './micro-times.js'
import { sourceIPs } from './source-ips.js'

describe('the line of an audit event', () => {
  const event: AuditEvent = {
    kind: 'Event',
    apiVersion: 'audit.k8s.io/v1',
    level: 'RequestResponse',
    auditID: 'a "name"',
    stage: 'ResponseComplete',
    requestURI: '/é/😀/\u2028\ud800',
    verb: 'create',
    user: { username: 'ann\n', uid: undefined },
    sourceIPs: undefined,
    responseStatus: { code: 201 },
    requestReceivedTimestamp: 'then',
    stageTimestamp: 'now',
    annotations: { key: 'value' },
  }

  it('is JSON, with the bodies as they were sent and in the order of Kubernetes', () => {
    const bodies = { requestObject: '{"big":12345678901234567890,"one":1.0}', responseObject: '[]' }
    for (const given of [
      NO_BODIES,
      bodies,
      { ...bodies, responseObject: undefined },
      { ...bodies, requestObject: undefined },
    ]) {
      const line = eventLine(event, given)
      assert.equal(line.indexOf('\n'), line.length - 1)
      if (given.requestObject !== undefined)
        assert.ok(line.includes(`"requestObject":${given.requestObject},`))
      const expected = {
        ...JSON.parse(JSON.stringify({ ...event, requestReceivedTimestamp: undefined })),
        ...(given.requestObject !== undefined && { requestObject: JSON.parse(given.requestObject) }),
        ...(given.responseObject !== undefined && { responseObject: [] }),
        requestReceivedTimestamp: 'then',
      }
      assert.deepEqual(JSON.parse(line), expected)
      const order = ['responseStatus', 'requestObject', 'responseObject', 'requestReceivedTimestamp']
      const places = order.map((name) => line.indexOf(`"${name}":`)).filter((place) => place >= 0)
      assert.deepEqual(
        places,
        places.toSorted((a, b) => a - b),
      )
      assert.ok(line.endsWith('"stageTimestamp":"now","annotations":{"key":"value"}}\n'))
    }
  })

  it('has annotations of the server that nobody can overwrite', () => {
    const added = new Map([
      ['authorization.k8s.io/decision', 'allow'],
      ['audit.k8s.io/truncated', 'false'],
      ['__proto__', 'x'],
    ])
    assert.deepEqual(
      JSON.stringify(annotationsOf({ allowed: false, reason: 'none' }, true, added)),
      '{"audit.k8s.io/truncated":"true","authorization.k8s.io/decision":"forbid","authorization.k8s.io/reason":"none","__proto__":"x"}',
    )
    assert.equal(annotationsOf(undefined, false, undefined), undefined)
  })
})

describe('times of audit events', () => {
  it('have microseconds, and follow the time of day', () => {
    const clock = new ManualClock(Date.UTC(2026, 10, 16, 7, 0, 0, 500))
    const times = new MicroTimes(clock)
    const now = performance.now()
    const behind = clock.now() - Date.parse(times.write(now))
    // The clocks are compared a moment after that point in time.
    assert.ok(behind >= 0 && behind <= performance.now() - now + 1, `${behind} ms behind`)
    const first = times.write(now + 1)
    assert.ok(first > times.write(now))
    assert.equal(times.write(now + 1), first)
    const pattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/
    for (let step = 0; step < 2000; step++) assert.match(times.write(now + step / 7), pattern)
  })
})

describe('times of audit events, as the clocks are compared again and again', () => {
  /** Times so far ahead are compared anew each time. */
  const ahead = () => performance.now() + 1_000_000

  it('never go back', () => {
    const times = new MicroTimes({
      now: () => Math.floor(performance.timeOrigin + performance.now()),
    } as Clock)
    let last = ''
    for (let step = 0; step < 20_000; step++) {
      const written = times.write(ahead())
      assert.ok(written >= last, `${written} after ${last}`)
      last = written
    }
  })

  it('follow a time of day that was changed', () => {
    const clock = new ManualClock(Date.UTC(2026, 10, 16, 7))
    const times = new MicroTimes(clock)
    times.write(ahead())
    for (const change of [60_000, -120_000]) {
      const expected = clock.now() + change + 1_000_000
      clock.advance(change)
      const written = Date.parse(times.write(ahead()))
      assert.ok(Math.abs(written - expected) <= 2, `${written - expected} ms off`)
    }
  })
})

describe('where a request has come from', () => {
  const from = (headers: Record<string, string>, peer: string | undefined = '10.0.0.1') =>
    sourceIPs(headers, peer)

  it('is the forwarded chain, then the peer', () => {
    assert.deepEqual(from({ 'x-forwarded-for': '1.2.3.4, 5.6.7.8' }), ['1.2.3.4', '5.6.7.8', '10.0.0.1'])
    assert.deepEqual(from({ 'x-forwarded-for': '1.2.3.4, 10.0.0.1' }), ['1.2.3.4', '10.0.0.1'])
    assert.deepEqual(from({ 'x-forwarded-for': 'unknown,,1.2.3,256.1.1.1, 9.9.9.9' }), [
      '9.9.9.9',
      '10.0.0.1',
    ])
  })

  it('has the front beside the chain, unless it is in it', () => {
    assert.deepEqual(from({ 'x-real-ip': '1.1.1.1' }), ['1.1.1.1', '10.0.0.1'])
    assert.deepEqual(from({ 'x-forwarded-for': '1.1.1.1,2.2.2.2', 'x-real-ip': '1.1.1.1' }), [
      '1.1.1.1',
      '2.2.2.2',
      '10.0.0.1',
    ])
    assert.deepEqual(from({ 'x-real-ip': '"><script>' }), ['10.0.0.1'])
  })

  it('normalizes addresses', () => {
    assert.deepEqual(from({ 'x-forwarded-for': '2001:DB8:0:0::1, ::ffff:1.2.3.4' }, '::ffff:127.0.0.1'), [
      '2001:db8::1',
      '1.2.3.4',
      '127.0.0.1',
    ])
    assert.deepEqual(from({ 'x-real-ip': '1.1.1.1' }, 'fe80::1%eth0'), ['1.1.1.1', 'fe80::1'])
  })
})
