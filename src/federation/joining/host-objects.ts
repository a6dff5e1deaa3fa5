import { JOINED } from '#federation/annotations.js'
import type { MemberAccess } from '#federation/members/kubeconfig.js'
import type { Manifest } from './api-objects.js'

export const CLUSTERS = '/apis/federation/v1beta1/clusters'

/** How a cluster is registered in the host. */
export interface ClusterDescription {
  readonly name: string
  readonly namespace: string
  readonly labels: Readonly<Record<string, string>>
  /** The member's URL as the host sees it. */
  readonly address: string
}

/** What a host stores about a member: the Secret with credentials, and the Cluster that refers to it. */
export function hostObjects(
  { name, namespace, labels, address }: ClusterDescription,
  access: Pick<MemberAccess, 'ca' | 'serverName'>,
  token: string | undefined,
): readonly Manifest[] {
  return [
    {
      collection: '/api/v1/namespaces',
      object: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
    },
    {
      collection: `/api/v1/namespaces/${namespace}/secrets`,
      object: {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name, namespace, labels: { [JOINED]: 'true' } },
        type: 'Opaque',
        stringData: { kubeconfig: kubeconfig(name, address, access, token) },
      },
    },
    {
      collection: CLUSTERS,
      object: {
        apiVersion: 'federation/v1beta1',
        kind: 'Cluster',
        metadata: { name, labels },
        spec: {
          serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: address }],
          secretRef: { name },
        },
      },
    },
  ]
}

/** Complete, so that users can use it too. JSON is YAML. */
export function kubeconfig(
  name: string,
  server: string,
  { ca, serverName }: Pick<MemberAccess, 'ca' | 'serverName'>,
  token: string | undefined,
): string {
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': name,
    contexts: [{ name, context: { cluster: name, user: name } }],
    clusters: [
      {
        name,
        cluster: {
          server,
          'certificate-authority-data': ca && Buffer.from(ca).toString('base64'),
          'tls-server-name': serverName,
        },
      },
    ],
    users: [{ name, user: { token } }],
  }
  return `${JSON.stringify(config, null, 2)}\n`
}
