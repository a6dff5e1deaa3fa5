import { validateConditions } from '#kinds/flowcontrol/condition.js'
import { mandatorySchema } from '#kinds/flowcontrol/system-flow-control.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeOneOf } from '#meta/field-rules.js'
import { rfc1123Label, rfc1123Subdomain } from '#meta/formats.js'
import { semanticEqual } from '#schema/equal.js'
import {
  type FlowSchema,
  FlowSchemaSpec,
  type NonResourcePolicyRule,
  type PolicyRulesWithSubjects,
  type ResourcePolicyRule,
  type Subject,
} from './schema.js'

const HIGHEST_PRECEDENCE = 10_000
const METHODS = ['ByNamespace', 'ByUser']
const SUBJECT_FIELDS = { ServiceAccount: 'serviceAccount', User: 'user', Group: 'group' } as const
const SUBJECT_KINDS = ['Group', 'ServiceAccount', 'User']

export function validateFlowSchema({ metadata, spec }: Readonly<FlowSchema>, errors: FieldErrors): void {
  errors.field('spec', spec, validateSpec, metadata.name)
  const mandatory = mandatorySchema(metadata.name)
  if (mandatory === undefined || semanticEqual(FlowSchemaSpec, spec, mandatory)) return
  errors.invalid('spec', spec, `spec of '${metadata.name}' must equal the fixed value`)
}

function validateSpec(spec: FlowSchemaSpec, errors: FieldErrors, name: string | undefined): void {
  const { matchingPrecedence = 0, distinguisherMethod, priorityLevelConfiguration: level } = spec
  if (matchingPrecedence <= 0)
    errors.invalid('matchingPrecedence', matchingPrecedence, 'must be a positive value')
  if (matchingPrecedence > HIGHEST_PRECEDENCE) {
    errors.invalid('matchingPrecedence', matchingPrecedence, `must not be greater than ${HIGHEST_PRECEDENCE}`)
  }
  if (matchingPrecedence === 1 && name !== 'exempt') {
    errors.invalid('matchingPrecedence', 1, "only the schema named 'exempt' may have matchingPrecedence 1")
  }
  if (distinguisherMethod !== undefined) {
    mustBeOneOf('distinguisherMethod.type', distinguisherMethod.type, METHODS, errors)
  }
  if (level.name === '') {
    errors.required('priorityLevelConfiguration.name', 'must reference a priority level')
  } else errors.format('priorityLevelConfiguration.name', level.name, rfc1123Subdomain)
  errors.each('rules', spec.rules, validateRules)
}

function validateRules(rules: PolicyRulesWithSubjects, errors: FieldErrors): void {
  const { subjects, resourceRules = [], nonResourceRules = [] } = rules
  if ((subjects ?? []).length === 0) errors.required('subjects', 'subjects must contain at least one value')
  errors.each('subjects', subjects, validateSubject)
  if (resourceRules.length === 0 && nonResourceRules.length === 0) {
    errors.required('', 'at least one of resourceRules and nonResourceRules has to be non-empty')
  }
  errors.each('resourceRules', resourceRules, validateResourceRule)
  errors.each('nonResourceRules', nonResourceRules, validateNonResourceRule)
}

function validateSubject(subject: Subject, errors: FieldErrors): void {
  const { kind, serviceAccount } = subject
  const own = Object.hasOwn(SUBJECT_FIELDS, kind)
    ? SUBJECT_FIELDS[kind as keyof typeof SUBJECT_FIELDS]
    : undefined
  if (own === undefined) {
    errors.notSupported('kind', kind, SUBJECT_KINDS)
    return
  }
  if (subject[own] === undefined) errors.required(own, `${own} is required when subject kind is '${kind}'`)
  else if (subject[own].name === '') errors.required(`${own}.name`)
  if (own === 'serviceAccount' && serviceAccount) validateAccount(serviceAccount, errors)
  for (const [other, name] of Object.entries(SUBJECT_FIELDS)) {
    if (other === kind || subject[name] === undefined) continue
    errors.forbidden(name, `${name} is forbidden when subject kind is not '${other}'`)
  }
}

