import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGiven, mustBeOneOf } from '#meta/field-rules.js'
import { pathSegment } from '#meta/formats.js'
import { type NamedRuleWithOperations, OPERATIONS, type RuleWithOperations, SCOPES } from './resource-rule.js'

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
  if (resources.includes('*') && resources.some((resource) => resource !== '*' && !resource.includes('/'))) {
    errors.invalid(
      'resources',
      resources,
      "if '*' is present, must not specify other resources without subresources",
    )
  }
}
