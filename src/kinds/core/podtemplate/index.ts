import { coreV1 } from '#kinds/groups.js'
import { PodTemplateSpec } from '#kinds/shared/pod/pod-template.js'
import { podTemplateWarnings } from '#kinds/shared/pod/pod-warnings.js'
import { builtInKind } from '#registry/kind.js'
import { sameMeaning } from '#schema/equal.js'
import { podTemplateColumns } from './columns.js'
import { PodTemplate } from './schema.js'
import { validatePodTemplate } from './validation.js'

export const podTemplate = builtInKind<PodTemplate>({
  kind: 'PodTemplate',
  plural: 'podtemplates',
  singular: 'podtemplate',
  namespaced: true,
  // There is no spec to follow; the strategy counts the templates.
  generation: 'client',
  strategy: {
    prepareForCreate: ({ metadata }) => {
      metadata.generation = 1
    },
    prepareForUpdate: ({ metadata, template }, current) => {
      if (sameMeaning(PodTemplateSpec, template, current.template)) return
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
      warnings: ({ template }) => podTemplateWarnings(template, 'template'),
    },
  },
})
