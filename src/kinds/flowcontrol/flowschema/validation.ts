import type { FieldErrors } from '../../../meta/field-errors.js'
import { mustBeOneOf } from '../../../meta/field-rules.js'
import { rfc1123Subdomain } from '../../../meta/formats.js'
import { validateConditions } from '../condition-rules.js'
import type {
  FlowSchema,
  FlowSchemaSpec,
  NonResourcePolicyRule,
  PolicyRulesWithSubjects,
  ResourcePolicyRule,
  Subject,
} from './schema.js'

const HIGHEST_PRECEDENCE = 10_000
const METHODS = ['ByNamespace', 'ByUser']
const SUBJECT_MEMBERS = { User: 'user', Group: 'group', ServiceAccount: 'serviceAccount' } as const
const SUBJECT_KINDS = ['Group', 'ServiceAccount', 'User']

export function validateFlowSchema({ spec }: Readonly<FlowSchema>, errors: FieldErrors): void {
  errors.member('spec', spec, validateSpec)
}

function validateSpec(spec: FlowSchemaSpec, errors: FieldErrors): void {
  const { matchingPrecedence, distinguisherMethod, priorityLevelConfiguration: level } = spec
  if (matchingPrecedence <= 0)
    errors.invalid('matchingPrecedence', matchingPrecedence, 'must be a positive value')
  if (matchingPrecedence > HIGHEST_PRECEDENCE) {
    errors.invalid('matchingPrecedence', matchingPrecedence, `must not be greater than ${HIGHEST_PRECEDENCE}`)
  }
  if (matchingPrecedence === 1 && level.name !== 'exempt') {
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
  const { kind } = subject
  if (!SUBJECT_KINDS.includes(kind)) errors.notSupported('kind', kind, SUBJECT_KINDS)
  for (const [member, name] of Object.entries(SUBJECT_MEMBERS)) {
    const given = subject[name]
    if (member === kind && given === undefined) {
      errors.required(name, `${name} is required when subject kind is '${kind}'`)
    } else if (member !== kind && given !== undefined) {
      errors.forbidden(name, `${name} is forbidden when subject kind is not '${member}'`)
    } else if (given?.name === '') errors.required(`${name}.name`)
  }
  if (subject.serviceAccount?.namespace === '') {
    errors.required('serviceAccount.namespace', 'must specify namespace for service account')
  }
}

type Values = readonly string[] | null | undefined

function mustName(field: string, values: Values, words: string, errors: FieldErrors): void {
  if ((values ?? []).length === 0) errors.required(field, `${words} must contain at least one value`)
}

function mustBeAnyAlone(field: string, values: Values, errors: FieldErrors): void {
  if (values && values.length > 1 && values.includes('*')) {
    errors.invalid(field, values, "if '*' is present, must not specify other values")
  }
}

function validateResourceRule(rule: ResourcePolicyRule, errors: FieldErrors): void {
  for (const field of ['verbs', 'apiGroups', 'resources'] as const) {
    mustName(field, rule[field], field === 'resources' ? 'resources' : field, errors)
    mustBeAnyAlone(field, rule[field], errors)
  }
  if ((rule.namespaces ?? []).length === 0 && rule.clusterScope !== true) {
    errors.required(
      'namespaces',
      'resource rules that are not cluster scoped must supply at least one namespace',
    )
  }
  mustBeAnyAlone('namespaces', rule.namespaces, errors)
}

function validateNonResourceRule(rule: NonResourcePolicyRule, errors: FieldErrors): void {
  mustName('verbs', rule.verbs, 'verbs', errors)
  mustBeAnyAlone('verbs', rule.verbs, errors)
  mustName('nonResourceURLs', rule.nonResourceURLs, 'nonResourceURLs', errors)
  mustBeAnyAlone('nonResourceURLs', rule.nonResourceURLs, errors)
}

export function validateFlowSchemaStatus(
  { status }: Readonly<FlowSchema>,
  _current: Readonly<FlowSchema>,
  errors: FieldErrors,
): void {
  validateConditions(status.conditions, errors)
}
