import { validateToleration } from '#kinds/shared/pod/scheduling/tolerations.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGivenAsOneOf, mustFollow } from '#meta/field-rules.js'
import { dns1035Label, dns1123Label, dns1123Subdomain } from '#meta/formats.js'
import { validateLabelSelector } from '#meta/label-selector-rules.js'
import {
  CLUSTER_FIELDS,
  type ClusterAffinity,
  type ClusterFieldSelector,
  type Placement,
  type ResourceSelector,
  SPREAD_GROUPS,
  type SpreadConstraint,
} from './selectors.js'

/** Selectors are matched with every object, so there are only so many. */
export const MAX_SELECTORS = 100
const MAX_NAMES = 1000

const GROUP_VERSION = /^([a-z0-9]([a-z0-9.-]*[a-z0-9])?\/)?v[0-9][a-z0-9]*$/
const KIND = /^[A-Z][A-Za-z0-9]*$/

interface PolicyScope {
  readonly isNamespaced: boolean
}

/** The selectors of a policy; at least one. */
export function validateResourceSelectors(
  selectors: readonly ResourceSelector[] | undefined,
  errors: FieldErrors,
  scope: PolicyScope,
): void {
  const field = 'resourceSelectors'
  if (selectors === undefined || selectors.length === 0) errors.required(field, 'must select a kind')
  else if (selectors.length > MAX_SELECTORS) errors.tooMany(field, selectors.length, MAX_SELECTORS)
  else errors.each(field, selectors, validateResourceSelector, scope)
}

function validateResourceSelector(
  { apiVersion, kind, name, namespace, labelSelector }: ResourceSelector,
  errors: FieldErrors,
  { isNamespaced }: PolicyScope,
): void {
  if (!apiVersion) errors.required('apiVersion')
  else if (!GROUP_VERSION.test(apiVersion))
    errors.invalid('apiVersion', apiVersion, 'must be a version or a group and a version, such as apps/v1')
  if (!kind) errors.required('kind')
  else if (!KIND.test(kind)) errors.invalid('kind', kind, 'must be a kind, such as Deployment')
  if (name && labelSelector !== undefined) errors.forbidden('labelSelector', 'may not be given with a name')
  if (namespace && isNamespaced)
    errors.forbidden('namespace', 'a namespaced policy selects objects of its own namespace only')
  else mustFollow('namespace', namespace, dns1123Label, errors)
  errors.field('labelSelector', labelSelector, validateLabelSelector)
}

const OPERATORS = ['In', 'NotIn', 'Exists', 'DoesNotExist']
const COMPARISONS = ['Gt', 'Lt']
const VERSION = /^v?[0-9]{1,9}(\.[0-9]{1,9}){0,2}$/

function validateFieldSelector(
  { key, operator, values = [] }: ClusterFieldSelector,
  errors: FieldErrors,
): void {
  mustBeGivenAsOneOf('key', key, CLUSTER_FIELDS, errors)
  const isVersion = key === 'version'
  mustBeGivenAsOneOf('operator', operator, isVersion ? [...OPERATORS, ...COMPARISONS] : OPERATORS, errors)
  if (operator === 'Exists' || operator === 'DoesNotExist') {
    if (values.length > 0) errors.forbidden('values', `may not be given with the operator ${operator}`)
  } else if (COMPARISONS.includes(operator)) {
    if (values.length !== 1)
      errors.invalid('values', values, `the operator ${operator} needs exactly one value`)
  } else if (values.length === 0) errors.required('values', 'must have at least one value')
  if (!isVersion) return
  for (const [index, value] of values.entries())
    if (!VERSION.test(value)) errors.invalid(`values[${index}]`, value, 'must be a version, such as 1.33')
}

export function validateClusterAffinity(affinity: ClusterAffinity, errors: FieldErrors): void {
  for (const field of ['clusterNames', 'exclude'] as const) {
    const names = affinity[field]
    if (names !== undefined && names.length > MAX_NAMES) errors.tooMany(field, names.length, MAX_NAMES)
    else errors.eachDistinct(field, names, validateClusterName)
  }
  errors.field('labelSelector', affinity.labelSelector, validateLabelSelector)
  errors.each('fieldSelectors', affinity.fieldSelectors, validateFieldSelector)
}

export function validateClusterName(name: string, errors: FieldErrors, seen: Set<string>): void {
  if (seen.has(name)) errors.duplicate('', name)
  else errors.format('', name, dns1035Label)
  seen.add(name)
}

function validateSpreadConstraint(
  { by, minGroups = 0, maxGroups }: SpreadConstraint,
  errors: FieldErrors,
  seen: Set<string>,
): void {
  mustBeGivenAsOneOf('by', by, SPREAD_GROUPS, errors)
  if (seen.has(by)) errors.duplicate('by', by)
  seen.add(by)
  if (minGroups < 1) errors.invalid('minGroups', minGroups, 'must be greater than zero')
  if (maxGroups === undefined) return
  if (maxGroups < 1) errors.invalid('maxGroups', maxGroups, 'must be greater than zero')
  else if (maxGroups < minGroups) errors.invalid('maxGroups', maxGroups, 'must not be less than minGroups')
}

export function validatePlacement(placement: Placement, errors: FieldErrors): void {
  validateClusterAffinity(placement, errors)
  errors.eachDistinct('spreadConstraints', placement.spreadConstraints, validateSpreadConstraint)
  errors.each('clusterTolerations', placement.clusterTolerations, validateToleration, { isCurrent: true })
}

/** The format of the names of policies. */
export const policyName = dns1123Subdomain
