import type { MemberAccess } from '#federation/members/kubeconfig.js'
import type { Cluster } from '#kinds/federation/cluster/schema.js'
import { ApiObjects, JoinError, type Manifest } from './api-objects.js'
import { CLUSTERS } from './host-objects.js'
import { pullObjects } from './join-pull.js'
import { memberAccount } from './member-account.js'

export interface UnjoinRequest {
  readonly name: string
  readonly namespace: string
  readonly host: MemberAccess
  /** Undefined to keep the account in the member. */
  readonly member: MemberAccess | undefined
}

/**
 * Removes the cluster and its Secret from the host, and the account from the member. Copies stay in the member.
 * Reports each step as a line. Rejects with `JoinError`.
 */
export async function unjoinCluster(request: UnjoinRequest, report: (line: string) => void): Promise<void> {
  const { name, namespace } = request
  const host = new ApiObjects('the host', request.host)
  try {
    const cluster = (await host.get(`${CLUSTERS}/${name}`)) as Cluster | undefined
    if (cluster === undefined && request.member === undefined) {
      throw new JoinError(`the host has no cluster ${name}`)
    }
    if (await host.remove(`${CLUSTERS}/${name}`)) report(`the cluster ${name} is removed`)
    const secret = `/api/v1/namespaces/${namespace}/secrets/${cluster?.spec.secretRef?.name ?? name}`
    if (await removeOwn(host, secret)) report('its secret is removed')
    await removeAgent(host, request, report)
  } finally {
    host.close()
  }
  const account = memberAccount(name, namespace, { impersonates: false, sharesServices: false })
  if (request.member === undefined) {
    report(`the account ${namespace}/${account.name} is left in the member: remove it with --kubeconfig`)
    return
  }
  const member = new ApiObjects('the member', request.member)
  try {
    // Permissions first: without them the account is useless.
    for (const manifest of [...account.manifests, account.tokenSecret].reverse()) {
      if (manifest.object.kind !== 'Namespace') await removeOwn(member, pathOf(manifest))
    }
    report(`the account ${namespace}/${account.name} is removed from the member`)
  } finally {
    member.close()
  }
}

/** The account of an agent, if the cluster had one. */
async function removeAgent(
  host: ApiObjects,
  { name, namespace }: UnjoinRequest,
  report: (line: string) => void,
): Promise<void> {
  const { manifests, tokenSecret } = pullObjects({ name, namespace, labels: {} })
  let hadAgent = false
  for (const manifest of [...manifests, tokenSecret].reverse()) {
    const { kind } = manifest.object
    if (kind === 'Namespace' || kind === 'Cluster') continue
    if (await removeOwn(host, pathOf(manifest))) hadAgent = true
  }
  if (hadAgent) report('the account of its agent is removed')
}

const pathOf = ({ collection, object }: Manifest) => `${collection}/${object.metadata.name}`

/** Removes an object only if joining created it. Returns whether it did. */
async function removeOwn(objects: ApiObjects, path: string): Promise<boolean> {
  return (await objects.isJoined(path)) && objects.remove(path)
}
