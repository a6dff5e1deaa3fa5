import { proxySubresource } from '#kinds/core/connecting.js'
import { coreV1 } from '#kinds/groups.js'
import { EMPTY_CELL, labelsCell } from '#kinds/shared/workload/columns.js'
import { dns1035Label } from '#meta/formats.js'
import { builtInKind, statusOf } from '#registry/kind.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import { relatedObjects } from './address-objects.js'
import { prepareChangedService, prepareNewService, serviceAllocations } from './allocation.js'
import {
  DEFAULT_SERVICE_NETWORK,
  type ServiceNetwork,
  type ServiceNetworkConfig,
  serviceNetworkOf,
} from './network.js'
import { Service } from './schema.js'
import { validateServiceStatus } from './status-rules.js'
import { validateService, validateServiceUpdate } from './validation.js'
import { serviceStatusWarnings, serviceWarnings } from './warnings.js'

const serviceColumns: readonly Column<Service>[] = [
  NAME,
  {
    name: 'Type',
    type: 'string',
    description: 'How the service is exposed.',
    cell: ({ spec }) => spec.type ?? '',
  },
  {
    name: 'Cluster-IP',
    type: 'string',
    description: 'Address of the service within the cluster.',
    cell: ({ spec }) => spec.clusterIPs?.[0] || EMPTY_CELL,
  },
  {
    name: 'External-IP',
    type: 'string',
    description: 'Addresses for clients outside the cluster.',
    cell: externalAddress,
  },
  {
    name: 'Port(s)',
    type: 'string',
    description: 'Ports of the service, and after a colon those of the nodes.',
    cell: ({ spec: { ports = [] } }) =>
      ports
        .map(({ port, nodePort, protocol }) => `${port}${nodePort ? `:${nodePort}` : ''}/${protocol}`)
        .join(',') || EMPTY_CELL,
  },
  AGE,
  {
    name: 'Selector',
    type: 'string',
    wide: true,
    description: 'Labels of the pods behind the service.',
    cell: ({ spec }) => labelsCell(spec.selector),
  },
]

function externalAddress({ spec, status }: Service): string {
  const { type, externalIPs = [], externalName } = spec
  if (type === 'ExternalName') return externalName ?? ''
  if (type !== 'LoadBalancer') return externalIPs.join(',') || EMPTY_CELL
  const entries = (status.loadBalancer.ingress ?? []).map(({ ip, hostname }) => ip || hostname || '')
  const addresses = [...new Set(entries)].filter((text) => text !== '').sort()
  return [...addresses, ...externalIPs].join(',') || '<pending>'
}

const serviceIn = (network: ServiceNetwork) =>
  builtInKind<Service>({
    kind: 'Service',
    plural: 'services',
    singular: 'service',
    shortNames: ['svc'],
    categories: ['all'],
    namespaced: true,
    nameFormat: dns1035Label,
    generation: 'client',
    strategy: {
      prepareForCreate: (service, context) => prepareNewService(service, context, network),
      prepareForUpdate: (service, current, context) =>
        prepareChangedService(service, current, context, network),
      allocations: serviceAllocations,
      auxiliaryRecords: relatedObjects,
    },
    storageVersion: {
      ...coreV1,
      schema: Service,
      returnDeletedObject: true,
      allowCreateOnUpdate: true,
      selectableFields: {
        'spec.clusterIP': ({ spec }: Service) => spec.clusterIP ?? '',
        'spec.type': ({ spec }: Service) => spec.type ?? '',
      },
      subresources: [proxySubresource('ServiceProxyOptions'), statusOf('Service')],
      columns: serviceColumns,
      rules: {
        validateCreate: validateService,
        validateUpdate: validateServiceUpdate,
        validateStatusUpdate: validateServiceStatus,
        warnings: serviceWarnings,
        statusWarnings: serviceStatusWarnings,
      },
    },
  })

export const service = serviceIn(serviceNetworkOf(DEFAULT_SERVICE_NETWORK))

/** Services that are allocated from other ranges than the default ones. */
export const serviceOf = (config: ServiceNetworkConfig) => serviceIn(serviceNetworkOf(config))
