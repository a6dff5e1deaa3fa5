import { nodeV1 } from '#kinds/groups.js'
import { labelWarnings } from '#kinds/shared/node-label-warnings.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind } from '#registry/kind.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import { RuntimeClass } from './schema.js'
import { validateRuntimeClass, validateRuntimeClassUpdate } from './validation.js'

const runtimeClassColumns: readonly Column<RuntimeClass>[] = [
  NAME,
  {
    name: 'Handler',
    type: 'string',
    description: 'Handler of the container runtime.',
    cell: ({ handler }) => handler,
  },
  AGE,
]

export const runtimeClass = builtInKind<RuntimeClass>({
  kind: 'RuntimeClass',
  plural: 'runtimeclasses',
  singular: 'runtimeclass',
  namespaced: false,
  nameFormat: rfc1123Subdomain,
  generation: 'client',
  storageVersion: {
    ...nodeV1,
    schema: RuntimeClass,
    subresources: [],
    allowCreateOnUpdate: true,
    allowUnconditionalUpdate: false,
    columns: runtimeClassColumns,
    rules: {
      validate: validateRuntimeClass,
      validateUpdate: validateRuntimeClassUpdate,
      warnings: ({ scheduling }) => labelWarnings(scheduling?.nodeSelector, () => 'scheduling.nodeSelector'),
    },
  },
})
