import { STORE_RECORDS } from '../registry/keys.js'
import type { Storage } from '../storage/contract.js'

/**
 * Whether a record goes along to another store. Objects do, and so does what the server keeps about them. What is about
 * the store itself stays:
 * - the secret that continue values are signed with. They name revisions of this store, and another store must reject
 *   them instead of showing what it had at that number; nor should a secret lie in a file that is passed around.
 * - the mark of an unfinished import, and who serves this store.
 */
export function moves(key: string): boolean {
  return !key.startsWith(`${STORE_RECORDS}/`)
}

const PAGE = 16

/** Whether there is nothing in the store that would move. */
export async function isEmpty(storage: Storage): Promise<boolean> {
  for (let after: string | undefined; ; ) {
    const { values, more } = await storage.range('', { after, limit: PAGE })
    if (values.some(({ key }) => moves(key))) return false
    if (!more) return true
    after = values.at(-1)?.key
  }
}
