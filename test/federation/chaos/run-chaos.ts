import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { Random, testSeed } from '#test/support/random.js'
import { eventually } from '../clusters-of-servers.js'
import { expectAgreement } from './agreement.js'
import { MemberUsers } from './member-users.js'
import { makeMishaps } from './mishaps.js'
import { DEFINITION, policy } from './objects.js'
import { SearchInformer } from './search-informer.js'
import { MEMBERS, type Stage } from './stage.js'
import { ChaosWriter, POLICIES } from './writer.js'

/** Agents and feeds connect again after up to half a minute, Jobs run for a while, and machines are busy. */
const PATIENCE_MS = 180_000
/** Resources that are followed in all clusters meanwhile. */
const FOLLOWED = [
  ['configmaps', '/api/v1/configmaps'],
  ['pods', '/api/v1/pods'],
] as const

/**
 * Kills, suspends and cuts off processes of the federation at random while everybody writes. Asserts that in the end all
 * agree and nothing that was acknowledged is lost.
 */
export async function runChaos(t: TestContext, stage: Stage, durationMs: number): Promise<void> {
  const seed = testSeed()
  const random = new Random(seed)
  const next = () => new Random(random.below(2 ** 32))
  const [first] = stage.hosts
  assert.ok(first)
  const client = stage.client(first)
  const made = [
    await client.post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', DEFINITION),
    await client.post(POLICIES, policy(MEMBERS)),
  ]
  for (const { status, text } of made) assert.equal(status, 201, text)
  const writer = new ChaosWriter(stage.hosts, next())
  const users = new MemberUsers(stage, next())
  const informers = new Map(
    FOLLOWED.map(([name, path]) => [name, new SearchInformer(stage.hosts, path, next())]),
  )
  for (const informer of informers.values()) informer.start()
  t.after(async () => void (await Promise.all([...informers.values()].map((one) => one.close()))))
  const mishaps: string[] = []
  try {
    await Promise.all([
      makeMishaps(stage, next(), durationMs, mishaps),
      writer.run(durationMs),
      users.run(durationMs),
    ])
    await stage.heal()
    await eventually(
      'everything agrees',
      async () => writer.expectKept(await expectAgreement(stage, informers)),
      PATIENCE_MS,
    )
    await users.expectKept()
  } catch (error) {
    const { message, cause } = error as Error
    const why = cause instanceof Error ? `${message}: ${cause.message}` : message
    throw new Error(`seed ${seed}\n${mishaps.join('\n')}\n${why}`, { cause: error })
  }
  const reads = [...informers].map(([name, { counts }]) => `${name} ${JSON.stringify(counts)}`)
  t.diagnostic(`seed ${seed}: ${JSON.stringify(writer.counts)}, ${mishaps.length} mishaps, ${reads}`)
}
