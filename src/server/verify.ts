import { StorageUnusable } from '#storage/contract.js'
import { type Verification, verifyDataFolder } from '#storage/embedded/verify.js'

/** The store is missing or unreadable. The message is one line for the user. */
export class VerifyError extends Error {
  override readonly name = 'VerifyError'
}

/** Reads an embedded store completely and reports damage. */
export async function verifyStore(dataDir: string): Promise<Verification> {
  try {
    return await verifyDataFolder(dataDir)
  } catch (error) {
    const isSystemError = error instanceof Error && 'syscall' in error
    if (error instanceof StorageUnusable || isSystemError) throw new VerifyError(error.message)
    throw error
  }
}
