import { StorageUnusable } from '#storage/contract.js'
import { type Verification, verifyDataFolder } from '#storage/embedded/verify.js'

/** There is nothing to verify, or it cannot be read. The message is one line for the user. */
export class StoreUnverifiable extends Error {
  override readonly name = 'StoreUnverifiable'
}

/** Reads everything in the folder of an embedded storage, and reports what is damaged. */
export async function verifyStore(dataDir: string): Promise<Verification> {
  try {
    return await verifyDataFolder(dataDir)
  } catch (error) {
    const isSystemError = error instanceof Error && 'syscall' in error
    if (error instanceof StorageUnusable || isSystemError) throw new StoreUnverifiable(error.message)
    throw error
  }
}
