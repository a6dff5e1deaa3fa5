import { schedulingV1 } from '#kinds/groups.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind } from '#registry/kind.js'
import { priorityClassColumns } from './columns.js'
import { PriorityClass } from './schema.js'
import { validatePriorityClass, validatePriorityClassUpdate } from './validation.js'

export const priorityClass = builtInKind<PriorityClass>({
  kind: 'PriorityClass',
  plural: 'priorityclasses',
  singular: 'priorityclass',
  shortNames: ['pc'],
  namespaced: false,
  nameFormat: rfc1123Subdomain,
  // There is one, which nothing raises.
  generation: [],
  storageVersion: {
    ...schedulingV1,
    schema: PriorityClass,
    subresources: [],
    columns: priorityClassColumns,
    rules: {
      readMetadata: true,
      validate: validatePriorityClass,
      validateUpdate: validatePriorityClassUpdate,
    },
  },
})
