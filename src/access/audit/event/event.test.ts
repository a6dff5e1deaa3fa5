import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Clock, ManualClock } from '#util/clock.js'
import { MicroTimes, TIME_LENGTH } from './micro-times.js'
import { asciiJson, escaped, quoted } from './quote.js'
import { sourceIPs } from './source-ips.js'

describe('texts of audit events', () => {
  it('are JSON in ASCII on one line, and mean the same', () => {
    for (const text of [
      '',
      'plain',
      'a "quote" and a \\',
      'line\nbreak\r\t\0\x1f\x7f',
      'é ü 漢 😀',
      '\ud800 alone',
      '\u2028\u2029',
    ]) {
      assert.match(quoted(text), /^"[ -~]*"$/)
      assert.equal(JSON.parse(quoted(text)), JSON.parse(JSON.stringify(text)))
      assert.equal(`"${escaped(text)}"`, quoted(text))
      assert.deepEqual(JSON.parse(asciiJson({ [text]: text })), JSON.parse(JSON.stringify({ [text]: text })))
    }
  })
})

describe('times of audit events', () => {
  it('have microseconds, and follow the time of day', () => {
    const clock = new ManualClock(Date.UTC(2026, 10, 16, 7, 0, 0, 500))
    const times = new MicroTimes(clock)
    const now = performance.now()
    const behind = clock.now() - Date.parse(`${times.write(now)}Z`)
    // The clocks are compared a moment after that point in time.
    assert.ok(behind >= 0 && behind <= performance.now() - now + 1, `${behind} ms behind`)
    const first = times.write(now + 1)
    assert.ok(first > times.write(now))
    assert.equal(times.write(now + 1), first)
    const pattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/
    const bytes = Buffer.alloc(TIME_LENGTH)
    for (let step = 0; step < 2000; step++) {
      const time = now + step / 7
      times.writeTo(bytes, [0], time)
      assert.match(bytes.toString(), pattern)
      assert.equal(times.write(time), bytes.toString())
    }
  })

  it('are written whole where another time stood, also one of another year', () => {
    const start = Date.UTC(2026, 11, 31, 23, 59, 59, 500)
    const times = new MicroTimes(new ManualClock(start))
    const now = performance.now()
    times.write(now)
    const places = [3, 40]
    const bytes = Buffer.alloc(80, 'x')
    let second: number | undefined
    for (let step = 0; step < 5000; step++) {
      // Within the time for which the clocks are not compared again.
      const later = ((step * 7919) % 900_000) / 1000
      second = times.writeTo(bytes, places, now + later, second)
      const written = times.write(now + later)
      assert.equal(bytes.toString(), `xxx${written}${'x'.repeat(11)}${written}${'x'.repeat(14)}`)
      const behind = start + later - Date.parse(`${written.slice(0, -3)}Z`)
      assert.ok(behind >= 0 && behind < 10, `${written} for ${later} ms later`)
    }
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
      const written = Date.parse(`${times.write(ahead())}Z`)
      assert.ok(Math.abs(written - expected) <= 2, `${written - expected} ms off`)
    }
  })

  it('are the same whenever they are written', () => {
    const clock = new ManualClock(Date.UTC(2026, 10, 16, 7, 0, 0))
    const times = new MicroTimes(clock)
    const first = performance.now()
    const before = times.write(first)
    // The time of day is set twice while a request is under way.
    const later = [60_000, -10_000].map((change) => {
      clock.advance(change)
      const written = times.write(ahead())
      assert.equal(times.write(first), before)
      return written
    })
    const [forth, back] = later as [string, string]
    assert.ok(forth > back && back > before)
  })
})

describe('where a request has come from', () => {
  const from = (headers: Record<string, string>, peer: string | undefined = '10.0.0.1') =>
    sourceIPs(headers, peer)

  it('is the chain that it tells, then the peer', () => {
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

  it('is told in the usual form of addresses', () => {
    assert.deepEqual(from({ 'x-forwarded-for': '2001:DB8:0:0::1, ::ffff:1.2.3.4' }, '::ffff:127.0.0.1'), [
      '2001:db8::1',
      '1.2.3.4',
      '127.0.0.1',
    ])
    assert.deepEqual(from({ 'x-real-ip': '1.1.1.1' }, 'fe80::1%eth0'), ['1.1.1.1', 'fe80::1'])
  })
})
