import { readdir, realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Logger } from '#observe/logger.js'
import { restrictToOwner } from '#util/owner-only.js'
import type { ServerConfig } from './config.js'

type UsesFolder = Pick<ServerConfig, 'storage' | 'dataDir' | 'tlsSelfSigned' | 'auditLog'>

/** Files of a server without an embedded store. */
const CERTIFICATES = ['pki', 'admin.kubeconfig']
/** Other files of a folder that only a server uses. */
const OF_STORES = ['binnacle-format', 'data.mdb', 'lock.mdb', 'lost+found']

/** Removes the permissions of other users from the data folder, and warns if that fails. */
export async function restrictDataFolder(config: UsesFolder, logger: Logger): Promise<void> {
  if (config.storage !== 'embedded' && !config.tlsSelfSigned) return
  const folder = await realpath(config.dataDir).catch(() => undefined)
  // An embedding program may have its own store.
  if (folder === undefined) return
  const exposed: string[] = []
  for (const path of await ownPaths(folder, config)) exposed.push(...(await restrictToOwner(path)))
  if (exposed.length > 0) {
    logger.warn({ paths: exposed.slice(0, 10) }, 'other users can access files in the data folder')
  }
}

/** The whole folder; only our own files in a shared folder such as /tmp. */
async function ownPaths(folder: string, { storage, auditLog }: UsesFolder): Promise<readonly string[]> {
  // The embedded storage does not open a shared folder.
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
