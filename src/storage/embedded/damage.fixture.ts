/**
 * A process that opens damaged copies of a store one after another, and prints what each rejects and returns. Its
 * parent watches whether it crashes.
 *
 * node damage.fixture.js <store> <work folder> <damages as JSON>
 */
import { createHash } from 'node:crypto'
import { cp, open, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import type { Revision, Storage } from '#storage/contract.js'
import { openEmbeddedStorage } from './storage.js'

export type Damage =
  | { readonly truncateTo: number }
  /** Bit offsets in the file. */
  | { readonly flip: readonly number[] }
  /** Bytes to zero or to complement. */
  | { readonly overwrite: 'zero' | 'complement'; readonly from: number; readonly bytes: number }

export type Outcome = { readonly rejected: string; readonly name: string } | { readonly served: string }

/** The digest of everything that a store can return. */
export async function everythingIn(storage: Storage): Promise<string> {
  const current = await storage.currentRevision()
  const ranges: unknown[] = []
  for (let at: number = current; at > current - 40 && at > 1; at -= 3) {
    const found = await storage.range('', { at: at as Revision }).catch((error: Error) => {
      if (error.name !== 'RevisionUnavailable') throw error
    })
    ranges.push(found?.values.map(({ key, revision, value }) => `${key}@${revision}=${value}`))
  }
  const delivered: string[] = []
  const start = Math.max(1, current - 40) as Revision
  await new Promise<void>((resolve, reject) => {
    storage
      .follow(start, (changes, upTo) => {
        for (const { key, revision, value } of changes) delivered.push(`${key}@${revision}=${value}`)
        if (upTo >= current) resolve()
      })
      .then(
        (feed) => feed.ended.catch(reject),
        (error: Error) => (error.name === 'RevisionUnavailable' ? resolve() : reject(error)),
      )
  })
  return createHash('sha256').update(JSON.stringify({ current, ranges, delivered })).digest('hex')
}

async function outcomeOf(store: string, work: string, damage: Damage): Promise<Outcome> {
  await rm(work, { recursive: true, force: true })
  await cp(store, work, { recursive: true })
  await inflict(join(work, 'data.mdb'), damage)
  let storage: Storage | undefined
  try {
    storage = await openEmbeddedStorage({ directory: work })
    const served = await everythingIn(storage)
    for (let index = 0; index < 3; index++) {
      const value = Buffer.from('x'.repeat(3000 * (index + 1)))
      await storage.write([{ type: 'create', key: `written/after/${index}`, value }])
    }
    await storage.compact(0)
    return { served }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return { rejected: error.message, name: error.name }
  } finally {
    await storage?.close()
  }
}

async function inflict(path: string, damage: Damage): Promise<void> {
  if ('truncateTo' in damage) return truncate(path, damage.truncateTo)
  const file = await open(path, 'r+')
  try {
    const spans =
      'flip' in damage
        ? damage.flip.map((bit) => ({ at: bit >> 3, length: 1, mask: 1 << (bit & 7) }))
        : [{ at: damage.from, length: damage.bytes, mask: damage.overwrite === 'zero' ? undefined : 0xff }]
    for (const { at, length, mask } of spans) {
      const bytes = Buffer.alloc(length)
      await file.read(bytes, 0, length, at)
      for (let index = 0; index < length; index++)
        bytes[index] = mask === undefined ? 0 : (bytes[index] as number) ^ mask
      await file.write(bytes, 0, length, at)
    }
  } finally {
    await file.close()
  }
}

if (process.argv[1]?.endsWith('damage.fixture.js')) {
  const [store, work, damages] = process.argv.slice(2) as [string, string, string]
  for (const damage of JSON.parse(damages) as Damage[]) {
    process.send?.({ damage })
    process.send?.({ damage, outcome: await outcomeOf(store, work, damage) })
  }
  process.disconnect?.()
}
