import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Random, testSeed } from '#test/support/random.js'
import { uniqueId, uniqueNumber } from '#util/unique-id.js'
import { ResponseHeads } from './response-heads.js'

const STATUS = new Map([
  [200, 'OK'],
  [201, 'Created'],
  [404, 'Not Found'],
])

describe('heads of answers with whole bodies', () => {
  it('tell the code, the type, the length, the name of the request and the date, whatever the one before told', (t) => {
    const seed = testSeed()
    const random = new Random(seed)
    t.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2026, 10, 17, 9, 59, 58) })
    const heads = new ResponseHeads(5_000)
    for (let step = 0; step < 3_000; step++) {
      if (random.chance(0.1)) t.mock.timers.tick(random.below(2_000))
      const code = random.pick([...STATUS.keys()])
      const type = random.pick(['application/json', 'application/yaml'])
      const length = random.pick([0, 9, 10, 99, 100, random.below(2_000), random.below(10_000_000)])
      const number = random.chance(0.5) ? uniqueNumber() : undefined
      const expected = [
        `HTTP/1.1 ${code} ${STATUS.get(code)}`,
        `Content-Type: ${type}`,
        `Content-Length: ${length}`,
        ...(number === undefined ? [] : [`Audit-Id: ${uniqueId(number)}`]),
        `Date: ${new Date().toUTCString()}`,
        'Connection: keep-alive',
        'Keep-Alive: timeout=5',
        '\r\n',
      ].join('\r\n')
      assert.equal(
        Buffer.from(heads.ofWhole(code, type, length, number)).toString(),
        expected,
        `seed ${seed}`,
      )
    }
  })
})
