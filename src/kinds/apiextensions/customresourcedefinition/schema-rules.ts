import type { FieldError } from '#meta/field-error.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { pathSegment } from '#meta/formats.js'
import type { ObjectMeta } from '#meta/object-meta.js'
import { validateMetadata } from '#registry/metadata/metadata-rules.js'
import { semanticEqual } from '#schema/equal.js'
import { schemasWithin } from '#structural/definition/schema-keywords.js'
import { SchemaPartCache } from '#structural/definition/schema-part-cache.js'
import { validateSchema } from '#structural/definition/validate-schema.js'
import type { JsonSchema } from '#structural/json-schema.js'
import type { Pace, Work } from '#util/async/slices.js'
import { JSONSchemaProps } from './json-schema-props.js'
import type { CustomResourceDefinitionVersion } from './schema.js'

/** The rules on embedded metadata; any path segment is a valid name. */
export function validateEmbeddedMetadata(metadata: ObjectMeta, errors: FieldErrors): void {
  const namespaced = metadata.namespace !== undefined
  validateMetadata(metadata, { namespaced, nameFormat: pathSegment }, errors)
}

const knownParts = new SchemaPartCache()

type Version = Readonly<CustomResourceDefinitionVersion>

/** The schema errors by version. */
export type SchemaErrors = ReadonlyMap<Version, readonly FieldError[]>

/** Checks the schemas of versions, which takes long for large ones. `formerly` are the versions that they replace. */
export function* checkSchemas(
  versions: readonly Version[],
  formerly: readonly Version[],
  pace: Pace,
): Work<SchemaErrors> {
  const findings = new Map<Version, readonly FieldError[]>()
  const isShared = haveOneSchema(versions)
  for (const [index, version] of versions.entries()) {
    if (isShared && index > 0) break
    const known = formerly.find(({ name }) => name === version.name)
    const hasStatus = (isShared ? versions : [version]).some(hasStatusSubresource)
    findings.set(version, yield* checkSchema(version, known, hasStatus, placeOf(index), pace))
  }
  return findings
}

/** A schema that all versions have is checked once, for the first one. */
export function haveOneSchema([first, ...others]: readonly Version[]): boolean {
  const schema = first?.schema?.openAPIV3Schema
  return others.every((version) => semanticEqual(JSONSchemaProps, schema, version.schema?.openAPIV3Schema))
}

const hasStatusSubresource = ({ subresources }: Version) => subresources?.status !== undefined

const placeOf = (index: number) => `spec.versions[${index}]`

/** `known` is the version that this one replaces: its schema was accepted before. */
function* checkSchema(
  { schema }: Version,
  known: Version | undefined,
  hasStatus: boolean,
  place: string,
  pace: Pace,
): Work<readonly FieldError[]> {
  const json = schema?.openAPIV3Schema
  if (json === undefined) return []
  const isSame = known !== undefined && semanticEqual(JSONSchemaProps, json, known.schema?.openAPIV3Schema)
  // Which other fields the root may have depends on the status subresource.
  if (isSame && hasStatusSubresource(known) === hasStatus) return []
  const options = { hasStatusSubresource: hasStatus, areRulesAccepted: isSame, known: knownParts }
  const metadataRules = validateEmbeddedMetadata
  return yield* validateSchema(json, `${place}.schema.openAPIV3Schema`, { ...options, metadataRules }, pace)
}

/** Whether any part of the schema of a version has a default. */
export function hasDefaults({ schema }: Version): boolean {
  const json = schema?.openAPIV3Schema
  return json !== undefined && hasDefaultWithin(json)
}

const hasDefaultWithin = (schema: JsonSchema): boolean =>
  (schema.default ?? undefined) !== undefined || schemasWithin(schema).some(hasDefaultWithin)
