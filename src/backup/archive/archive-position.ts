import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { writeOwnerOnly } from '#util/owner-only.js'
import { storeMark } from './archive-folder.js'

/**
 * How far an archive has come. A server may not be able to read its own logs, because they are encrypted for someone
 * else. The file is written after the logs are on disk, so it is never ahead of them; if it is behind, logs overlap.
 */
const fileOf = (folder: string, store: string) => join(folder, `position-${storeMark(store)}.json`)

export async function writePosition(folder: string, store: string, revision: number): Promise<void> {
  const path = fileOf(folder, store)
  await writeOwnerOnly(`${path}.new`, `${JSON.stringify({ revision })}\n`)
  await rename(`${path}.new`, path)
}

/** Undefined when it is unknown. */
export async function readPosition(folder: string, store: string): Promise<number | undefined> {
  try {
    const { revision } = JSON.parse(await readFile(fileOf(folder, store), 'utf8')) as {
      readonly revision: unknown
    }
    return Number.isSafeInteger(revision) ? (revision as number) : undefined
  } catch {
    return undefined
  }
}
