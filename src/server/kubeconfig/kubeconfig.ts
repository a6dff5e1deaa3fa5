import { readFile } from 'node:fs/promises'
import { ADMIN, lastServerUrl } from '#access/certificates/admin-kubeconfig.js'
import { kubeconfig } from '#access/certificates/kubeconfig.js'
import { SelfSigned } from '#access/certificates/self-signed.js'
import { MASTERS } from '#access/identity/authenticator.js'
import { StartError } from '#server/config.js'
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
  /** A cluster of the federation host, to be reached through it. */
  readonly cluster: string
  /** A kubeconfig with the server and the user, instead of all others; and its context. */
  readonly hostKubeconfig: string
  readonly hostContext: string
}

/** Makes a kubeconfig. Rejects with a `StartError` if the data folder lacks the credentials. */
export async function makeKubeconfig(request: KubeconfigRequest): Promise<string> {
  const { dataDir, validDays, tokenFile, caFile } = request
  if (request.hostKubeconfig !== '') return throughHost(request)
  const [user, groups] =
    request.user === '' ? [ADMIN, [MASTERS, ...request.groups]] : [request.user, request.groups]
  const host = request.server || (await lastServerUrl(dataDir))
  if (host === undefined) {
    throw new StartError(`the URL of the server of ${dataDir} is unknown: add --server`)
  }
  const server = host + clusterPath(request)
  const authority = await new SelfSigned(dataDir).existingAuthority()
  const ca = caFile === '' ? authority?.cert : await readGiven('--ca-file', caFile)
  if (tokenFile !== '') {
    const token = (await readGiven('--token-file', tokenFile)).trim()
    return kubeconfig({ server, ca, user, credentials: { token } })
  }
  // An open host needs no user.
  const isThroughHost = clusterPath(request) !== ''
  if (authority === undefined && isThroughHost && host.startsWith('http:')) {
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

/** The path of one cluster, or of all; empty for the host itself. */
function clusterPath({ cluster, allClusters }: KubeconfigRequest): string {
  if (allClusters) return SEARCH_PREFIX
  return cluster === '' ? '' : `/apis/federation/v1beta1/clusters/${cluster}/proxy`
}

/** The same user and server as in another kubeconfig, at the path of the cluster. */
async function throughHost(request: KubeconfigRequest): Promise<string> {
  const { accessFromKubeconfig, JoinError } = await import('#federation/joining/index.js')
  const access = await accessFromKubeconfig(request.hostKubeconfig, request.hostContext).catch(
    (error: unknown) => {
      throw error instanceof JoinError ? new StartError(error.message, { cause: error }) : error
    },
  )
  const { server, ca, serverName, token, certificate, key } = access
  const issued = certificate === undefined || key === undefined ? undefined : { cert: certificate, key }
  return kubeconfig({
    server: server + clusterPath(request),
    ca,
    serverName,
    user: request.cluster || 'all-clusters',
    credentials: token === undefined ? issued : { token },
  })
}

async function readGiven(flag: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new StartError(`${flag} cannot be read: ${(error as Error).message}`)
  }
}
