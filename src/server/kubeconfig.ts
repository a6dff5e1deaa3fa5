import { readFile } from 'node:fs/promises'
import { ADMIN, lastServerUrl } from '#access/certificates/admin-kubeconfig.js'
import { kubeconfig } from '#access/certificates/kubeconfig.js'
import { SelfSigned } from '#access/certificates/self-signed.js'
import { MASTERS } from '#access/identity/authenticator.js'
import { StartError } from './config.js'
import { SEARCH_PREFIX } from './search-prefix.js'

/** The server and user of a kubeconfig. Unset strings are empty. */
export interface KubeconfigRequest {
  /** The data folder of the server. */
  readonly dataDir: string
  /** The administrator by default. */
  readonly user: string
  readonly groups: readonly string[]
  /** The server URL; the last one by default. */
  readonly server: string
  readonly validDays: number
  /** A file with a token instead of a certificate. */
  readonly tokenFile: string
  /** The server's CA; the self-signed one by default. */
  readonly caFile: string
  /** Whether it is for the objects of all clusters of a federation host. */
  readonly allClusters: boolean
}

/** Makes a kubeconfig. Rejects with a `StartError` if the data folder lacks the credentials. */
export async function makeKubeconfig(request: KubeconfigRequest): Promise<string> {
  const { dataDir, validDays, tokenFile, caFile } = request
  const [user, groups] =
    request.user === '' ? [ADMIN, [MASTERS, ...request.groups]] : [request.user, request.groups]
  const host = request.server || (await lastServerUrl(dataDir))
  if (host === undefined) {
    throw new StartError(`the URL of the server of ${dataDir} is unknown: add --server`)
  }
  const server = request.allClusters ? host + SEARCH_PREFIX : host
  const authority = await new SelfSigned(dataDir).existingAuthority()
  const ca = caFile === '' ? authority?.cert : await readGiven('--ca-file', caFile)
  if (tokenFile !== '') {
    const token = (await readGiven('--token-file', tokenFile)).trim()
    return kubeconfig({ server, ca, user, credentials: { token } })
  }
  // An open host needs no user.
  if (authority === undefined && request.allClusters && host.startsWith('http:')) {
    return kubeconfig({ server, ca, user, credentials: undefined })
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
