import { proxying } from '#kinds/core/connecting.js'
import { coreV1 } from '#kinds/groups.js'
import { dns1035Label } from '#meta/formats.js'
import { builtInKind, statusOf } from '#registry/kind.js'
import { prepareChangedService, prepareNewService, serviceAllocations } from './allocation.js'
import { serviceColumns } from './columns.js'
import { Service } from './schema.js'
import { validateServiceStatus } from './status-rules.js'
import { serviceWarnings, validateService, validateServiceUpdate } from './validation.js'

export const service = builtInKind<Service>({
  kind: 'Service',
  plural: 'services',
  singular: 'service',
  shortNames: ['svc'],
  categories: ['all'],
  namespaced: true,
  nameFormat: dns1035Label,
  generation: 'client',
  strategy: {
    prepareForCreate: prepareNewService,
    prepareForUpdate: prepareChangedService,
    allocations: serviceAllocations,
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
    subresources: [proxying('ServiceProxyOptions'), statusOf('Service')],
    columns: serviceColumns,
    rules: {
      validate: validateService,
      validateUpdate: validateServiceUpdate,
      validateStatusUpdate: validateServiceStatus,
      warnings: serviceWarnings,
    },
  },
})
