import { federationV1beta1 } from '#kinds/groups.js'
import { isAddressRange } from '#kinds/shared/network.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGiven } from '#meta/field-rules.js'
import { dns1035Label } from '#meta/formats.js'
import { builtInKind, type Subresource, statusOf } from '#registry/kind.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import { CLUSTER_AGENT, CLUSTER_PROXY } from './connecting.js'
import { Cluster, MEMBER_VERSION, type ServerAddressByClientCIDR } from './schema.js'

const NONE = '<none>'

/** The status column of a cluster. */
function summaryOf({ status }: Cluster): string {
  const holds = (type: string) =>
    (status.conditions ?? []).find((condition) => condition.type === type)?.status
  if (holds('Ready') === 'True') return 'Ready'
  if (holds('Ready') === 'False') return 'NotReady'
  return holds('Offline') === 'True' ? 'Offline' : 'Unknown'
}

const clusterColumns: readonly Column<Cluster>[] = [
  NAME,
  {
    name: 'Status',
    type: 'string',
    description: 'Result of the last probe: ready, not ready or offline.',
    cell: summaryOf,
  },
  AGE,
  {
    name: 'Version',
    type: 'string',
    wide: true,
    description: 'Kubernetes version of the cluster.',
    cell: ({ metadata }) => metadata.annotations?.[MEMBER_VERSION] ?? NONE,
  },
  {
    name: 'Region',
    type: 'string',
    wide: true,
    description: 'Region that the nodes of the cluster are in.',
    cell: ({ status }) => status.region || NONE,
  },
  {
    name: 'Zones',
    type: 'string',
    wide: true,
    description: 'Zones that the nodes of the cluster are in.',
    cell: ({ status }) => status.zones?.join(',') || NONE,
  },
]

function validateCluster({ spec }: Readonly<Cluster>, errors: FieldErrors): void {
  const { serverAddressByClientCIDRs: addresses } = spec
  mustBeGiven('spec.serverAddressByClientCIDRs', addresses, errors)
  errors.each('spec.serverAddressByClientCIDRs', addresses, validateAddress)
}

/** An address without a range is for every client. */
function validateAddress({ clientCIDR }: ServerAddressByClientCIDR, errors: FieldErrors): void {
  if (clientCIDR === '' || isAddressRange(clientCIDR)) return
  errors.invalid('clientCIDR', clientCIDR, `must be a valid CIDR: invalid CIDR address: ${clientCIDR}`)
}

export const cluster = clusterKind([])

/** The kind of a federation host: its clusters can be reached through it, and agents connect to it. */
export const hostCluster = () => clusterKind([CLUSTER_PROXY, CLUSTER_AGENT])

function clusterKind(subresources: readonly Subresource[]) {
  return builtInKind<Cluster>({
    kind: 'Cluster',
    plural: 'clusters',
    singular: 'cluster',
    namespaced: false,
    nameFormat: dns1035Label,
    generation: 'client',
    storageVersion: {
      ...federationV1beta1,
      schema: Cluster,
      // Its status is always replaced as a whole.
      subresources: [...subresources, { ...statusOf('Cluster'), verbs: ['update'] }],
      columns: clusterColumns,
      rules: { validate: validateCluster },
    },
  })
}
