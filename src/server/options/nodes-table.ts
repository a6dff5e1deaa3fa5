import { NODE_ADDRESS_TYPES, type NodeAddressType, type NodeConnectionConfig } from '#nodes/config.js'
import { durationOption, fileOption, listThat, type ServerOptionTable, switchOption } from './option.js'

const isType = (text: string): text is NodeAddressType =>
  (NODE_ADDRESS_TYPES as readonly string[]).includes(text)

/** Options of connections to nodes. */
export const NODE_OPTIONS: ServerOptionTable<NodeConnectionConfig> = {
  connectToNodes: switchOption(
    '--connect-to-nodes',
    'pass logs, exec and the like on to nodes, also without credentials for kubelets',
  ),
  kubeletPreferredAddressTypes: {
    flag: '--kubelet-preferred-address-types',
    placeholder: '<type,…>',
    hasVariable: true,
    isRepeatable: true,
    help: 'which address of a node is used: the first of these types',
    expected: `one or more of ${NODE_ADDRESS_TYPES.join(', ')}, separated by commas`,
    parse: parseTypes,
    format: (types) => (types === NODE_ADDRESS_TYPES ? 'all, Hostname first' : types.join(',')),
    value: listThat(`${NODE_ADDRESS_TYPES.join(', ')}`, isType),
  },
  kubeletClientCertificate: fileOption(
    '--kubelet-client-certificate',
    'client certificate for kubelets, in PEM; read for each connection',
  ),
  kubeletClientKey: fileOption('--kubelet-client-key', 'key of the client certificate for kubelets, in PEM'),
  kubeletCertificateAuthority: fileOption(
    '--kubelet-certificate-authority',
    'CA certificates for kubelets, in PEM; without it any certificate is accepted',
  ),
  kubeletTimeoutMs: durationOption('--kubelet-timeout', 'how long a connection to a kubelet may take'),
}

function parseTypes(text: string): readonly NodeAddressType[] | undefined {
  const types = text.split(',').map((type) => type.trim())
  return types.every(isType) ? types : undefined
}
