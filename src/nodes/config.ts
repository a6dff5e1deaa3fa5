export const NODE_ADDRESS_TYPES = [
  'Hostname',
  'InternalDNS',
  'InternalIP',
  'ExternalDNS',
  'ExternalIP',
] as const
export type NodeAddressType = (typeof NODE_ADDRESS_TYPES)[number]

export interface NodeConnectionConfig {
  /** Whether requests are passed on to nodes, pods and services, also without credentials for kubelets. */
  readonly connectToNodes: boolean
  /** Which address of a node is used: the first of these types. */
  readonly kubeletPreferredAddressTypes: readonly NodeAddressType[]
  /** Files in PEM, empty for none. Without an authority, any certificate of a kubelet is accepted. */
  readonly kubeletClientCertificate: string
  readonly kubeletClientKey: string
  readonly kubeletCertificateAuthority: string
  /** How long a connection to a kubelet may take. */
  readonly kubeletTimeoutMs: number
}

export const DEFAULT_NODE_CONNECTIONS: NodeConnectionConfig = {
  connectToNodes: false,
  kubeletPreferredAddressTypes: NODE_ADDRESS_TYPES,
  kubeletClientCertificate: '',
  kubeletClientKey: '',
  kubeletCertificateAuthority: '',
  kubeletTimeoutMs: 5_000,
}

/** Whoever gives credentials for kubelets wants them to be used. */
export const connectsToNodes = (config: NodeConnectionConfig): boolean =>
  config.connectToNodes || config.kubeletClientCertificate !== '' || config.kubeletCertificateAuthority !== ''

/** The error of the options, if any. */
export function nodeConnectionError(config: NodeConnectionConfig): string | undefined {
  const { kubeletClientCertificate, kubeletClientKey } = config
  return (kubeletClientCertificate === '') === (kubeletClientKey === '')
    ? undefined
    : '--kubelet-client-certificate and --kubelet-client-key must be set together'
}
