import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Random, testSeed } from '#test/support/random.js'
import { ResponseHeads } from './response-heads.js'

const STATUS = new Map([
  [200, 'OK'],
  [201, 'Created'],
  [404, 'Not Found'],
])

describe('the head of a response with a whole body', () => {
  it('has the code, the media type, the length, the audit ID, further lines and the date', (t) => {
    const seed = testSeed()
    const random = new Random(seed)
    t.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2026, 10, 17, 9, 59, 58) })
    const heads = new ResponseHeads(5_000)
    for (let step = 0; step < 300; step++) {
      if (random.chance(0.1)) t.mock.timers.tick(random.below(2_000))
      const code = random.pick([...STATUS.keys()])
      const type = random.pick(['application/json', 'application/yaml'])
      const length = random.pick([0, 9, 10, 99, 100, random.below(2_000), random.below(10_000_000)])
      const auditId = random.chance(0.5) ? `id-${step}` : undefined
      const lines = random.chance(0.5) ? `Flow: ${step}\r\n` : undefined
      const expected = [
        `HTTP/1.1 ${code} ${STATUS.get(code)}`,
        `Content-Type: ${type}`,
        `Content-Length: ${length}`,
        ...(auditId === undefined ? [] : [`Audit-Id: ${auditId}`]),
        ...(lines === undefined ? [] : [`Flow: ${step}`]),
        `Date: ${new Date().toUTCString()}`,
        'Connection: keep-alive',
        'Keep-Alive: timeout=5',
        '\r\n',
      ].join('\r\n')
      assert.equal(heads.ofWhole(code, type, length, auditId, lines), expected, `seed ${seed}`)
    }
  })
})
