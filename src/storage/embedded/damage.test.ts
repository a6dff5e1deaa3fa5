import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { put } from '#storage/contract.fixture.js'
import type { Operation, Revision } from '#storage/contract.js'
import { RandomChoices } from '#util/random-choices.js'
import { type Damage, everythingIn, type Outcome } from './damage.fixture.js'
import { openEmbeddedStorage } from './storage.js'
import { verifyDataFolder } from './verify.js'

const SEED = Number(process.env.TEST_SEED ?? 1)
const CASES = Number(process.env.TEST_DAMAGES ?? 8)
const PAGE = 4096

/** Damage is rejected in one line that names the file and what to do; otherwise the store behaves as if undamaged. */
describe('a damaged data file', () => {
  let folder: string
  let store: string
  let size: number
  let sound: string

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'binnacle-'))
    store = join(folder, 'store')
    await makeStore(store, new RandomChoices(SEED))
    size = (await stat(join(store, 'data.mdb'))).size
    const [outcome] = await outcomes([{ flip: [] }])
    assert.ok(outcome !== undefined && 'served' in outcome, JSON.stringify(outcome))
    sound = outcome.served
  })
  after(() => rm(folder, { recursive: true }))

  it('was intact before', async () => {
    assert.deepEqual((await verifyDataFolder(store)).errors, [])
    const storage = await openEmbeddedStorage({ directory: store })
    assert.equal(await everythingIn(storage), sound)
    await storage.close()
  })

  it('by truncation at any offset', async () => {
    const fractions = Array.from({ length: CASES }, (_, index) => index / CASES)
    const places = [...fractions, 0.99, 0.999].map((fraction) => Math.floor(fraction * size))
    await validated(
      [...places, 1, PAGE, 2 * PAGE, 3 * PAGE, size - PAGE, size - 1].map((truncateTo) => ({ truncateTo })),
    )
  })

  it('by bit flips anywhere', async () => {
    const random = new RandomChoices(SEED)
    await validated(Array.from({ length: 2 * CASES }, () => ({ flip: [random.below(8 * size)] })))
  })

  it('by bit flips in page headers', async () => {
    const random = new RandomChoices(SEED)
    const inHeader = () => 8 * (PAGE * random.below(size / PAGE)) + random.below(8 * 40)
    await validated(Array.from({ length: 2 * CASES }, () => ({ flip: [inHeader()] })))
  })

  it('by bit flips in meta and root pages', async () => {
    const random = new RandomChoices(SEED)
    const inMeta = () => 8 * PAGE * random.below(2) + random.below(8 * 168)
    await validated(Array.from({ length: CASES }, () => ({ flip: [inMeta()] })))
  })

  it('by lost sectors and pages', async () => {
    const random = new RandomChoices(SEED)
    await validated(
      Array.from({ length: CASES }, () => {
        const bytes = random.of([512, PAGE])
        const from = bytes * random.below(size / bytes)
        return { overwrite: random.of(['zero', 'complement'] as const), from, bytes }
      }),
    )
  })

  async function validated(damages: readonly Damage[]): Promise<void> {
    const found = await outcomes(damages)
    assert.equal(found.length, damages.length)
    for (const [index, outcome] of found.entries()) {
      const which = `${JSON.stringify(damages[index])}, seed ${SEED}: ${JSON.stringify(outcome).slice(0, 500)}`
      if ('served' in outcome) {
        assert.equal(outcome.served, sound, which)
        continue
      }
      assert.match(outcome.name, /^Storage(Damaged|Unusable)$/, which)
      assert.match(
        outcome.rejected,
        /data\.mdb is (damaged|missing or empty)[^\n]*("binnacle restore"|--allow-empty)[^\n]*$/,
        which,
      )
    }
  }

  /** In a process of its own, which must not crash. */
  async function outcomes(damages: readonly Damage[]): Promise<Outcome[]> {
    const found: Outcome[] = []
    let last = 'the start'
    const child = fork(
      new URL('./damage.fixture.js', import.meta.url),
      [store, join(folder, 'work'), JSON.stringify(damages)],
      { stdio: 'inherit' },
    )
    child.on('message', ({ damage, outcome }: { damage: Damage; outcome?: Outcome }) => {
      last = JSON.stringify(damage)
      if (outcome !== undefined) found.push(outcome)
    })
    const [[code, signal]] = await Promise.all([once(child, 'exit'), once(child, 'disconnect')])
    assert.deepEqual({ code, signal }, { code: 0, signal: null }, `after ${last}, seed ${SEED}`)
    return found
  }
})

/** A store with history, deletions, large values and free pages. */
async function makeStore(directory: string, random: RandomChoices): Promise<void> {
  const storage = await openEmbeddedStorage({ directory })
  const heads = new Map<string, Revision>()
  const write = async (count: number) => {
    for (let index = 0; index < count; index++) {
      const keys = random.some(
        Array.from({ length: 120 }, (_, at) => `group/kind/space/name-${at}`),
        1 + random.below(3),
      )
      const operations = keys.map((key): Operation => {
        const revision = heads.get(key)
        if (revision !== undefined && random.below(5) === 0)
          return { type: 'delete', key, expected: revision }
        const noise = Array.from({ length: random.of([3, 30, 300, 2000]) }, () =>
          random.below(36).toString(36),
        )
        const value = Buffer.from(
          JSON.stringify({ kind: 'Deployment', metadata: { name: key }, noise: noise.join('') }),
        )
        return revision === undefined
          ? { type: 'create', key, value }
          : { type: 'replace', key, expected: revision, value }
      })
      const at = await put(storage, ...operations)
      for (const { type, key } of operations) {
        if (type === 'delete') heads.delete(key)
        else heads.set(key, at)
      }
    }
  }
  await write(150)
  await storage.compact(0)
  await write(60)
  await storage.close()
}
