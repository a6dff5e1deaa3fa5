import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeOneOf, mustNotBeNegative } from '#meta/field-rules.js'
import { validateLabelSelector } from '#meta/label-selector-rules.js'
import type { ApiObject } from '#meta/object-meta.js'
import {
  type ClusterWeight,
  CONFLICT_RESOLUTIONS,
  DIVISIONS,
  type PropagationSpec,
  type ReplicaScheduling,
  SCHEDULING_TYPES,
} from './propagation.js'
import {
  MAX_SELECTORS,
  validateClusterName,
  validatePlacement,
  validateResourceSelectors,
} from './selector-rules.js'

interface Propagating extends ApiObject {
  readonly spec: PropagationSpec
}

export const propagationRules =
  (isNamespaced: boolean) => (policy: Readonly<Propagating>, errors: FieldErrors) =>
    errors.field('spec', policy.spec, validatePropagation, { isNamespaced })

function validatePropagation(
  spec: PropagationSpec,
  errors: FieldErrors,
  scope: { readonly isNamespaced: boolean },
): void {
  validateResourceSelectors(spec.resourceSelectors, errors, scope)
  errors.field('placement', spec.placement, validatePlacement)
  errors.field('replicaScheduling', spec.replicaScheduling, validateScheduling)
  mustBeOneOf('conflictResolution', spec.conflictResolution, CONFLICT_RESOLUTIONS, errors)
  mustNotBeNegative('gracePeriodSeconds', spec.gracePeriodSeconds, errors)
}

function validateScheduling({ type, divideBy, weights = [] }: ReplicaScheduling, errors: FieldErrors): void {
  mustBeOneOf('type', type, SCHEDULING_TYPES, errors)
  mustBeOneOf('divideBy', divideBy, DIVISIONS, errors)
  if (type === 'Duplicated' && divideBy !== undefined)
    errors.forbidden('divideBy', 'may only be given with the type Divided')
  if (weights.length > 0 && (type === 'Duplicated' || divideBy === 'FreeCapacity'))
    errors.forbidden('weights', 'may only be given when replicas are divided by Weight')
  if (weights.length > MAX_SELECTORS) errors.tooMany('weights', weights.length, MAX_SELECTORS)
  else errors.each('weights', weights, validateWeight)
  if (weights.length > 0 && weights.every(({ weight }) => weight === 0))
    errors.invalid('weights', weights.length, 'at least one weight must be greater than zero')
}

function validateWeight({ clusterNames, labelSelector, weight }: ClusterWeight, errors: FieldErrors): void {
  errors.eachDistinct('clusterNames', clusterNames, validateClusterName)
  errors.field('labelSelector', labelSelector, validateLabelSelector)
  mustNotBeNegative('weight', weight, errors)
}
