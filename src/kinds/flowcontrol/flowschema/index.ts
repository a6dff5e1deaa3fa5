import { flowcontrolV1 } from '#kinds/groups.js'
import { STATUS_ONLY } from '#kinds/shared/metadata.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind, statusOf } from '#registry/kind.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import { FlowSchema } from './schema.js'
import { validateFlowSchema, validateFlowSchemaStatus } from './validation.js'

const flowSchemaColumns: readonly Column<FlowSchema>[] = [
  NAME,
  {
    name: 'PriorityLevel',
    type: 'string',
    description: 'Priority level of the requests.',
    cell: ({ spec }) => spec.priorityLevelConfiguration.name,
  },
  {
    name: 'MatchingPrecedence',
    type: 'string',
    description: 'Precedence among matching schemas; the lowest number wins.',
    sortsRows: true,
    cell: ({ spec }) => spec.matchingPrecedence ?? 0,
  },
  {
    name: 'DistinguisherMethod',
    type: 'string',
    description: 'How requests are divided into flows.',
    cell: ({ spec }) => spec.distinguisherMethod?.type ?? '<none>',
  },
  AGE,
  {
    name: 'MissingPL',
    type: 'string',
    description: 'Whether the priority level is missing.',
    cell: ({ status }) => {
      const dangling = status.conditions?.find(({ type }) => type === 'Dangling')
      return dangling === undefined ? '?' : (dangling.status ?? '')
    },
  },
]

export const flowSchema = builtInKind<FlowSchema>({
  kind: 'FlowSchema',
  plural: 'flowschemas',
  singular: 'flowschema',
  namespaced: false,
  nameFormat: rfc1123Subdomain,
  strategy: STATUS_ONLY,
  storageVersion: {
    ...flowcontrolV1,
    schema: FlowSchema,
    subresources: [statusOf('FlowSchema')],
    columns: flowSchemaColumns,
    rules: { validate: validateFlowSchema, validateStatusUpdate: validateFlowSchemaStatus },
  },
})
