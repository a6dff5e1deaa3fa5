import type { FieldErrors, StringFormat } from '#meta/field-errors.js'
import { mustBeGiven, mustBeGivenAsOneOf } from '#meta/field-rules.js'
import { dns1035Label, rfc1123Subdomain } from '#meta/formats.js'
import { inSlices, whenDone } from '#util/async/slices.js'
import { validateApproval } from './approval.js'
import { ESTABLISHED, hasCondition } from './conditions.js'
import { type FormerConversion, validateConversion } from './conversion-rules.js'
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionNames,
  CustomResourceDefinitionSpec,
  CustomResourceDefinitionStatus,
  CustomResourceDefinitionVersion,
} from './schema.js'
import { checkSchemas, hasDefaults, type SchemaErrors } from './schema-rules.js'
import { sharedParts, validateVersionParts } from './version-parts.js'
import { validateDeprecation, validateVersionName } from './version-rules.js'

/** The rules on new and changed definitions. */
export function validateNewDefinition(
  definition: Readonly<CustomResourceDefinition>,
  errors: FieldErrors,
): void | Promise<void> {
  const { metadata, spec } = definition
  if (metadata.name !== `${spec.names.plural}.${spec.group}`) {
    errors.invalid('metadata.name', metadata.name, 'must be spec.names.plural+"."+spec.group')
  }
  const found = inSlices((pace) => checkSchemas(versionsOf(spec), [], pace))
  return whenDone(found, (found) => validateDefinition(definition, undefined, found, errors))
}

export function validateChangedDefinition(
  definition: Readonly<CustomResourceDefinition>,
  current: Readonly<CustomResourceDefinition>,
  errors: FieldErrors,
): void | Promise<void> {
  const { spec } = definition
  const found = inSlices((pace) => checkSchemas(versionsOf(spec), versionsOf(current.spec), pace))
  return whenDone(found, (found) => {
    validateDefinition(definition, current, found, errors)
    validateKept(definition, current, errors)
  })
}

const versionsOf = ({ versions }: Readonly<CustomResourceDefinitionSpec>) =>
  (versions ?? []) as readonly CustomResourceDefinitionVersion[]

function validateKept(
  { spec }: Readonly<CustomResourceDefinition>,
  current: Readonly<CustomResourceDefinition>,
  errors: FieldErrors,
): void {
  const keep = (field: string, value: string, before: string) => {
    if (value !== before) errors.invalid(field, value, 'field is immutable')
  }
  if (hasCondition(current.status, ESTABLISHED)) {
    keep('spec.scope', spec.scope, current.spec.scope)
    keep('spec.names.kind', spec.names.kind, current.spec.names.kind)
  }
  keep('spec.group', spec.group, current.spec.group)
  keep('spec.names.plural', spec.names.plural, current.spec.names.plural)
}

function validateDefinition(
  definition: Readonly<CustomResourceDefinition>,
  current: Readonly<CustomResourceDefinition> | undefined,
  found: SchemaErrors,
  errors: FieldErrors,
): void {
  const { spec, status } = definition
  errors.field('spec', spec, validateSpec, {
    found,
    before: current && {
      conversion: current.spec.conversion,
      isEstablished: hasCondition(current.status, ESTABLISHED),
    },
  })
  errors.field('status', status, validateStatus, spec)
  validateApproval(definition, current, errors)
  if (spec.preserveUnknownFields) {
    errors.invalid(
      'spec.preserveUnknownFields',
      true,
      'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead',
    )
  }
}

interface SpecContext {
  readonly found: SchemaErrors
  /** Undefined for a new definition. */
  readonly before: FormerConversion | undefined
}

