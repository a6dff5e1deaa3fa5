import type { PodRules } from '#kinds/shared/pod/pod-rules.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { qualifiedName } from '#meta/formats.js'
import {
  type OperatorRules,
  SET_OPERATORS,
  validateLabelSelector,
  validateRequirement,
} from '#meta/label-selector-rules.js'
import type {
  Affinity,
  NodeAffinity,
  NodeSelector,
  NodeSelectorRequirement,
  NodeSelectorTerm,
  PodAffinity,
  PodAffinityTerm,
  PodAntiAffinity,
  PreferredSchedulingTerm,
  WeightedPodAffinityTerm,
} from './affinity.js'

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution'
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution'

export function validateAffinity(affinity: Affinity, errors: FieldErrors, rules: PodRules): void {
  errors.field('nodeAffinity', affinity.nodeAffinity, validateNodeAffinity, rules)
  errors.field('podAffinity', affinity.podAffinity, validatePodAffinity, rules)
  errors.field('podAntiAffinity', affinity.podAntiAffinity, validatePodAffinity, rules)
}

function validateNodeAffinity(affinity: NodeAffinity, errors: FieldErrors, rules: PodRules): void {
  errors.field(REQUIRED, affinity[REQUIRED], validateNodeSelector, rules)
  errors.each(PREFERRED, affinity[PREFERRED], validatePreferredTerm, rules)
}

export function validateNodeSelector(
  { nodeSelectorTerms: terms }: NodeSelector,
  errors: FieldErrors,
  rules: PodRules,
): void {
  if (terms === null) errors.required('nodeSelectorTerms', 'must have at least one node selector term')
  errors.each('nodeSelectorTerms', terms, validateNodeSelectorTerm, rules)
}

function validatePreferredTerm(
  { weight, preference }: PreferredSchedulingTerm,
  errors: FieldErrors,
  rules: PodRules,
): void {
  mustBeWeight(weight, errors)
  errors.field('preference', preference, validateNodeSelectorTerm, rules)
}

/** Gt and Lt compare a numeric label with one value. */
function oneValue(values: readonly string[], errors: FieldErrors): void {
  if (values.length !== 1) {
    errors.required('values', "must be specified single value when `operator` is 'Lt' or 'Gt'")
  }
}

const NODE_OPERATORS: OperatorRules = new Map([...SET_OPERATORS, ['Gt', oneValue], ['Lt', oneValue]])

function validateNodeSelectorTerm(
  { matchExpressions, matchFields }: NodeSelectorTerm,
  errors: FieldErrors,
  { isCurrent }: PodRules,
): void {
  if (matchExpressions === undefined && !isCurrent) {
    errors.required('matchExpressions', 'must have at least one node selector requirement')
  }
  errors.each('matchExpressions', matchExpressions, validateRequirement, NODE_OPERATORS)
  errors.each('matchFields', matchFields, validateFieldRequirement)
}

const FIELD_OPERATORS = ['In', 'NotIn']

/** The only field that can be matched is `metadata.name`, which has one value. */
function validateFieldRequirement(
  { key, operator, values = [] }: NodeSelectorRequirement,
  errors: FieldErrors,
): void {
  if (!FIELD_OPERATORS.includes(operator))
    errors.invalid('operator', operator, 'not a valid selector operator')
  else if (values.length !== 1) {
    errors.required(
      'values',
      "must be only one value when `operator` is 'In' or 'NotIn' for node field selector",
    )
  }
  if (key !== 'metadata.name') errors.invalid('key', key, 'not a valid field selector key')
}

function validatePodAffinity(
  affinity: PodAffinity | PodAntiAffinity,
  errors: FieldErrors,
  rules: PodRules,
): void {
  errors.each(REQUIRED, affinity[REQUIRED], validatePodTerm, rules)
  errors.each(PREFERRED, affinity[PREFERRED], validateWeightedPodTerm, rules)
}

function validateWeightedPodTerm(
  { weight, podAffinityTerm }: WeightedPodAffinityTerm,
  errors: FieldErrors,
  rules: PodRules,
): void {
  mustBeWeight(weight, errors)
  errors.field('podAffinityTerm', podAffinityTerm, validatePodTerm, rules)
}

function validatePodTerm(
  { labelSelector, namespaces, namespaceSelector, topologyKey }: PodAffinityTerm,
  errors: FieldErrors,
  rules: PodRules,
): void {
  errors.field('labelSelector', labelSelector, validateLabelSelector)
  errors.each('namespaces', namespaces, mustBeNamespace, rules)
  errors.field('namespaceSelector', namespaceSelector, validateLabelSelector)
  if (topologyKey === '') errors.required('topologyKey', 'can not be empty')
  errors.format('topologyKey', topologyKey, qualifiedName)
}

function mustBeNamespace(namespace: string, errors: FieldErrors, { label }: PodRules): void {
  errors.format('', namespace, label)
}

function mustBeWeight(weight: number, errors: FieldErrors): void {
  if (weight < 1 || weight > 100) errors.invalid('weight', weight, 'must be in the range 1-100')
}
