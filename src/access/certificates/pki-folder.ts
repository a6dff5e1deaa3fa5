import { join } from 'node:path'

export type PkiFile = 'ca.crt' | 'ca.key' | 'server.pem'

/** Where a server keeps the certificates that it makes, in its data folder. */
export function pkiFile(dataDir: string, name: PkiFile): string {
  return join(dataDir, 'pki', name)
}
