import { randomBytes } from 'node:crypto'
import { type Storage, WriteUncertain } from '../../storage/contract.js'
import { STORE_RECORDS } from '../keys.js'

const KEY = `${STORE_RECORDS}/continue-secret`

/** The secret that goes with a store, made by the first server that opens it. */
export async function storeSecret(storage: Storage): Promise<Buffer> {
  for (;;) {
    const stored = await storage.get(KEY)
    if (stored !== undefined) return stored.value
    try {
      await storage.write([{ type: 'create', key: KEY, value: randomBytes(32) }])
    } catch (error) {
      // Whether it has happened is seen in the next round.
      if (!(error instanceof WriteUncertain)) throw error
    }
  }
}
