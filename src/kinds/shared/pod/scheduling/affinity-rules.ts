import type { PodRules } from '#kinds/shared/pod/pod-rules.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { qualifiedName, rfc1123Subdomain } from '#meta/formats.js'
import type { LabelSelector } from '#meta/label-selector.js'
import {
  type OperatorRules,
  SET_OPERATORS,
  validateLabelSelector,
  validateRequirement,
  validateStrictLabelSelector,
  validateStrictRequirement,
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
  errors.each('nodeSelectorTerms', terms, validateRequiredTerm, rules)
}

function validatePreferredTerm(
  { weight, preference }: PreferredSchedulingTerm,
  errors: FieldErrors,
  rules: PodRules,
): void {
  mustBeWeight(weight, errors)
  errors.field('preference', preference, validateNodeSelectorTerm, rules)
}

function validateRequiredTerm(term: NodeSelectorTerm, errors: FieldErrors, rules: PodRules): void {
  validateNodeSelectorTerm(term, errors, rules, rules.isCurrent)
}

/** Gt and Lt compare a numeric label with one value. */
function oneValue(values: readonly string[], errors: FieldErrors): void {
  if (values.length !== 1) {
    errors.required('values', "must be specified single value when `operator` is 'Lt' or 'Gt'")
  }
}

const NODE_OPERATORS: OperatorRules = new Map([...SET_OPERATORS, ['Gt', oneValue], ['Lt', oneValue]])

/** Preferences may have values that no label has: they are only useless. */
function validateNodeSelectorTerm(
  { matchExpressions, matchFields }: NodeSelectorTerm,
  errors: FieldErrors,
  { isCurrent }: PodRules,
  isStrict = false,
): void {
  if (matchExpressions === undefined && !isCurrent) {
    errors.required('matchExpressions', 'must have at least one node selector requirement')
  }
  const rule = isStrict ? validateStrictRequirement : validateRequirement
  errors.each('matchExpressions', matchExpressions, rule, NODE_OPERATORS)
  errors.each('matchFields', matchFields, validateFieldRequirement, isCurrent)
}

const FIELD_OPERATORS = ['In', 'NotIn']

/** The only field that can be matched is `metadata.name`, which has one value. */
function validateFieldRequirement(
  { key, operator, values = [] }: NodeSelectorRequirement,
  errors: FieldErrors,
  isCurrent: boolean,
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
  else if (isCurrent) {
    for (const [index, value] of values.entries()) errors.format(`values[${index}]`, value, rfc1123Subdomain)
  }
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

function validatePodTerm(term: PodAffinityTerm, errors: FieldErrors, rules: PodRules): void {
  const { labelSelector, namespaces, namespaceSelector, topologyKey } = term
  const validateSelector = rules.isCurrent ? validateStrictLabelSelector : validateLabelSelector
  errors.field('labelSelector', labelSelector, validateSelector)
  errors.field('namespaceSelector', namespaceSelector, validateSelector)
  errors.each('namespaces', namespaces, mustBeNamespace, rules)
  validateLabelKeys(term, errors)
  if (topologyKey === '') errors.required('topologyKey', 'can not be empty')
  errors.format('topologyKey', topologyKey, qualifiedName)
}

/** Keys of the labels that a pod shares, or does not share, with the others. */
function validateLabelKeys(
  { labelSelector, matchLabelKeys = [], mismatchLabelKeys = [] }: PodAffinityTerm,
  errors: FieldErrors,
): void {
  mustBeLabelKeys('matchLabelKeys', matchLabelKeys, labelSelector, errors)
  mustBeLabelKeys('mismatchLabelKeys', mismatchLabelKeys, labelSelector, errors)
  if (matchLabelKeys.length === 0) return
  const selected = new Set(Object.keys(labelSelector?.matchLabels ?? {}))
  for (const { key } of labelSelector?.matchExpressions ?? []) {
    const index = matchLabelKeys.lastIndexOf(key)
    // A new pod has the keys in its selector by now, so this finds a key that was there before.
    if (index >= 0 && selected.has(key)) {
      errors.invalid(`matchLabelKeys[${index}]`, key, 'exists in both matchLabelKeys and labelSelector')
    }
    selected.add(key)
  }
  for (const [index, key] of matchLabelKeys.entries()) {
    if (!mismatchLabelKeys.includes(key)) continue
    errors.invalid(`matchLabelKeys[${index}]`, key, 'exists in both matchLabelKeys and mismatchLabelKeys')
  }
}

function mustBeLabelKeys(
  field: string,
  keys: readonly string[],
  selector: LabelSelector | undefined,
  errors: FieldErrors,
): void {
  if (keys.length === 0) return
  if (selector === undefined) {
    errors.forbidden(field, 'must not be specified when labelSelector is not set')
    return
  }
  for (const [index, key] of keys.entries()) errors.format(`${field}[${index}]`, key, qualifiedName)
}

function mustBeNamespace(namespace: string, errors: FieldErrors, { label }: PodRules): void {
  errors.format('', namespace, label)
}

function mustBeWeight(weight: number, errors: FieldErrors): void {
  if (weight < 1 || weight > 100) errors.invalid('weight', weight, 'must be in the range 1-100')
}
