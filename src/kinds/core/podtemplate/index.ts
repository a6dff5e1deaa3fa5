import { coreV1 } from '#kinds/groups.js'
import { dropDisabledFields } from '#kinds/shared/pod/disabled-fields.js'
import { PodTemplateSpec, validatePodTemplate as validateTemplate } from '#kinds/shared/pod/pod-template.js'
import { podTemplateWarnings } from '#kinds/shared/pod/pod-warnings.js'
import { labelsCell } from '#kinds/shared/workload/columns.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { builtInKind } from '#registry/kind.js'
import { type Column, NAME } from '#registry/serialize/column.js'
import { semanticEqual } from '#schema/equal.js'
import { type Infer, optional, struct } from '#schema/type.js'

const PodTemplate = struct(
  'io.k8s.api.core.v1.PodTemplate',
  'A pod template, stored as an object of its own.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, namespace, labels and other standard data of the template.'),
    template: optional(2, PodTemplateSpec, 'Pattern from which pods can be made.'),
  }),
)
interface PodTemplate extends Infer<typeof PodTemplate> {}

function validatePodTemplate({ template }: Readonly<PodTemplate>, errors: FieldErrors): void {
  errors.field('template', template, validateTemplate)
}

const podTemplateColumns: readonly Column<PodTemplate>[] = [
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
    cell: ({ template }) => labelsCell(template.metadata.labels),
  },
]

export const podTemplate = builtInKind<PodTemplate>({
  kind: 'PodTemplate',
  plural: 'podtemplates',
  singular: 'podtemplate',
  namespaced: true,
  nameFormat: rfc1123Subdomain,
  // There is no spec; the strategy counts the templates.
  generation: 'client',
  strategy: {
    dropDisabledFields: ({ template }, current, { features }) =>
      dropDisabledFields(template.spec, current?.template.spec, features),
    prepareForCreate: ({ metadata }) => {
      metadata.generation = 1
    },
    prepareForUpdate: ({ metadata, template }, current) => {
      if (semanticEqual(PodTemplateSpec, template, current.template)) return
      metadata.generation = (current.metadata.generation ?? 0) + 1
    },
  },
  storageVersion: {
    ...coreV1,
    schema: PodTemplate,
    returnDeletedObject: true,
    subresources: [],
    columns: podTemplateColumns,
    rules: {
      validate: validatePodTemplate,
      warnings: ({ template }, _current, isChanged) =>
        isChanged ? podTemplateWarnings(template, 'template') : [],
    },
  },
})
