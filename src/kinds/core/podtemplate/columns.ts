import { NOTHING } from '#kinds/shared/workload-columns.js'
import { labelSelectorText } from '#meta/label-selector-text.js'
import { type Column, NAME } from '#registry/serialize/column.js'
import type { PodTemplate } from './schema.js'

export const podTemplateColumns: readonly Column<PodTemplate>[] = [
  NAME,
  {
    name: 'Containers',
    type: 'string',
    description: 'Names of the containers in the template.',
    cell: ({ template }) => (template.spec.containers ?? []).map(({ name }) => name).join(','),
  },
  {
    name: 'Images',
    type: 'string',
    description: 'Images that the containers run.',
    cell: ({ template }) => (template.spec.containers ?? []).map(({ image }) => image ?? '').join(','),
  },
  {
    name: 'Pod Labels',
    type: 'string',
    description: 'Labels of the pods that are made from the template.',
    cell: ({ template }) => labelSelectorText({ matchLabels: template.metadata.labels }) || NOTHING,
  },
]
