import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { loopUnwatchable } from '#test/support/measure/loop-watch.js'
import { isWithinLimit } from '#test/support/measure/processor-time.js'
import type { HostileResponse } from '../support/hostile-request.js'
import { HostileServer } from '../support/hostile-server.js'
import type { CustomResourceAttack } from './custom-resources.js'
import { defaultBombs } from './default-bombs.js'
import { expensiveRules } from './expensive-rules.js'
import { expensiveSchemas } from './expensive-schemas.js'
import { expensiveTables } from './expensive-tables.js'

/** Maximum time, in milliseconds of processor time, that a request may hold the main thread without yielding. */
const MAX_WITHOUT_YIELD_MS = 100
/** Maximum memory of the process, in MiB. */
const MEMORY_LIMIT = 900
/** Number of other objects on the server. */
const STOCK = 20

const ATTACKS: readonly CustomResourceAttack[] = [
  ...defaultBombs,
  ...expensiveSchemas,
  ...expensiveRules,
  ...expensiveTables,
]

/** Part of a name: runs only the attacks that match, to find a cause. */
const ONLY = process.env.HOSTILE ?? ''

describe('no custom resource blocks other clients', { skip: loopUnwatchable }, () => {
  let server: HostileServer
  before(async () => {
    server = await HostileServer.start(STOCK)
  })
  after(() => server.stop())

  for (const { name, prepare = [], steps } of ATTACKS.filter(({ name }) => name.includes(ONLY))) {
    test(name, async (context) => {
      for (const { what, expect, request } of prepare) {
        const { status, beginning } = await server.send(request())
        assert.equal(status, expect, `${what}: ${beginning}`)
      }
      for (const { what, expect, request } of steps) {
        const made = request()
        let response: HostileResponse | undefined
        const { busiest, total, peakMemory } = await server.suffer(async () => {
          response = await server.send(made)
        })
        const figures = `${what}: ${busiest.toFixed(0)} ms without yielding, ${total.toFixed(0)} ms in all, ${peakMemory.toFixed(0)} MiB`
        context.diagnostic(figures)
        if (process.env.HOSTILE !== undefined)
          console.log(`${name}: ${figures}; ${response?.status}: ${response?.beginning.slice(0, 200)}`)
        assert.equal(response?.status, expect, `${what}: ${response?.beginning}`)
        assert.ok(server.isRunning, 'the server still runs')
        assert.ok(isWithinLimit(busiest, MAX_WITHOUT_YIELD_MS), figures)
        assert.ok(peakMemory <= MEMORY_LIMIT, figures)
      }
    })
  }
})
