import { randomBytes } from 'node:crypto'
import type { Storage } from '../../storage/contract.js'
import { STORE_RECORDS } from '../keys.js'

const KEY = `${STORE_RECORDS}/continue-secret`

/** The secret that goes with a store, made by the first server that opens it. */
export async function storeSecret(storage: Storage): Promise<Buffer> {
  for (;;) {
    const stored = await storage.get(KEY)
    if (stored !== undefined) return stored.value
    await storage.write([{ type: 'create', key: KEY, value: randomBytes(32) }])
  }
}
