import { join, resolve } from 'node:path'
import { MASTERS } from '#access/identity/authenticator.js'
import type { CertificateAuthority } from './certificate-authority.js'
import { kubeconfig } from './kubeconfig.js'
import { readIfPresent, writeSecret } from './secret-file.js'

/** The administrator, a member of `system:masters`. */
export const ADMIN = 'admin'

/** The path of the administrator's kubeconfig in a data folder. */
export function adminKubeconfigFile(dataDir: string): string {
  return join(resolve(dataDir), 'admin.kubeconfig')
}

/** Writes the administrator's kubeconfig, readable only by the owner of the data folder. */
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

/** The last URL of the server of a data folder; undefined if it never ran. */
export async function lastServerUrl(dataDir: string): Promise<string | undefined> {
  const text = await readIfPresent(adminKubeconfigFile(dataDir))
  return /^ {4}server: "(.+)"$/m.exec(text ?? '')?.[1]
}
