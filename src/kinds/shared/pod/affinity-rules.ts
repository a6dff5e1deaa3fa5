import type { FieldErrors } from '../../../meta/field-errors.js'
import { dns1123Label, qualifiedName } from '../../../meta/formats.js'
import {
  type OperatorRules,
  SET_OPERATORS,
  validateLabelSelector,
  validateRequirement,
} from '../../../meta/label-selector-rules.js'
import type {
  Affinity,
  NodeAffinity,
  NodeSelector,
  NodeSelectorTerm,
  PodAffinity,
  PodAffinityTerm,
  PodAntiAffinity,
  PreferredSchedulingTerm,
  WeightedPodAffinityTerm,
} from './affinity.js'

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution'
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution'

export function validateAffinity(affinity: Affinity, errors: FieldErrors): void {
  errors.member('nodeAffinity', affinity.nodeAffinity, validateNodeAffinity)
  errors.member('podAffinity', affinity.podAffinity, validatePodAffinity)
  errors.member('podAntiAffinity', affinity.podAntiAffinity, validatePodAffinity)
}

function validateNodeAffinity(affinity: NodeAffinity, errors: FieldErrors): void {
  errors.member(REQUIRED, affinity[REQUIRED], validateNodeSelector)
  errors.each(PREFERRED, affinity[PREFERRED], validatePreferredTerm)
}

function validateNodeSelector({ nodeSelectorTerms: terms }: NodeSelector, errors: FieldErrors): void {
  if (terms === null) errors.required('nodeSelectorTerms', 'must have at least one node selector term')
  errors.each('nodeSelectorTerms', terms, validateNodeSelectorTerm)
}

function validatePreferredTerm({ weight, preference }: PreferredSchedulingTerm, errors: FieldErrors): void {
  mustBeWeight(weight, errors)
  errors.member('preference', preference, validateNodeSelectorTerm)
}

/** Labels of nodes may be numbers, which can be compared with one other. */
function oneValue(values: readonly string[], errors: FieldErrors): void {
  if (values.length !== 1) {
    errors.required('values', "must be specified single value when `operator` is 'Lt' or 'Gt'")
  }
}

const NODE_OPERATORS: OperatorRules = new Map([...SET_OPERATORS, ['Gt', oneValue], ['Lt', oneValue]])

function validateNodeSelectorTerm({ matchExpressions }: NodeSelectorTerm, errors: FieldErrors): void {
  if (matchExpressions === undefined) {
    errors.required('matchExpressions', 'must have at least one node selector requirement')
  }
  errors.each('matchExpressions', matchExpressions, validateRequirement, NODE_OPERATORS)
}

function validatePodAffinity(affinity: PodAffinity | PodAntiAffinity, errors: FieldErrors): void {
  errors.each(REQUIRED, affinity[REQUIRED], validatePodTerm)
  errors.each(PREFERRED, affinity[PREFERRED], validateWeightedPodTerm)
}

function validateWeightedPodTerm(
  { weight, podAffinityTerm }: WeightedPodAffinityTerm,
  errors: FieldErrors,
): void {
  mustBeWeight(weight, errors)
  errors.member('podAffinityTerm', podAffinityTerm, validatePodTerm)
}

function validatePodTerm(
  { labelSelector, namespaces, topologyKey }: PodAffinityTerm,
  errors: FieldErrors,
): void {
  errors.member('labelSelector', labelSelector, validateLabelSelector)
  errors.each('namespaces', namespaces, mustBeNamespace)
  if (topologyKey === '') errors.required('topologyKey', 'can not be empty')
  errors.format('topologyKey', topologyKey, qualifiedName)
}

function mustBeNamespace(namespace: string, errors: FieldErrors): void {
  errors.format('', namespace, dns1123Label)
}

function mustBeWeight(weight: number, errors: FieldErrors): void {
  if (weight < 1 || weight > 100) errors.invalid('weight', weight, 'must be in the range 1-100')
}
