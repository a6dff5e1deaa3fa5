import type { CachedObject } from '#cache/cached-object.js'
import type { CustomResourceDefinitionVersion } from '#kinds/apiextensions/customresourcedefinition/schema.js'
import { validateEmbeddedMetadata } from '#kinds/apiextensions/customresourcedefinition/schema-rules.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { apiVersionOf, compareVersionPriority } from '#meta/resource.js'
import { CURRENT_CONVENTIONS } from '#registry/group-conventions.js'
import {
  type SelectableFields,
  type ServedVersion,
  type StoredKind,
  statusOf,
  storedKind,
  type Verb,
  type VersionDescription,
  type VersionRules,
} from '#registry/kind.js'
import { finalizerWarnings } from '#registry/metadata/finalizer-rules.js'
import { compileSchema } from '#structural/compile.js'
import type { JsonSchema } from '#structural/json-schema.js'
import { SchemaTypes } from '#structural/rules/cel-types.js'
import type { StructuralSchema } from '#structural/schema.js'
import { validateObject } from '#structural/validation/validate-object.js'
import { inSlices, whenDone } from '#util/async/slices.js'
import { once } from '#util/memoize.js'
import type { WebhookConverter, WebhookConverters } from '#webhooks/conversion/webhook-converter.js'
import { customResourceColumns } from './columns.js'
import { type CustomResource, CustomResourceCodec } from './custom-resource-codec.js'
import { isTerminating, parseDefinition, type StoredDefinition, stateOf } from './definition.js'
import { JsonPath } from './json-path.js'
import { publishedType } from './published-type.js'
import { customResourceScale, validateScaled } from './scale.js'

/** In the order of kube-apiserver's discovery. */
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

/** The latest cached definition with the same spec. */
export interface DefinitionSource {
  object: CachedObject
}

/**
 * The kind of a definition. `definition` is only an outline; schemas are parsed from `source` on first use,
 * since most definitions have no objects. Objects written since the revision `since` conform to these schemas.
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
    const codec = new CustomResourceCodec({
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
    const described: VersionDescription<CustomResource> & { readonly codec: CustomResourceCodec } = {
      group,
      version: version.name,
      schema: publishedType(name, version.selectableFields ?? [], () => schemaOf(source, version.name)),
      codec,
      served: version.served,
      verbs: VERBS,
      terminating: isTerminating(definition),
      subresources: [
        ...(codec.hasStatus ? [statusOf(names.kind)] : []),
        ...(version.subresources?.scale ? [customResourceScale(version.subresources.scale)] : []),
      ],
      columns: customResourceColumns(version.additionalPrinterColumns),
      allowUnconditionalUpdate: false,
      freeFinalizers: true,
      ...(deprecation === undefined ? {} : { deprecation }),
      selectableFields: customResourceFields(version.selectableFields ?? []),
      rules: rulesOf(version, codec),
      conventions: CURRENT_CONVENTIONS,
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
          toStored: (object: CustomResource) => storageVersion.codec.convert(object),
          fromStored: (object: CustomResource) => described.codec.convert(object),
        }
        return { ...described, conversion }
      }),
  })
}

/** Undefined for the `None` conversion strategy. */
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
  codec: CustomResourceCodec,
): VersionRules<CustomResource> {
  const validate = (
    object: Readonly<CustomResource>,
    current: Readonly<CustomResource> | undefined,
    errors: FieldErrors,
  ) => {
    const found = inSlices((pace) =>
      validateObject(codec.schema, object, current, validateEmbeddedMetadata, pace),
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

/** The deprecation warning of a version; undefined if it is not deprecated. */
export function deprecationOf(
  { name, deprecated, deprecationWarning }: Readonly<CustomResourceDefinitionVersion>,
  versions: readonly CustomResourceDefinitionVersion[],
  { group, kind }: { readonly group: string; readonly kind: string },
): string | undefined {
  if (!deprecated) return undefined
  if (deprecationWarning !== undefined) return deprecationWarning
  const [better] = versions
    .filter(
      (version) => version.served && !version.deprecated && compareVersionPriority(version.name, name) < 0,
    )
    .map((version) => version.name)
    .sort(compareVersionPriority)
  const words = `${group}/${name} ${kind} is deprecated`
  return better === undefined ? words : `${words}; use ${group}/${better} ${kind}`
}

/** The selectable fields of a version, by their path. */
export function customResourceFields(fields: readonly { readonly jsonPath: string }[]): SelectableFields {
  return Object.fromEntries(
    fields.map(({ jsonPath }) => {
      const path = new JsonPath(jsonPath)
      return [jsonPath.replace(/^\./, ''), (object: CustomResource) => textOf(path.first(object))]
    }),
  )
}

function textOf(value: unknown): string {
  const isScalar = ['string', 'number', 'bigint', 'boolean'].includes(typeof value)
  return isScalar ? String(value) : ''
}

/** The CEL type of custom resources without metadata; undefined for other kinds. */
export function expressionTypeOf({ codec, kind }: ServedVersion) {
  return codec instanceof CustomResourceCodec
    ? new SchemaTypes().of(codec.schema, true, kind)?.type
    : undefined
}
