import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { builtInKind, CURRENT_CONVENTIONS } from '#registry/kind.js'
import { type Column, NAME } from '#registry/serialize/column.js'
import { QuantitySum } from '#schema/quantity.js'
import {
  duration,
  type Infer,
  list,
  map,
  optional,
  quantity,
  required,
  string,
  struct,
  time,
} from '#schema/type.js'

/** The group of a metrics server. Nothing is stored, so versions have no hash. */
const metricsV1beta1 = {
  group: 'metrics.k8s.io',
  version: 'v1beta1',
  conventions: { ...CURRENT_CONVENTIONS, storageVersionHash: false },
  verbs: ['get', 'list'],
  subresources: [],
} as const

const PACKAGE = 'io.k8s.metrics.pkg.apis.metrics.v1beta1'

const usage = (number: number, whose: string) =>
  required(number, map(quantity), `Processors and memory that the ${whose} used.`)

/** The fields that both kinds begin with. */
const measured = {
  ...typeMeta,
  metadata: optional(1, ObjectMeta, 'Name, namespace and labels of what was measured.'),
  timestamp: required(2, time, 'When the measurement ended.'),
  window: required(3, duration, 'How long it took.'),
}

const NodeMetrics = struct(`${PACKAGE}.NodeMetrics`, 'What a node uses.', () => ({
  ...measured,
  usage: usage(4, 'node'),
}))
export interface NodeMetrics extends Infer<typeof NodeMetrics> {}

const ContainerMetrics = struct(`${PACKAGE}.ContainerMetrics`, 'What a container uses.', () => ({
  name: required(1, string, 'Name of the container.'),
  usage: usage(2, 'container'),
}))

const PodMetrics = struct(`${PACKAGE}.PodMetrics`, 'What the containers of a pod use.', () => ({
  ...measured,
  containers: required(4, list(ContainerMetrics), 'The containers that run.'),
}))
export interface PodMetrics extends Infer<typeof PodMetrics> {}

/** The columns are those of a metrics server. */
function columns<O extends NodeMetrics | PodMetrics>(
  amount: (object: O, resource: string) => string,
): Column<O>[] {
  const ofResource = (name: string): Column<O> => ({
    name,
    type: 'string',
    format: 'quantity',
    description: '',
    cell: (object) => amount(object, name),
  })
  return [
    NAME,
    ofResource('cpu'),
    ofResource('memory'),
    { name: 'Window', type: 'string', format: 'duration', description: '', cell: ({ window }) => window },
  ]
}

function sumOf({ containers }: PodMetrics, resource: string): string {
  const sum = new QuantitySum('0')
  for (const container of containers ?? []) sum.add(container.usage?.[resource] ?? '0')
  return sum.text
}

export const nodeMetrics = builtInKind<NodeMetrics>({
  kind: 'NodeMetrics',
  plural: 'nodes',
  singular: '',
  namespaced: false,
  storageVersion: {
    ...metricsV1beta1,
    schema: NodeMetrics,
    columns: columns(({ usage }, resource) => usage?.[resource] ?? '0'),
  },
})

export const podMetrics = builtInKind<PodMetrics>({
  kind: 'PodMetrics',
  plural: 'pods',
  singular: '',
  namespaced: true,
  storageVersion: { ...metricsV1beta1, schema: PodMetrics, columns: columns(sumOf) },
})
