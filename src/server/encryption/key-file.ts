import { readFile, stat } from 'node:fs/promises'
import { ConfigDocumentError, readConfigDocument } from '#access/config-document.js'
import { StartError } from '#server/config.js'
import type { EncryptionConfiguration } from './encryption-configuration.js'
import { encryptionDocument } from './encryption-document.js'

const FLAG = '--encryption-config'
const READABLE_BY_ALL = 0o004

/** Reads the file of `--encryption-config`. Rejects with `StartError`. */
export async function readEncryptionFile(path: string): Promise<EncryptionConfiguration> {
  try {
    await expectPrivate(path)
    return await readConfigDocument(encryptionDocument, await readFile(path))
  } catch (error) {
    const isSystemError = error instanceof Error && 'syscall' in error
    if (isSystemError) throw new StartError(`${FLAG}: ${error.message}`, { cause: error })
    if (error instanceof ConfigDocumentError)
      throw new StartError(`${FLAG}: ${path}: ${error.message}`, { cause: error })
    throw error
  }
}

async function expectPrivate(path: string): Promise<void> {
  // There are no such rights on Windows.
  if (process.platform === 'win32') return
  const { mode } = await stat(path)
  if ((mode & READABLE_BY_ALL) === 0) return
  throw new StartError(
    `${FLAG}: everyone may read ${path}, and it holds the keys of the store: chmod 600 ${path}`,
  )
}
