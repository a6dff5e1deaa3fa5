import { apiextensionsV1 } from '#kinds/groups.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind, statusOf } from '#registry/kind.js'
import { type Column, NAME } from '#registry/serialize/column.js'
import { LazyModule } from '#util/memoize.js'
import { CustomResourceDefinition } from './schema.js'
import { definitionStrategy } from './strategy.js'

/** Loaded on first use: most servers have no definitions, and checking schemas needs the CEL compiler. */
const definitionRules = new LazyModule(() => import('./validation.js'))

const columns: readonly Column<CustomResourceDefinition>[] = [
  NAME,
  {
    name: 'Created At',
    type: 'date',
    description: 'When the definition was created.',
    cell: ({ metadata }) => metadata.creationTimestamp ?? '',
  },
]

export const customResourceDefinition = builtInKind<CustomResourceDefinition>({
  kind: 'CustomResourceDefinition',
  plural: 'customresourcedefinitions',
  singular: 'customresourcedefinition',
  namespaced: false,
  shortNames: ['crd', 'crds'],
  categories: ['api-extensions'],
  nameFormat: rfc1123Subdomain,
  strategy: definitionStrategy,
  storageVersion: {
    ...apiextensionsV1,
    schema: CustomResourceDefinition,
    subresources: [statusOf('CustomResourceDefinition')],
    columns,
    allowUnconditionalUpdate: false,
    freeFinalizers: true,
    selectableFields: {},
    unknownField: (field) =>
      `${JSON.stringify(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`,
    rules: {
      readMetadata: true,
      load: () => definitionRules.load(),
      validateCreate: (definition, errors) =>
        definitionRules.module.validateNewDefinition(definition, errors),
      validateUpdate: (definition, current, errors) =>
        definitionRules.module.validateChangedDefinition(definition, current, errors),
      validateStatusUpdate: ({ status }, _, errors) =>
        errors.field('status', status, definitionRules.module.validateStatusUpdate),
    },
  },
})
