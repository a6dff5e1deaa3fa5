import { STORE_RECORDS } from '#registry/keys.js'
import { isKey } from '#storage/arguments.js'
import type { Storage } from '#storage/contract.js'

/**
 * Whether a record is part of an export. Objects are, and so are their auxiliary records. Records about the store
 * itself are not:
 * - the secret that continue values are signed with. They name revisions of this store, and another store must reject
 *   them instead of showing what it had at that number; nor should a secret lie in a file that is passed around.
 * - the mark of an unfinished import, and the server that leads.
 */
export function isTransferred(key: string): boolean {
  // What others have put into a store that they share, under keys that no store takes, stays there.
  return isKey(key) && !key.startsWith(`${STORE_RECORDS}/`)
}

const PAGE = 16

/** Whether the store has nothing that an export would hold. */
export async function isEmpty(storage: Storage): Promise<boolean> {
  for (let after: string | undefined; ; ) {
    const { values, more } = await storage.range('', { after, limit: PAGE })
    if (values.some(({ key }) => isTransferred(key))) return false
    if (!more) return true
    after = values.at(-1)?.key
  }
}
