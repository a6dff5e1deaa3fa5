import { rfc1123Subdomain } from '../../../meta/formats.js'
import { defineKind } from '../../../registry/kind.js'
import { nodeV1 } from '../../groups.js'
import { labelWarnings } from '../../shared/node-label-warnings.js'
import { runtimeClassColumns } from './columns.js'
import { RuntimeClass } from './schema.js'
import { validateRuntimeClass, validateRuntimeClassUpdate } from './validation.js'

export const runtimeclass = defineKind<RuntimeClass>({
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
    createsOnReplace: true,
    replacesByVersion: true,
    columns: runtimeClassColumns,
    rules: {
      validate: validateRuntimeClass,
      validateUpdate: validateRuntimeClassUpdate,
      warnings: ({ scheduling }) => labelWarnings(scheduling?.nodeSelector, () => 'scheduling.nodeSelector'),
    },
  },
})
