import { LEVELS, STAGES } from '#access/audit/event/audit-event.js'
import type { ConfigDocument } from '#access/config-document.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { dns1123Subdomain } from '#meta/formats.js'
import { type GroupResources, Policy, type PolicyRule } from './policy.js'

/** The file format of a policy. */
export const POLICY_DOCUMENT: ConfigDocument<(typeof Policy)['fields']> = {
  kind: 'Policy',
  apiVersions: ['audit.k8s.io/v1'],
  type: Policy,
  validate(policy, errors) {
    if (!policy.rules?.length) errors.required('rules', 'a policy without rules records nothing')
    errors.each('omitStages', policy.omitStages, validateStage)
    errors.each('rules', policy.rules, validateRule)
  },
}

function validateRule(rule: PolicyRule, errors: FieldErrors): void {
  const { level, resources = [], namespaces = [], nonResourceURLs = [] } = rule
  if (level === '') errors.required('level')
  else if (!LEVELS.some((known) => known === level)) errors.notSupported('level', level, LEVELS)
  errors.each('resources', resources, validateResources)
  errors.each('nonResourceURLs', nonResourceURLs, validatePath)
  if (nonResourceURLs.length > 0 && resources.length + namespaces.length > 0) {
    errors.invalid(
      'nonResourceURLs',
      nonResourceURLs,
      'a rule is either about resources or about paths that are none',
    )
  }
  errors.each('omitStages', rule.omitStages, validateStage)
}

function validateStage(stage: string, errors: FieldErrors): void {
  if (!STAGES.some((known) => known === stage)) errors.notSupported('', stage, STAGES)
}

function validateResources({ group, resources, resourceNames }: GroupResources, errors: FieldErrors): void {
  if (group !== undefined && group !== '') errors.format('group', group, dns1123Subdomain)
  if (resourceNames?.length && !resources?.length) {
    errors.invalid('resourceNames', resourceNames, 'names need resources that are called so')
  }
}

function validatePath(path: string, errors: FieldErrors): void {
  if (path === '*') return
  if (!path.startsWith('/')) errors.invalid('', path, 'must begin with a slash, or be *')
  if (path.slice(0, -1).includes('*')) errors.invalid('', path, 'may have a * at the end alone')
}
