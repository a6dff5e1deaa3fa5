import { stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { TransferError } from '#transfer/progress.js'

const READABLE_BY_ALL = 0o004

/** Rejects with `TransferError` unless files in the folder are private. `what` names what they would hold. */
export async function expectPrivateFolder(folder: string, path: string): Promise<void> {
  // There are no such rights on Windows.
  if (process.platform === 'win32') return
  const { mode } = await stat(folder)
  if ((mode & READABLE_BY_ALL) === 0) return
  throw new TransferError(
    `${path} would hold the keys of the server, and everyone may read its folder: ` +
      'encrypt it with --passphrase-file or --recipient-file, choose a private folder (chmod o-rx), or add --without-identity',
  )
}

export const folderOf = (path: string): string => dirname(resolve(path))
