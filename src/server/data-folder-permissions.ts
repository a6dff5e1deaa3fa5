import { readdir, realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Logger } from '#observe/logger.js'
import { restrictToOwner } from '#util/owner-only.js'
import type { ServerConfig } from './config.js'

type UsesFolder = Pick<ServerConfig, 'storage' | 'dataDir' | 'tlsSelfSigned' | 'auditLog'>

/** What a server without an embedded store makes in its data folder. */
const CERTIFICATES = ['pki', 'admin.kubeconfig']
/** What else may be in a folder that only a server has used. */
const OF_STORES = ['binnacle-format', 'data.mdb', 'lock.mdb', 'lost+found']

/** Takes the rights of other users from the data folder, and warns where that is not allowed. */
export async function restrictDataFolder(config: UsesFolder, logger: Logger): Promise<void> {
  if (config.storage !== 'embedded' && !config.tlsSelfSigned) return
  const folder = await realpath(config.dataDir).catch(() => undefined)
  // A program may bring a store of its own, which is not there.
  if (folder === undefined) return
  const exposed: string[] = []
  for (const path of await ownPaths(folder, config)) exposed.push(...(await restrictToOwner(path)))
  if (exposed.length > 0) {
    logger.warn({ paths: exposed.slice(0, 10) }, 'other users have rights to files of the data folder')
  }
}

/** The folder as a whole; but only what we make of one that holds files of others, such as /tmp. */
async function ownPaths(folder: string, { storage, auditLog }: UsesFolder): Promise<readonly string[]> {
  // The embedded storage is not opened in such a folder.
  if (storage === 'embedded') return [folder]
  const auditName =
    dirname(resolve(auditLog)) === folder ? basename(auditLog).replace(/\.[^.]*$/, '') : undefined
  const isOurs = (name: string) =>
    CERTIFICATES.some((own) => name === own || name.startsWith(`${own}.`)) ||
    OF_STORES.includes(name) ||
    (auditName !== undefined && name.startsWith(auditName))
  const isAllOurs = (await readdir(folder)).every(isOurs)
  return isAllOurs ? [folder] : CERTIFICATES.map((name) => join(folder, name))
}
