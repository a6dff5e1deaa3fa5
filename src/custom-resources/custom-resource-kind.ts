import type { CachedObject } from '#cache/cached-object.js'
import type { CustomResourceDefinitionVersion } from '#kinds/apiextensions/customresourcedefinition/schema.js'
import { validateEmbeddedMetadata } from '#kinds/apiextensions/customresourcedefinition/schema-rules.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { apiVersionOf } from '#meta/resource.js'
import {
  type StoredKind,
  statusOf,
  storedKind,
  TODAY_CONVENTIONS,
  type Verb,
  type VersionDescription,
  type VersionRules,
} from '#registry/kind.js'
import { finalizerWarnings } from '#registry/metadata/finalizer-rules.js'
import { compileSchema } from '#structural/compile.js'
import type { JsonSchema } from '#structural/json-schema.js'
import type { StructuralSchema } from '#structural/schema.js'
import { validateObject } from '#structural/validate-object.js'
import { once } from '#util/once.js'
import { inSlices, whenDone } from '#util/slices.js'
import type { WebhookConverter, WebhookConverters } from '#webhooks/conversion/webhook-converter.js'
import { customResourceColumns } from './columns.js'
import { type CustomResource, CustomResourceCodec } from './custom-resource-codec.js'
import { isGoing, parseDefinition, type StoredDefinition, stateOf } from './definition.js'
import { deprecationOf } from './deprecation.js'
import { publishedType } from './published-type.js'
import { customResourceScale, validateScaled } from './scale.js'
import { customResourceFields } from './selectable-fields.js'

/** In the order in which discovery of other servers names them. */
const VERBS: readonly Verb[] = [
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'create',
  'update',
  'watch',
]

/** The definition in the cache: the latest of those that define the same. */
export interface DefinitionSource {
  object: CachedObject
}

/**
 * The kind that a definition defines; of `definition` the outline is looked at. Schemas are read from `source` when they are
 * first needed: of most definitions that a server has no object is ever written. Objects that were written since the
 * revision `since` were written by those schemas.
 */
export function customResourceKind(
  definition: StoredDefinition,
  source: DefinitionSource,
  since: number,
  converters: WebhookConverters,
): StoredKind {
  const { spec, status } = definition
  const { acceptedNames: names } = status
  const { group } = spec
  const schemas = new Map(
    spec.versions.map(({ name }) => [
      apiVersionOf({ group, version: name }),
      once(() => compileSchema(schemaOf(source, name))),
    ]),
  )
  const converter = converterOf(definition, converters)
  const schemaIn = (apiVersion: string) => schemas.get(apiVersion)?.()
  const describe = (version: CustomResourceDefinitionVersion) => {
    const name = { group, version: version.name, plural: names.plural, kind: names.kind }
    const form = new CustomResourceCodec({
      name,
      schema: () => schemaIn(apiVersionOf(name)) as StructuralSchema,
      hasStatus: version.subresources?.status !== undefined,
      isStorageVersion: version.storage,
      schemaIn,
      since,
      digest: stateOf(definition),
      converter,
    })
    const deprecation = deprecationOf(version, spec.versions, name)
    const described: VersionDescription<CustomResource> & { readonly form: CustomResourceCodec } = {
      group,
      version: version.name,
      schema: publishedType(name, () => schemaOf(source, version.name)),
      form,
      served: version.served,
      verbs: VERBS,
      terminating: isGoing(definition),
      subresources: [
        ...(form.hasStatus ? [statusOf(names.kind)] : []),
        ...(version.subresources?.scale ? [customResourceScale(version.subresources.scale)] : []),
      ],
      columns: customResourceColumns(version.additionalPrinterColumns),
      allowUnconditionalUpdate: false,
      freeFinalizers: true,
      ...(deprecation === undefined ? {} : { deprecation }),
      selectableFields: customResourceFields(version.selectableFields ?? []),
      rules: rulesOf(version, form),
      conventions: TODAY_CONVENTIONS,
    }
    return described
  }
  const stored = spec.versions.find(({ storage }) => storage) as CustomResourceDefinitionVersion
  const storageVersion = describe(stored)
  return storedKind<CustomResource>({
    kind: names.kind,
    plural: names.plural,
    singular: names.singular ?? names.kind.toLowerCase(),
    ...(names.listKind === undefined ? {} : { listKind: names.listKind }),
    shortNames: names.shortNames ?? [],
    categories: names.categories ?? [],
    namespaced: spec.scope === 'Namespaced',
    nameFormat: rfc1123Subdomain,
    generation: 'content',
    storageVersion,
    otherVersions: spec.versions
      .filter((version) => version.served && version !== stored)
      .map((version) => {
        const described = describe(version)
        const conversion = {
          toStored: (object: CustomResource) => storageVersion.form.convert(object),
          fromStored: (object: CustomResource) => described.form.convert(object),
        }
        return { ...described, conversion }
      }),
  })
}

/** Undefined where versions differ in nothing but their schemas. */
function converterOf(
  { spec }: StoredDefinition,
  converters: WebhookConverters,
): WebhookConverter | undefined {
  const { conversion } = spec
  if (conversion?.strategy !== 'Webhook' || conversion.webhook?.clientConfig === undefined) return undefined
  const { clientConfig, conversionReviewVersions } = conversion.webhook
  return converters.make({ clientConfig, conversionReviewVersions: conversionReviewVersions ?? [] })
}

function schemaOf({ object }: DefinitionSource, name: string): JsonSchema {
  const { versions } = parseDefinition(object).spec
  return versions.find((version) => version.name === name)?.schema?.openAPIV3Schema ?? {}
}

function rulesOf(
  { subresources }: CustomResourceDefinitionVersion,
  form: CustomResourceCodec,
): VersionRules<CustomResource> {
  const validate = (
    object: Readonly<CustomResource>,
    current: Readonly<CustomResource> | undefined,
    errors: FieldErrors,
  ) => {
    const found = inSlices((pace) =>
      validateObject(form.schema, object, current, validateEmbeddedMetadata, pace),
    )
    return whenDone(found, (found) => {
      errors.addAll(found)
      if (subresources?.scale) validateScaled(object, subresources.scale, errors)
    })
  }
  return {
    validateCreate: (object, errors) => validate(object, undefined, errors),
    validateUpdate: validate,
    validateStatusUpdate: validate,
    warnings: ({ metadata }, current) => finalizerWarnings(metadata.finalizers, current?.metadata.finalizers),
  }
}
