import { isIPv4 } from 'node:net'
import { isAddressRange } from '#kinds/shared/network.js'
import { mustBeAmount } from '#kinds/shared/resource-names.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGivenAsOneOf } from '#meta/field-rules.js'
import { labelValue, qualifiedName } from '#meta/formats.js'
import type { Node, NodeSpec, Taint } from './schema.js'
import type { NodeStatus } from './status-schema.js'

export function validateNode({ spec, status }: Readonly<Node>, errors: FieldErrors): void {
  errors.field('spec', spec, validateSpec)
  errors.field('status', status, validateStatus)
}

function validateSpec({ taints, podCIDRs }: NodeSpec, errors: FieldErrors): void {
  errors.eachDistinct('taints', taints, validateTaint)
  errors.each('podCIDRs', podCIDRs, validateRange)
  if (podCIDRs === undefined || podCIDRs.length < 2) return
  const families = new Set(podCIDRs.map((range) => isIPv4(range.split('/')[0] ?? '')))
  if (families.size < podCIDRs.length) {
    errors.invalid('podCIDRs', podCIDRs, 'may specify no more than one CIDR for each IP family')
  }
}

const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute']

function validateTaint(taint: Taint, errors: FieldErrors, seen: Set<string>): void {
  const { key, value, effect } = taint
  errors.format('key', key, qualifiedName)
  const messages = value === undefined ? [] : labelValue(value)
  if (messages.length > 0) errors.invalid('value', value, messages.join(';'))
  mustBeGivenAsOneOf('effect', effect, EFFECTS, errors)
  const identity = `${effect} ${key}`
  if (seen.has(identity)) errors.duplicate('', taint, 'taints must be unique by key and effect pair')
  seen.add(identity)
}

function validateRange(range: string, errors: FieldErrors): void {
  if (isAddressRange(range)) return
  errors.invalid('', range, 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)')
}

function validateStatus({ capacity, allocatable }: NodeStatus, errors: FieldErrors): void {
  for (const name in capacity) mustBeAmount(`capacity[${name}]`, name, capacity[name] as string, errors)
  for (const name in allocatable) {
    mustBeAmount(`allocatable[${name}]`, name, allocatable[name] as string, errors)
  }
}

export function validateNodeUpdate(
  { spec }: Readonly<Node>,
  { spec: before }: Readonly<Node>,
  errors: FieldErrors,
): void {
  const ranges = before.podCIDRs?.join() ?? ''
  if (ranges !== '' && ranges !== spec.podCIDRs?.join()) {
    errors.forbidden('spec.podCIDRs', 'node updates may not change podCIDR except from "" to valid')
  }
  if (before.providerID !== undefined && before.providerID !== spec.providerID) {
    errors.forbidden('spec.providerID', 'node updates may not change providerID except from "" to valid')
  }
  if (before.externalID !== spec.externalID) errors.forbidden('spec.externalID', 'may not be updated')
}

export function validateNodeStatus(
  { status }: Readonly<Node>,
  _current: Readonly<Node>,
  errors: FieldErrors,
): void {
  errors.field('status', status, validateStatus)
  const seen = new Set<string>()
  for (const [index, address] of (status.addresses ?? []).entries()) {
    const identity = `${address.type} ${address.address}`
    if (seen.has(identity)) errors.duplicate(`status.addresses[${index}]`, address)
    seen.add(identity)
  }
}
