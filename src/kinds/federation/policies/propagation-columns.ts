import { labelSelectorText } from '#meta/label-selector.js'
import type { ApiObject } from '#meta/object-meta.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import type { PropagationSpec, ReplicaScheduling } from './propagation.js'
import type { ClusterAffinity, ResourceSelector } from './selectors.js'

interface Propagating extends ApiObject {
  readonly spec: PropagationSpec
}

/** The selected kinds, such as `Deployment,Service`. */
export const kindsText = (selectors: readonly ResourceSelector[] = []) =>
  [...new Set(selectors.map(({ kind }) => kind))].join(',')

/** The selected clusters, such as `east,west` or `tier=gold`; `<all>` without any part. */
export function clustersText({
  clusterNames,
  labelSelector,
  fieldSelectors,
  exclude,
}: ClusterAffinity): string {
  const parts = [
    clusterNames?.join(','),
    labelSelector === undefined ? undefined : labelSelectorText(labelSelector),
    ...(fieldSelectors ?? []).map(({ key, operator, values }) =>
      values === undefined ? `${key} ${operator}` : `${key} ${operator} ${values.join(',')}`,
    ),
    exclude === undefined ? undefined : `not ${exclude.join(',')}`,
  ]
  return parts.filter((part) => part !== undefined && part !== '').join('; ') || '<all>'
}

function replicasText({ type = 'Divided', divideBy = 'Weight' }: ReplicaScheduling): string {
  return type === 'Divided' ? `Divided by ${divideBy}` : type
}

export const propagationColumns: readonly Column<Propagating>[] = [
  NAME,
  {
    name: 'Kinds',
    type: 'string',
    description: 'Kinds that the policy selects.',
    cell: ({ spec }) => kindsText(spec.resourceSelectors),
  },
  {
    name: 'Clusters',
    type: 'string',
    description: 'Clusters that the objects are brought to.',
    cell: ({ spec }) => clustersText(spec.placement),
  },
  {
    name: 'Priority',
    type: 'integer',
    description: 'Of two policies for one object the one with the higher priority acts.',
    cell: ({ spec }) => spec.priority ?? 0,
  },
  AGE,
  {
    name: 'Replicas',
    type: 'string',
    wide: true,
    description: 'How replicas are scheduled.',
    cell: ({ spec }) =>
      spec.replicaScheduling === undefined ? '<default>' : replicasText(spec.replicaScheduling),
  },
]
