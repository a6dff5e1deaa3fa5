import { join, resolve } from 'node:path'
import { MASTERS } from '#access/identity/authenticator.js'
import type { CertificateAuthority } from './certificate-authority.js'
import { kubeconfig } from './kubeconfig.js'
import { readIfPresent, writeSecret } from './secret-file.js'

/** Who has its kubeconfig may do everything. */
export const ADMIN = 'admin'

/** Where the kubeconfig of the administrator is, in a data folder. */
export function adminKubeconfigFile(dataDir: string): string {
  return join(resolve(dataDir), 'admin.kubeconfig')
}

/** Writes a kubeconfig with which everything may be done. Only the owner of the data folder can read it. */
export async function writeAdminKubeconfig(
  dataDir: string,
  server: string,
  authority: CertificateAuthority,
): Promise<void> {
  const credentials = authority.issueClient(ADMIN, [MASTERS])
  await writeSecret(
    adminKubeconfigFile(dataDir),
    kubeconfig({ server, ca: authority.cert, user: ADMIN, credentials }),
  )
}

/** Where the server of a data folder was last served; undefined when no server has said so. */
export async function lastServerUrl(dataDir: string): Promise<string | undefined> {
  const text = await readIfPresent(adminKubeconfigFile(dataDir))
  return /^ {4}server: "(.+)"$/m.exec(text ?? '')?.[1]
}
