import { readFile } from 'node:fs/promises'
import { ADMIN, lastServerUrl } from '#access/certificates/admin-kubeconfig.js'
import { kubeconfig } from '#access/certificates/kubeconfig.js'
import { SelfSigned } from '#access/certificates/self-signed.js'
import { MASTERS } from '#access/identity/authenticator.js'
import { StartError } from './config.js'

/** Whom a kubeconfig is for, and of which server. Texts are empty where nothing was said. */
export interface KubeconfigRequest {
  /** The data folder of the server. */
  readonly dataDir: string
  /** The administrator if nothing is said. */
  readonly user: string
  readonly groups: readonly string[]
  /** Where the server is reached; as it was last served if nothing is said. */
  readonly server: string
  readonly validDays: number
  /** A file with the token of the user, in place of a certificate. */
  readonly tokenFile: string
  /** The authority by which the server is known; its own if nothing is said. */
  readonly caFile: string
}

/** Makes a kubeconfig. Rejects with a `StartError` when that cannot be done from the data folder. */
export async function makeKubeconfig(request: KubeconfigRequest): Promise<string> {
  const { dataDir, validDays, tokenFile, caFile } = request
  const [user, groups] =
    request.user === '' ? [ADMIN, [MASTERS, ...request.groups]] : [request.user, request.groups]
  const server = request.server || (await lastServerUrl(dataDir))
  if (server === undefined) {
    throw new StartError(`it is not known where the server of ${dataDir} is reached: add --server`)
  }
  const authority = await new SelfSigned(dataDir).existingAuthority()
  const ca = caFile === '' ? authority?.cert : await readGiven('--ca-file', caFile)
  if (tokenFile !== '') {
    const token = (await readGiven('--token-file', tokenFile)).trim()
    return kubeconfig({ server, ca, user, credentials: { token } })
  }
  if (authority === undefined) {
    throw new StartError(
      `there is no authority in ${dataDir} that could vouch for ${user}: ` +
        'start the server with --tls-self-signed once, or give a token with --token-file',
    )
  }
  return kubeconfig({ server, ca, user, credentials: authority.issueClient(user, groups, validDays) })
}

async function readGiven(flag: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new StartError(`${flag} cannot be read: ${(error as Error).message}`)
  }
}
