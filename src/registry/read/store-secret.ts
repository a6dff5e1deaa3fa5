import { randomBytes } from 'node:crypto'
import { STORE_RECORDS } from '#registry/keys.js'
import { type Storage, WriteUncertain } from '#storage/contract.js'

/** A secret that goes with a store, made by the first server that needs it. */
export async function storeSecret(
  storage: Storage,
  name = 'continue-secret',
  make: () => Buffer = () => randomBytes(32),
): Promise<Buffer> {
  const key = `${STORE_RECORDS}/${name}`
  for (;;) {
    const stored = await storage.get(key)
    if (stored !== undefined) return stored.value
    try {
      await storage.write([{ type: 'create', key, value: make() }])
    } catch (error) {
      // Whether it has happened is seen in the next round.
      if (!(error instanceof WriteUncertain)) throw error
    }
  }
}
