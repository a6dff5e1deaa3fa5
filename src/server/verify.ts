import { StorageUnusable } from '#storage/contract.js'
import { type Verification, verifyDataFolder } from '#storage/embedded/verify.js'

/** There is nothing to verify, or it cannot be read. The message is one line for the user. */
export class VerifyError extends Error {
  override readonly name = 'VerifyError'
}

/** Reads everything in the folder of an embedded storage, and reports what is damaged. */
export async function verifyStore(dataDir: string): Promise<Verification> {
  try {
    return await verifyDataFolder(dataDir)
  } catch (error) {
    const isSystemError = error instanceof Error && 'syscall' in error
    if (error instanceof StorageUnusable || isSystemError) throw new VerifyError(error.message)
    throw error
  }
}
