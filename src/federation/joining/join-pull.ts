import { writeFile } from 'node:fs/promises'
import { MODE, PULL } from '#federation/annotations.js'
import type { MemberAccess } from '#federation/members/kubeconfig.js'
import { ApiObjects, JoinError, type Manifest } from './api-objects.js'
import { CLUSTERS, type ClusterDescription, kubeconfig } from './host-objects.js'
import { serviceAccount } from './member-account.js'
import { memberToken } from './member-token.js'

export interface JoinPullRequest extends Omit<ClusterDescription, 'address'> {
  readonly host: MemberAccess
  /** The file for the agent's kubeconfig of the host; empty for none. */
  readonly agentKubeconfig: string
}

/** The name of the agent's account in the host. */
const accountName = (cluster: string) => `binnacle-agent-${cluster}`

/** What a host has for the agent of a cluster: an account that may connect as its agent and nothing else. */
export function pullObjects({ name: cluster, namespace, labels }: Omit<ClusterDescription, 'address'>) {
  const rules = [
    { apiGroups: ['federation'], resources: ['clusters/agent'], resourceNames: [cluster], verbs: ['create'] },
  ]
  const account = serviceAccount(accountName(cluster), namespace, rules)
  const manifests: readonly Manifest[] = [
    ...account.manifests,
    {
      collection: CLUSTERS,
      object: {
        apiVersion: 'federation/v1beta1',
        kind: 'Cluster',
        metadata: { name: cluster, labels, annotations: { [MODE]: PULL } },
        // The kind requires an address. Nothing connects to this one.
        spec: {
          serverAddressByClientCIDRs: [
            { clientCIDR: '0.0.0.0/0', serverAddress: `${cluster}.agent.invalid` },
          ],
        },
      },
    },
  ]
  return { ...account, manifests }
}

/**
 * Registers a cluster whose agent connects to the host, and the account of the agent. Reports each step and the command
 * of the agent as lines. Can be repeated. Rejects with `JoinError`.
 */
export async function joinPulled(request: JoinPullRequest, report: (line: string) => void): Promise<void> {
  const { name, agentKubeconfig } = request
  const host = new ApiObjects('the host', request.host)
  try {
    const account = pullObjects(request)
    for (const manifest of account.manifests) await host.ensure(manifest)
    report(`the host has the cluster ${name} and the account ${account.namespace}/${account.name}`)
    if (agentKubeconfig !== '') {
      const token = await memberToken(host, account)
      if (token?.expires !== undefined)
        report(`its token expires at ${token.expires}: join again before then`)
      const text = kubeconfig(account.name, request.host.server, request.host, token?.token)
      await writeFile(agentKubeconfig, text, { mode: 0o600 }).catch((error: Error) => {
        throw new JoinError(`cannot write ${agentKubeconfig}: ${error.message}`)
      })
      report(`${agentKubeconfig} is the kubeconfig of that account`)
    }
    report('run the agent where it reaches the member and the host:')
    report(
      `  binnacle agent --cluster ${name} --kubeconfig <file for the member> ` +
        `--host-kubeconfig ${agentKubeconfig || '<file for that account>'}`,
    )
  } finally {
    host.close()
  }
}
