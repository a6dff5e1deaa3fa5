import { flowcontrolV1 } from '#kinds/groups.js'
import { STATUS_ALONE } from '#kinds/shared/status-alone.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind, statusOf } from '#registry/kind.js'
import { levelColumns } from './columns.js'
import { PriorityLevelConfiguration } from './schema.js'
import { validateLevel, validateLevelStatus } from './validation.js'

export const priorityLevelConfiguration = builtInKind<PriorityLevelConfiguration>({
  kind: 'PriorityLevelConfiguration',
  plural: 'prioritylevelconfigurations',
  singular: 'prioritylevelconfiguration',
  namespaced: false,
  nameFormat: rfc1123Subdomain,
  strategy: STATUS_ALONE,
  storageVersion: {
    ...flowcontrolV1,
    schema: PriorityLevelConfiguration,
    subresources: [statusOf('PriorityLevelConfiguration')],
    columns: levelColumns,
    rules: { validate: validateLevel, validateStatusUpdate: validateLevelStatus },
  },
})
