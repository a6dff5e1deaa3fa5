import { setTimeout as pause } from 'node:timers/promises'
import { writeYaml } from '#codec/yaml/writer.js'
import type { MemberAccess } from '#federation/members/kubeconfig.js'
import type { Cluster } from '#kinds/federation/cluster/schema.js'
import { ApiObjects, JoinError } from './api-objects.js'
import { CLUSTERS, type ClusterDescription, hostObjects } from './host-objects.js'
import { type AccountRights, memberAccount } from './member-account.js'
import { memberToken } from './member-token.js'

export interface JoinRequest extends ClusterDescription, AccountRights {
  /** Credentials that may create accounts in the member. */
  readonly member: MemberAccess
  readonly host: MemberAccess
  /** How long to wait for the cluster to become ready. */
  readonly timeoutMs: number
}

const POLL_MS = 300

/** The manifests of a join as YAML: those of the member, then those of the host. */
export function joinManifests({ member, ...cluster }: Omit<JoinRequest, 'host' | 'timeoutMs'>): string {
  const account = memberAccount(cluster.name, cluster.namespace, cluster)
  const documents = (manifests: readonly { readonly object: object }[]) =>
    manifests.map(({ object }) => `---\n${writeYaml(object)}`).join('')
  return (
    `# In the member, ${member.server}:\n${documents([...account.manifests, account.tokenSecret])}` +
    `# In the host, with the token of the secret above:\n${documents(hostObjects(cluster, member, '<token>'))}`
  )
}

/**
 * Creates an account in the member and registers the cluster in the host. Resolves when the cluster is ready.
 * Reports each step as a line. Can be repeated. Rejects with `JoinError`.
 */
export async function joinCluster(request: JoinRequest, report: (line: string) => void): Promise<void> {
  const { name, namespace } = request
  const host = new ApiObjects('the host', request.host)
  const member = new ApiObjects('the member', request.member)
  try {
    if ((await host.get('/apis/federation/v1beta1')) === undefined) {
      throw new JoinError('the host does not serve clusters')
    }
    const account = memberAccount(name, namespace, request)
    for (const manifest of account.manifests) await member.ensure(manifest)
    report(`the member has the account ${namespace}/${account.name}`)
    const token = await memberToken(member, account)
    if (token === undefined && isKnown(request.member)) {
      throw new JoinError('the member does not issue service account tokens')
    }
    if (token?.expires !== undefined) report(`its token expires at ${token.expires}: join again before then`)
    for (const manifest of hostObjects(request, request.member, token?.token)) await host.ensure(manifest)
    report(`the host has the secret ${namespace}/${name} and the cluster ${name}`)
    await untilReady(host, request)
    report(`the cluster ${name} is ready`)
  } finally {
    host.close()
    member.close()
  }
}

/** A member that accepts anonymous requests needs no token. */
const isKnown = ({ token, certificate }: MemberAccess) => token !== undefined || certificate !== undefined

async function untilReady(host: ApiObjects, { name, timeoutMs }: JoinRequest): Promise<void> {
  const end = performance.now() + timeoutMs
  for (;;) {
    const { status } = ((await host.get(`${CLUSTERS}/${name}`)) ?? {}) as Partial<Cluster>
    const conditions = status?.conditions ?? []
    if (conditions.some(({ type, status }) => type === 'Ready' && status === 'True')) return
    if (performance.now() >= end) {
      const why = conditions.map(({ message }) => message).join(', ')
      throw new JoinError(
        `the cluster ${name} is registered, but not ready: ` +
          (why || 'the host has not probed it; was it started with --federation?'),
      )
    }
    await pause(POLL_MS)
  }
}
