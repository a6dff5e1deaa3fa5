import type { PodTemplateSpec } from '#kinds/shared/pod/pod-template.js'
import { type LabelSelector, labelSelectorText } from '#meta/label-selector.js'
import type { ApiObject } from '#meta/object-meta.js'
import type { Column } from '#registry/serialize/column.js'

/** The fields that workload kinds share. */
interface Templated extends ApiObject {
  spec: { template?: PodTemplateSpec | undefined }
}

interface Workload extends Templated {
  spec: { template: PodTemplateSpec; selector?: LabelSelector | null | undefined }
}

const containersOf = ({ spec }: Templated) => spec.template?.spec.containers ?? []

interface Replicated extends ApiObject {
  spec: { replicas?: number | undefined }
  status: { replicas?: number | undefined; readyReplicas?: number | undefined }
}

/** The counts of a ReplicaSet or a ReplicationController. */
export const replicaColumns: readonly Column<Replicated>[] = [
  {
    name: 'Desired',
    type: 'integer',
    description: 'Wanted number of pods.',
    cell: ({ spec }) => spec.replicas ?? 0,
  },
  {
    name: 'Current',
    type: 'integer',
    description: 'Current number of pods.',
    cell: ({ status }) => status.replicas ?? 0,
  },
  {
    name: 'Ready',
    type: 'integer',
    description: 'Pods that are ready.',
    cell: ({ status }) => status.readyReplicas ?? 0,
  },
]

/** The containers and images of the pods. */
export const containerColumns: readonly Column<Templated>[] = [
  {
    name: 'Containers',
    type: 'string',
    wide: true,
    description: 'Names of the containers in the pod template.',
    cell: (object) =>
      containersOf(object)
        .map(({ name }) => name)
        .join(','),
  },
  {
    name: 'Images',
    type: 'string',
    wide: true,
    description: 'Images that the containers run.',
    cell: (object) =>
      containersOf(object)
        .map(({ image }) => image ?? '')
        .join(','),
  },
]

export const selectorColumn = <O extends ApiObject>(cell: (object: O) => string): Column<O> => ({
  name: 'Selector',
  type: 'string',
  wide: true,
  description: 'Selector of the pods.',
  cell,
})

/** The wide columns of workload kinds. */
export const workloadColumns: readonly Column<Workload>[] = [
  ...containerColumns,
  selectorColumn(({ spec }) => labelSelectorText(spec.selector ?? {}) || EMPTY_CELL),
]

/** The content of an empty cell. */
export const EMPTY_CELL = '<none>'

/** Labels in a cell. Pairs are sorted, not names: `a-b=c` comes before `a=b`. */
export const labelsCell = (labels: Readonly<Record<string, string>> | undefined) =>
  Object.entries(labels ?? {})
    .map(([key, value]) => `${key}=${value}`)
    .sort()
    .join(',') || EMPTY_CELL