function validateSpec(
  spec: Readonly<CustomResourceDefinitionSpec>,
  errors: FieldErrors,
  { found, before }: SpecContext,
): void {
  const { group, scope, names, conversion } = spec
  const versions = versionsOf(spec)
  if (mustBeGiven('group', group, errors)) {
    const messages = rfc1123Subdomain(group)
    if (messages.length > 0) errors.invalid('group', group, messages.join(','))
    else if (!group.includes('.')) errors.invalid('group', group, 'should be a domain with at least one dot')
  }
  mustBeGivenAsOneOf('scope', scope, SCOPES, errors)
  errors.each('versions', versions, (version, errors) => {
    if (version.schema?.openAPIV3Schema === undefined) {
      errors.required('schema.openAPIV3Schema', 'schemas are required')
    }
  })
  if (spec.preserveUnknownFields && versions.some(hasDefaults)) {
    errors.invalid('preserveUnknownFields', true, 'must be false in order to use defaults in the schema')
  }
  const shared = sharedParts(versions)
  errors.each('versions', versions, (version, errors) => {
    validateVersionName(version, errors)
    validateDeprecation(version, errors)
    validateVersionParts(version, 'in one version', shared, found, errors)
  })
  if (new Set(versions.map(({ name }) => name)).size < versions.length) {
    errors.invalid('versions', versions, 'must contain unique version names')
  }
  if (versions.filter(({ storage }) => storage).length !== 1) {
    errors.invalid('versions', versions, 'must have exactly one version marked as storage version')
  }
  for (const name of ['plural', 'singular', 'kind', 'listKind'] as const) {
    mustBeGiven(`names.${name}`, names[name], errors)
  }
  errors.field('names', names, validateNames)
  errors.field('versions[0]', versions[0], (version, errors) =>
    validateVersionParts(version, 'in all versions', shared, found, errors),
  )
  if (spec.preserveUnknownFields && conversion !== undefined && conversion.strategy !== 'None') {
    errors.invalid(
      'conversion.strategy',
      conversion.strategy,
      'must be None if spec.preserveUnknownFields is true',
    )
  }
  errors.field('conversion', conversion, validateConversion, before)
}

const SCOPES = ['Cluster', 'Namespaced']

function validateNames(names: Readonly<CustomResourceDefinitionNames>, errors: FieldErrors): void {
  const { plural, singular, kind, listKind } = names
  mustBeName('plural', plural, errors)
  mustBeName('singular', singular, errors)
  mustBeKind('kind', kind, errors)
  mustBeKind('listKind', listKind, errors)
  errors.each('shortNames', names.shortNames, (name, errors) => mustBeName('', name, errors))
  if (kind !== '' && kind === listKind) {
    errors.invalid('listKind', listKind, 'kind and listKind may not be the same')
  }
  errors.each('categories', names.categories, (name, errors) => mustBeName('', name, errors))
}

function mustBeName(field: string, name: string | undefined, errors: FieldErrors): void {
  if (field !== '' && !name) return
  const messages = dns1035Label(name ?? '')
  if (messages.length > 0) errors.invalid(field, name, messages.join(','))
}

const kindName: StringFormat = (kind) => {
  const messages = dns1035Label(kind.toLowerCase())
  return messages.length === 0
    ? messages
    : [`may have mixed case, but should otherwise match: ${messages.join(',')}`]
}

function mustBeKind(field: string, kind: string | undefined, errors: FieldErrors): void {
  if (kind) errors.format(field, kind, kindName)
}

/** The rules on a status update, which may take versions from the stored ones. */
export function validateStatusUpdate(
  { acceptedNames }: Readonly<CustomResourceDefinitionStatus>,
  errors: FieldErrors,
): void {
  errors.field('acceptedNames', acceptedNames, validateNames)
}

function validateStatus(
  { storedVersions = [] }: Readonly<CustomResourceDefinitionStatus>,
  errors: FieldErrors,
  { versions }: Readonly<Pick<CustomResourceDefinitionSpec, 'versions'>>,
): void {
  if (storedVersions.length === 0) {
    errors.invalid('storedVersions', storedVersions, 'must have at least one stored version')
    return
  }
  const known = new Set((versions ?? []).map(({ name }) => name))
  errors.each('storedVersions', storedVersions, (version, errors) => {
    if (known.has(version)) return
    errors.invalid(
      '',
      version,
      `missing from spec.versions; ${version} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${version} and removes ${version} from status.storedVersions`,
    )
  })
}
