import { flowcontrolV1 } from '#kinds/groups.js'
import { STATUS_ALONE } from '#kinds/shared/status-alone.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind, statusOf } from '#registry/kind.js'
import { flowSchemaColumns } from './columns.js'
import { FlowSchema } from './schema.js'
import { validateFlowSchema, validateFlowSchemaStatus } from './validation.js'

export const flowSchema = builtInKind<FlowSchema>({
  kind: 'FlowSchema',
  plural: 'flowschemas',
  singular: 'flowschema',
  namespaced: false,
  nameFormat: rfc1123Subdomain,
  strategy: STATUS_ALONE,
  storageVersion: {
    ...flowcontrolV1,
    schema: FlowSchema,
    subresources: [statusOf('FlowSchema')],
    columns: flowSchemaColumns,
    rules: { validate: validateFlowSchema, validateStatusUpdate: validateFlowSchemaStatus },
  },
})
