import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Terminal } from '#cli/terminal.fixture.js'
import type { Progress } from '#transfer/progress.js'
import { ManualClock } from '#util/clock.js'
import { ProgressDisplay } from './progress-display.js'

const records = (done: number, total: number | undefined, step: Progress['step'] = 'writing'): Progress => ({
  step,
  unit: 'records',
  done,
  total,
})

/** A display on a screen, and what is drawn there, without the sequence that clears the line. */
function onScreen(columns = 80) {
  const drawn: string[] = []
  const write = (text: string) => {
    assert.ok(text.startsWith('\r\x1b[K'), text)
    drawn.push(text.slice(4))
  }
  const clock = new ManualClock()
  return { drawn, clock, display: new ProgressDisplay(new Terminal({ columns, write }), clock) }
}

describe('progress on a terminal', () => {
  it('is a bar that fills up', () => {
    const { drawn, clock, display } = onScreen()
    for (const done of [0, 5000, 19_999, 20_000]) {
      display.show(records(done, 20_000))
      clock.advance(1000)
    }
    assert.deepEqual(drawn, [
      '[..............................] writing: 0%, 0 of 20,000 records',
      '[########......................] writing: 25%, 5,000 of 20,000 records',
      '[##############################] writing: 99%, 19,999 of 20,000 records',
      '[##############################] writing: 100%, 20,000 of 20,000 records',
    ])
  })

  it('is a count as long as the total is unknown', () => {
    const { drawn, display } = onScreen()
    display.show(records(1234, undefined, 'reading'))
    assert.deepEqual(drawn, ['reading: 1,234 records'])
  })

  it('shows bytes in a unit that people can read', () => {
    const { drawn, display } = onScreen()
    display.show({ step: 'checking', unit: 'bytes', done: 1_572_864, total: 3 * 2 ** 20 })
    assert.deepEqual(drawn, ['[###############...............] checking: 50%, 1.5 of 3.0 MiB'])
  })

  it('is full when there is nothing to do', () => {
    const { drawn, display } = onScreen()
    display.show(records(0, 0))
    assert.match(drawn[0] ?? '', /^\[#{30}\] writing: 100%/)
  })

  it('is drawn ten times a second at most, but at once for a new step', () => {
    const { drawn, clock, display } = onScreen()
    for (let done = 0; done < 100; done++) {
      display.show(records(done, 100))
      clock.advance(10)
    }
    assert.equal(drawn.length, 10)
    display.show(records(1, 100, 'checking'))
    assert.equal(drawn.length, 11)
  })

  it('fits the width of the terminal, and goes away without a trace', () => {
    const { drawn, display } = onScreen(20)
    display.show(records(1, 2))
    assert.equal(drawn[0]?.length, 19)
    display.clear()
    assert.equal(drawn[1], '')
  })
})

describe('progress elsewhere', () => {
  it('is a line now and then, and none for short work', () => {
    const terminal = new Terminal()
    const clock = new ManualClock()
    const display = new ProgressDisplay(terminal, clock)
    for (let done = 0; done < 250; done++) {
      display.show(records(done, 250))
      clock.advance(100)
    }
    display.clear()
    assert.deepEqual(terminal.err, ['writing: 40%, 100 of 250 records', 'writing: 80%, 200 of 250 records'])
  })
})
