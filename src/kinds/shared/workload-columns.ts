import type { ApiObject } from '../../meta/api-object.js'
import type { LabelSelector } from '../../meta/label-selector.js'
import { labelSelectorText } from '../../meta/label-selector-text.js'
import type { Column } from '../../registry/serialize/column.js'
import type { PodTemplateSpec } from './pod/pod-template.js'

/** What kinds that run pods have in common. */
interface Workload extends ApiObject {
  spec: { template: PodTemplateSpec; selector?: LabelSelector | null | undefined }
}

const containersOf = ({ spec }: Workload) => spec.template.spec.containers ?? []

/** The columns that a wide table adds for kinds that run pods. */
export const workloadColumns: readonly Column<Workload>[] = [
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
  {
    name: 'Selector',
    type: 'string',
    wide: true,
    description: 'Labels by which the pods are found.',
    cell: ({ spec }) => labelSelectorText(spec.selector ?? {}) || NOTHING,
  },
]

/** Stands in a cell that would be empty. */
export const NOTHING = '<none>'
