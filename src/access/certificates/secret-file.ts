import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rename, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeOwnerOnly, writeOwnerOnly } from '#util/owner-only.js'

/** Files that only their owner can read. Writes are atomic. */

const OWNER_ONLY_FOLDER = 0o700

/** The content of a file; undefined if it does not exist. */
export async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** Writes or replaces a file. */
export async function writeSecret(path: string, text: string): Promise<void> {
  const temporary = await writeTemporary(path, text)
  await rename(temporary, path)
}

/** Writes a file unless it exists, and resolves with its content. */
export async function writeSecretOnce(path: string, text: string): Promise<string> {
  const temporary = await writeTemporary(path, text)
  try {
    await link(temporary, path)
    return text
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
    return await readFile(path, 'utf8')
  } finally {
    await unlink(temporary)
  }
}

async function writeTemporary(path: string, text: string): Promise<string> {
  await provideFolder(dirname(path))
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`
  await writeOwnerOnly(temporary, text, { flush: true })
  return temporary
}

async function provideFolder(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: OWNER_ONLY_FOLDER })
  await makeOwnerOnly(path).catch((error: unknown) => {
    if (!isCode(error, 'EEXIST')) throw error
  })
}

function isCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code
}

export type PkiFile = 'ca.crt' | 'ca.key' | 'server.pem'

/** The path of a file of the self-signed authority in a data folder. */
export function pkiFile(dataDir: string, name: PkiFile): string {
  return join(dataDir, 'pki', name)
}
