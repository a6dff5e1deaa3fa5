import { validateAmounts } from '#kinds/shared/pod/containers/resource-rules.js'
import type { PodRules } from '#kinds/shared/pod/pod-rules.js'
import type { PodSpec } from '#kinds/shared/pod/pod-spec.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGivenAsOneOf, mustBeOneOf } from '#meta/field-rules.js'
import { qualifiedName } from '#meta/formats.js'
import { validateStrictLabelSelector } from '#meta/label-selector-rules.js'
import type { PodReadinessGate, PodSchedulingGate, TopologySpreadConstraint } from './scheduling.js'

/** Scheduling settings of a pod. */

const PREEMPTION_POLICIES = ['PreemptLowerPriority', 'Never']

export function validateScheduling(spec: PodSpec, errors: FieldErrors, rules: PodRules): void {
  const { runtimeClassName, preemptionPolicy } = spec
  if (runtimeClassName !== undefined) errors.format('runtimeClassName', runtimeClassName, rules.subdomain)
  if (preemptionPolicy !== undefined) {
    mustBeGivenAsOneOf('preemptionPolicy', preemptionPolicy, PREEMPTION_POLICIES, errors)
  }
  errors.field('overhead', spec.overhead, validateAmounts)
}

/** Scheduling gates and topology spread constraints. */
export function validateGates(spec: PodSpec, errors: FieldErrors): void {
  const { topologySpreadConstraints: constraints } = spec
  errors.each('readinessGates', spec.readinessGates, validateReadinessGate)
  errors.eachDistinct('schedulingGates', spec.schedulingGates, validateSchedulingGate)
  if (constraints === undefined) return
  errors.each('topologySpreadConstraints', constraints, validateSpread, repeatedSpreads(constraints))
}

function validateReadinessGate({ conditionType }: PodReadinessGate, errors: FieldErrors): void {
  errors.format('conditionType', conditionType, qualifiedName)
}

function validateSchedulingGate({ name }: PodSchedulingGate, errors: FieldErrors, names: Set<string>): void {
  errors.format('name', name, qualifiedName)
  if (names.has(name)) errors.duplicate('name', name)
  names.add(name)
}

const NOT_POSITIVE = 'must be greater than zero'
const REACTIONS = ['DoNotSchedule', 'ScheduleAnyway']
const POLICIES = ['Honor', 'Ignore']

const pairOf = ({ topologyKey, whenUnsatisfiable }: TopologySpreadConstraint) =>
  `{${topologyKey}, ${whenUnsatisfiable}}`

/** The constraints that a later one repeats: Kubernetes reports the first of two. */
function repeatedSpreads(
  constraints: readonly TopologySpreadConstraint[],
): ReadonlySet<TopologySpreadConstraint> {
  const last = new Map(constraints.map((constraint) => [pairOf(constraint), constraint]))
  return new Set(constraints.filter((constraint) => last.get(pairOf(constraint)) !== constraint))
}

function validateSpread(
  constraint: TopologySpreadConstraint,
  errors: FieldErrors,
  repeated: ReadonlySet<TopologySpreadConstraint>,
): void {
  const { maxSkew, topologyKey, whenUnsatisfiable, minDomains, labelSelector } = constraint
  if (maxSkew <= 0) errors.invalid('maxSkew', maxSkew, NOT_POSITIVE)
  if (topologyKey === '') errors.required('topologyKey', 'can not be empty')
  mustBeOneOf('whenUnsatisfiable', whenUnsatisfiable, REACTIONS, errors)
  if (repeated.has(constraint)) errors.duplicate('{topologyKey, whenUnsatisfiable}', pairOf(constraint))
  if (minDomains !== undefined) validateMinDomains(minDomains, whenUnsatisfiable, errors)
  mustBeOneOf('nodeAffinityPolicy', constraint.nodeAffinityPolicy, POLICIES, errors)
  mustBeOneOf('nodeTaintsPolicy', constraint.nodeTaintsPolicy, POLICIES, errors)
  if (constraint.matchLabelKeys && !labelSelector) {
    errors.forbidden('matchLabelKeys', 'must not be specified when labelSelector is not set')
  }
  const selected = new Set(labelSelector?.matchExpressions?.map((expression) => expression.key))
  for (const [index, key] of (constraint.matchLabelKeys ?? []).entries()) {
    errors.format(`matchLabelKeys[${index}]`, key, qualifiedName)
    if (selected.has(key) || Object.hasOwn(labelSelector?.matchLabels ?? {}, key)) {
      errors.invalid(`matchLabelKeys[${index}]`, key, 'exists in both matchLabelKeys and labelSelector')
    }
  }
  errors.field('labelSelector', labelSelector, validateStrictLabelSelector)
}

function validateMinDomains(minDomains: number, whenUnsatisfiable: string, errors: FieldErrors): void {
  if (minDomains <= 0) errors.invalid('minDomains', minDomains, NOT_POSITIVE)
  if (whenUnsatisfiable === 'DoNotSchedule') return
  errors.invalid(
    'minDomains',
    minDomains,
    `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${whenUnsatisfiable}`,
  )
}
