import { eachWarning, rangeWarnings } from '#kinds/shared/address-warnings.js'
import { mustBeLegacyRange } from '#kinds/shared/network.js'
import { mustBeAmount } from '#kinds/shared/resource-names.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { parseLegacyRange } from '#util/net/legacy-address.js'
import { validateNodeAnnotations } from './annotation-rules.js'
import type { Node, NodeSpec } from './schema.js'
import type { NodeStatus } from './status-schema.js'
import { validateTaint } from './taint-rules.js'

export function validateNode({ metadata, spec, status }: Readonly<Node>, errors: FieldErrors): void {
  if (metadata.annotations) validateNodeAnnotations(metadata.annotations, errors)
  errors.field('spec', spec, validateTaints)
  errors.field('status', status, validateAmounts)
  errors.field('status', status, validateSwap)
  errors.field('spec', spec, validateRanges)
}

function validateTaints({ taints }: NodeSpec, errors: FieldErrors): void {
  errors.eachDistinct('taints', taints, validateTaint)
}

function validateRanges({ podCIDRs = [] }: NodeSpec, errors: FieldErrors): void {
  errors.each('podCIDRs', podCIDRs, (range, errors) => {
    mustBeLegacyRange('', range, errors)
  })
  if (podCIDRs.length < 2) return
  const families = new Set(podCIDRs.map((range) => parseLegacyRange(range)?.address.length))
  if (families.size < 2 || families.has(undefined) || podCIDRs.length > 2) {
    errors.invalid('podCIDRs', podCIDRs, 'may specify no more than one CIDR for each IP family')
  }
}

function validateAmounts({ capacity, allocatable }: NodeStatus, errors: FieldErrors): void {
  for (const name in capacity) mustBeAmount(`capacity[${name}]`, name, capacity[name] as string, errors)
  for (const name in allocatable) {
    mustBeAmount(`allocatable[${name}]`, name, allocatable[name] as string, errors)
  }
}

function validateSwap({ nodeInfo }: NodeStatus, errors: FieldErrors): void {
  const capacity = nodeInfo.swap?.capacity
  if (capacity === undefined || capacity > 0) return
  errors.invalid('nodeInfo.swap.capacity', capacity, 'must be greater than zero')
}

export function validateNodeUpdate(
  { spec, status }: Readonly<Node>,
  { spec: before }: Readonly<Node>,
  errors: FieldErrors,
): void {
  mustHaveDistinctAddresses(status, errors)
  const ranges = before.podCIDRs?.join() ?? ''
  if (ranges !== '' && ranges !== spec.podCIDRs?.join()) {
    errors.forbidden('spec.podCIDRs', 'node updates may not change podCIDR except from "" to valid')
  }
  if (before.providerID && before.providerID !== spec.providerID) {
    errors.forbidden('spec.providerID', 'node updates may not change providerID except from "" to valid')
  }
  if (before.externalID !== spec.externalID) errors.forbidden('spec.externalID', 'may not be updated')
}

export function validateNodeStatus(
  { metadata, status }: Readonly<Node>,
  _current: Readonly<Node>,
  errors: FieldErrors,
): void {
  if (metadata.annotations) validateNodeAnnotations(metadata.annotations, errors)
  errors.field('status', status, validateAmounts)
  mustHaveDistinctAddresses(status, errors)
}

/** New nodes are not checked for this. */
function mustHaveDistinctAddresses(status: NodeStatus, errors: FieldErrors): void {
  const seen = new Set<string>()
  for (const [index, address] of (status.addresses ?? []).entries()) {
    const identity = `${address.type} ${address.address}`
    if (seen.has(identity)) errors.duplicate(`status.addresses[${index}]`, address)
    seen.add(identity)
  }
}

/** About a valid node. */
export function nodeWarnings({ spec }: Readonly<Node>): readonly string[] {
  return [
    ...(spec.externalID ? ['spec.externalID: this field is deprecated, and is unused by Kubernetes'] : []),
    ...eachWarning('spec.podCIDRs', spec.podCIDRs, rangeWarnings),
  ]
}