function validateAccount(
  { name, namespace }: NonNullable<Subject['serviceAccount']>,
  errors: FieldErrors,
): void {
  if (name !== '' && name !== '*') errors.format('serviceAccount.name', name, rfc1123Subdomain)
  if (namespace === '') {
    errors.required('serviceAccount.namespace', 'must specify namespace for service account')
  } else errors.format('serviceAccount.namespace', namespace, rfc1123Label)
}

type Values = readonly string[] | null | undefined

/** The messages for an empty list, and for one with other entries beside `*`. */
interface ListMessages {
  readonly none: string
  readonly others: string
}

const VERB_MESSAGES: ListMessages = { none: 'verbs must contain at least one value', others: 'verbs' }
const GROUP_MESSAGES: ListMessages = {
  none: 'resource rules must supply at least one api group',
  others: 'api groups',
}
const RESOURCE_MESSAGES: ListMessages = {
  none: 'resource rules must supply at least one resource',
  others: 'resources',
}
const URL_MESSAGES: ListMessages = {
  none: 'nonResourceURLs must contain at least one value',
  others: 'non-resource URLs',
}

function validateList(
  field: string,
  values: Values,
  { none, others }: ListMessages,
  errors: FieldErrors,
): void {
  if ((values ?? []).length === 0) errors.required(field, none)
  mustBeAnyAlone(field, values, others, errors)
}

function mustBeAnyAlone(field: string, values: Values, others: string, errors: FieldErrors): boolean {
  if (!values || values.length < 2 || !values.includes('*')) return true
  errors.invalid(field, values, `if '*' is present, must not specify other ${others}`)
  return false
}

const VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'proxy', 'update', 'watch']

function validateVerbs(verbs: Values, errors: FieldErrors): void {
  validateList('verbs', verbs, VERB_MESSAGES, errors)
  if (verbs?.includes('*')) return
  if (verbs?.some((verb) => !VERBS.includes(verb))) errors.notSupported('verbs', verbs, VERBS)
}

function validateResourceRule(rule: ResourcePolicyRule, errors: FieldErrors): void {
  validateVerbs(rule.verbs, errors)
  validateList('apiGroups', rule.apiGroups, GROUP_MESSAGES, errors)
  validateList('resources', rule.resources, RESOURCE_MESSAGES, errors)
  if ((rule.namespaces ?? []).length === 0 && rule.clusterScope !== true) {
    errors.required(
      'namespaces',
      'resource rules that are not cluster scoped must supply at least one namespace',
    )
  }
  if (mustBeAnyAlone('namespaces', rule.namespaces, 'namespaces', errors)) {
    errors.each('namespaces', rule.namespaces, validateNamespace)
  }
}

function validateNamespace(namespace: string, errors: FieldErrors): void {
  if (namespace === '*') return
  for (const message of rfc1123Label(namespace)) {
    errors.invalid('', namespace, `each member of this list must be '*' or a DNS-1123 label; ${message}`)
  }
}

function validateNonResourceRule(rule: NonResourcePolicyRule, errors: FieldErrors): void {
  validateVerbs(rule.verbs, errors)
  validateList('nonResourceURLs', rule.nonResourceURLs, URL_MESSAGES, errors)
  if (!rule.nonResourceURLs?.includes('*')) errors.each('nonResourceURLs', rule.nonResourceURLs, validatePath)
}

/** Only the first error of a path is reported. */
function validatePath(path: string, errors: FieldErrors): void {
  const message = pathError(path)
  if (message !== undefined) errors.invalid('', path, message)
}

function pathError(path: string): string | undefined {
  if (path === '') return 'must not be empty'
  if (path === '/') return undefined
  if (!path.startsWith('/')) return 'must start with slash'
  if (path.includes(' ')) return 'must not contain white-space'
  if (path.includes('//')) return 'must not contain double slash'
  const rest = path.endsWith('/*') ? path.slice(0, -1) : path
  return rest.includes('*') ? 'wildcard can only do suffix matching' : undefined
}

export function validateFlowSchemaStatus(
  { status }: Readonly<FlowSchema>,
  _current: Readonly<FlowSchema>,
  errors: FieldErrors,
): void {
  validateConditions(status.conditions, errors)
}
