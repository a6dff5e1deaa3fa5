import { coreV1 } from '#kinds/groups.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { builtInKind } from '#registry/kind.js'
import { type Column, NAME } from '#registry/serialize/column.js'
import { type Infer, list, optional, required, string, struct } from '#schema/type.js'

const ComponentCondition = struct(
  'io.k8s.api.core.v1.ComponentCondition',
  'Whether a component of the control plane works.',
  {
    type: required(1, string, 'Always Healthy.'),
    status: required(2, string, 'True, False or Unknown.'),
    message: optional(3, string, 'What the component has responded.'),
    error: optional(4, string, 'Code of the error.'),
  },
)

const ComponentStatus = struct(
  'io.k8s.api.core.v1.ComponentStatus',
  'State of a component of the control plane. Deprecated.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name of the component.'),
    conditions: optional(2, list(ComponentCondition), 'What has been observed of the component.', {
      merge: { key: 'type' },
      listType: 'map',
      listMapKeys: ['type'],
    }),
  }),
)
export interface ComponentStatus extends Infer<typeof ComponentStatus> {}

const healthOf = ({ conditions = [] }: ComponentStatus) => conditions.find(({ type }) => type === 'Healthy')

const columns: readonly Column<ComponentStatus>[] = [
  NAME,
  {
    name: 'Status',
    type: 'string',
    description: 'Whether the component works.',
    cell: (component) => {
      const health = healthOf(component)
      if (health === undefined) return 'Unknown'
      return health.status === 'True' ? 'Healthy' : 'Unhealthy'
    },
  },
  {
    name: 'Message',
    type: 'string',
    description: 'What the component has responded.',
    cell: (component) => healthOf(component)?.message ?? '',
  },
  {
    name: 'Error',
    type: 'string',
    description: 'Code of the error.',
    cell: (component) => healthOf(component)?.error ?? '',
  },
]

/** Computed when it is read; see `components.ts`. */
export const componentStatus = builtInKind<ComponentStatus>({
  kind: 'ComponentStatus',
  plural: 'componentstatuses',
  singular: 'componentstatus',
  shortNames: ['cs'],
  namespaced: false,
  storageVersion: {
    ...coreV1,
    conventions: { ...coreV1.conventions, storageVersionHash: false },
    schema: ComponentStatus,
    verbs: ['get', 'list'],
    subresources: [],
    columns,
    deprecation: 'v1 ComponentStatus is deprecated in v1.19+',
  },
})
