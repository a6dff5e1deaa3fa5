import { after, before, describe, it } from 'node:test'
import { loadRules } from '#kinds/example-objects.fixture.js'
import { testedRuleTables } from '#kinds/name-rules.examples.js'
import type { RuleTable } from '#meta/rule-examples.fixture.js'
import { FastClient } from '#test/support/fast-client.js'
import { Random, testSeed } from '#test/support/random.js'
import { sized } from '#test/support/scope.js'
import { startTestServer, type TestServer } from '#testing.js'
import { checkCreate, checkUpdate, isOnServer } from './checks.js'
import { faultyObject, isWritable, type WritableTable } from './faulty-object.js'

const OBJECTS = sized(50_000, 500)
/** In milliseconds: a slow machine makes fewer objects. */
const TIME_LIMIT = 60_000
/** Of the objects that are also written over a stored one, which takes many more requests. */
const UPDATED = 0.1
/** Of the objects that are made for the rules on changes, which also take more requests. */
const CHANGED = 0.4
/** Words, separated by commas. If there are any, only the rules of types and kinds with one of them are tried. */
const TYPES = (process.env.BINNACLE_FUZZ_TYPES ?? '').split(',').filter((word) => word !== '')

describe('objects with one or two faults', () => {
  const seed = testSeed()
  let server: TestServer
  let client: FastClient
  before(async () => {
    await loadRules()
    // What admission adds to a stored pod is missing in what is written over it.
    server = await startTestServer({
      disableAdmissionPlugins: ['DefaultTolerationSeconds', 'Priority'],
      runtimeConfig: { 'api/all': true },
    })
    client = new FastClient(server.url)
    await client.send('POST', '/api/v1/namespaces', { metadata: { name: 'test' } })
  })
  after(async () => {
    client.close()
    await server.close()
  })

  it(`${OBJECTS} of them are rejected for exactly these faults, in order, however they are written (seed ${seed})`, async (context) => {
    const random = new Random(seed)
    const tables = testedRuleTables.filter(isWritable).filter(isChosen)
    if (tables.length === 0) throw new Error(`no rules of ${TYPES.join()}`)
    const end = performance.now() + TIME_LIMIT
    let made = 0
    while (made < OBJECTS && performance.now() < end) {
      const table = random.pick(tables)
      if (TYPES.length === 0 && isOnChange(table) && !random.chance(CHANGED)) continue
      const faulty = await faultyObject(random, table)
      if (faulty === undefined || (await isOnServer(faulty, client))) continue
      made++
      const { on } = faulty.table
      if (on === undefined || on === 'create') await checkCreate(faulty, client)
      if (on === 'create') continue
      if (isOnChange(faulty.table) || random.chance(TYPES.length > 0 ? 1 : UPDATED))
        await checkUpdate(faulty, client)
    }
    context.diagnostic(`${made} objects with the rules of ${tables.length} tables`)
  })
})

const isOnChange = ({ on }: RuleTable) => on !== undefined && on !== 'create'

function isChosen(table: WritableTable): boolean {
  const { kind, apiVersion } = table.write({}).object
  return TYPES.length === 0 || TYPES.some((word) => `${table.type} ${kind} ${apiVersion}`.includes(word))
}
