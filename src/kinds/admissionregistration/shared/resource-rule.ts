import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGiven, mustBeOneOf } from '#meta/field-rules.js'
import { pathSegment } from '#meta/formats.js'
import { explicit, type Infer, inline, list, optional, string, struct } from '#schema/type.js'

const V1 = 'io.k8s.api.admissionregistration.v1'

const OPERATIONS = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE']
const SCOPES = ['*', 'Cluster', 'Namespaced']

/** Fields that protobuf keeps in a nested message. */
const Rule = struct(`${V1}.Rule`, 'Which resources match.', () => ({
  apiGroups: optional(1, list(string), 'Groups of the resources; * is any.', { listType: 'atomic' }),
  apiVersions: optional(2, list(string), 'Versions of the resources; * is any.', { listType: 'atomic' }),
  resources: optional(
    3,
    list(string),
    'Resources, in plural: pods, pods/log, pods/* for all subresources, */scale, * for all resources, */* for everything.',
    { listType: 'atomic' },
  ),
  scope: explicit(4, string, 'Cluster, Namespaced, or * for both.', { default: '*' }),
}))

export const RuleWithOperations = struct(
  `${V1}.RuleWithOperations`,
  'Which operations on which resources match.',
  () => ({
    operations: optional(1, list(string), 'CREATE, UPDATE, DELETE, CONNECT, or * for all.', {
      listType: 'atomic',
      enum: OPERATIONS,
    }),
    ...inline(2, Rule),
  }),
)
export interface RuleWithOperations extends Infer<typeof RuleWithOperations> {}

export const NamedRuleWithOperations = struct(
  `${V1}.NamedRuleWithOperations`,
  'Which operations on which objects match.',
  () => ({
    resourceNames: optional(1, list(string), 'Names of the objects; all of them when empty.', {
      listType: 'atomic',
    }),
    ...inline(2, RuleWithOperations),
  }),
  { mapType: 'atomic' },
)
export interface NamedRuleWithOperations extends Infer<typeof NamedRuleWithOperations> {}

const NONE: readonly string[] = []

export function validateRule(rule: RuleWithOperations, errors: FieldErrors): void {
  const { operations = NONE, apiGroups = NONE, apiVersions = NONE, resources = NONE } = rule
  mustNameSome('operations', operations, 'operations', errors)
  errors.each('operations', operations, validateOperation)
  mustNameSome('apiGroups', apiGroups, 'API groups', errors)
  mustNameSome('apiVersions', apiVersions, 'API versions', errors)
  errors.each('apiVersions', apiVersions, mustNotBeEmpty)
  validateResources(resources, errors)
  mustBeOneOf('scope', rule.scope, SCOPES, errors)
}

export function validateNamedRule(rule: NamedRuleWithOperations, errors: FieldErrors): void {
  errors.eachDistinct('resourceNames', rule.resourceNames, (name, within, seen) => {
    within.format('', name, pathSegment)
    if (seen.has(name)) within.duplicate('', name)
    seen.add(name)
  })
  validateRule(rule, errors)
}

function validateOperation(operation: string, errors: FieldErrors): void {
  mustBeOneOf('', operation, OPERATIONS, errors)
}

function mustNotBeEmpty(text: string, errors: FieldErrors): void {
  mustBeGiven('', text, errors)
}

function mustNameSome(field: string, values: readonly string[], words: string, errors: FieldErrors): void {
  if (values.length === 0) errors.required(field)
  if (values.length > 1 && values.includes('*')) {
    errors.invalid(field, values, `if '*' is present, must not specify other ${words}`)
  }
}

function validateResources(resources: readonly string[], errors: FieldErrors): void {
  if (resources.length === 0) errors.required('resources')
  const wholeResources = new Set<string>()
  const wholeSubresources = new Set<string>()
  errors.each('resources', resources, (resource, within) => {
    mustNotBeEmpty(resource, within)
    const slash = resource.indexOf('/')
    if (slash < 0) return
    const [name, sub] = [resource.slice(0, slash), resource.slice(slash + 1)]
    const mustNot = (present: string) =>
      within.invalid('', resource, `if '${present}' is present, must not specify ${resource}`)
    if (wholeResources.has(name)) mustNot(`${name}/*`)
    if (wholeSubresources.has(sub)) mustNot(`*/${sub}`)
    if (sub === '*') wholeResources.add(name)
    if (name === '*') wholeSubresources.add(sub)
  })
  if (resources.length > 1 && resources.includes('*/*')) {
    errors.invalid('resources', resources, "if '*/*' is present, must not specify other resources")
  }
  // In Kubernetes the last one decides: `pods` before `*` is accepted.
  const last = resources.findLast((resource) => resource !== '' && !resource.includes('/'))
  if (resources.includes('*') && last !== '*') {
    errors.invalid(
      'resources',
      resources,
      "if '*' is present, must not specify other resources without subresources",
    )
  }
}
