import { alternatives } from '#kinds/shared/alternatives.js'
import { mustBeContainerResourceName } from '#kinds/shared/resource-names.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { pathSegment, rfc1123Label } from '#meta/formats.js'
import { compareQuantities } from '#schema/quantity.js'
import type {
  ContainerResourceMetricSource,
  CrossVersionObjectReference,
  ExternalMetricSource,
  MetricIdentifier,
  MetricSpec,
  MetricTarget,
  ObjectMetricSource,
  PodsMetricSource,
  ResourceMetricSource,
} from './metrics.js'

const TYPES = ['ContainerResource', 'External', 'Object', 'Pods', 'Resource']

/** The sources of a metric, in the order in which they are checked. */
const SOURCES = alternatives<Omit<MetricSpec, 'type'>>({
  object: validateObject,
  external: validateExternal,
  pods: validatePods,
  resource: validateResource,
  containerResource: validateContainerResource,
})

export function validateMetric(metric: MetricSpec, errors: FieldErrors): void {
  const { type } = metric
  if (type === '') errors.required('type', 'must specify a metric source type')
  if (!TYPES.includes(type)) errors.notSupported('type', type, TYPES)
  const fields: Readonly<Record<string, unknown>> = { ...metric }
  const present = SOURCES.filter(({ name }) => fields[name] !== undefined)
  // Only the first of several is validated.
  for (const { name, rule } of present.slice(0, 1)) errors.field(name, fields[name], rule)
  const expected = TYPES.includes(type) ? type.charAt(0).toLowerCase() + type.slice(1) : undefined
  if (expected !== undefined && fields[expected] === undefined) {
    errors.required(expected, 'must populate information for the given metric source')
  }
  if (present.length === 1) return
  for (const { name } of present) {
    if (name !== expected) errors.forbidden(name, 'must populate the given metric source only')
  }
}

export function validateReference({ kind, name }: CrossVersionObjectReference, errors: FieldErrors): void {
  if (kind === '') errors.required('kind')
  else errors.format('kind', kind, pathSegment)
  if (name === '') errors.required('name')
  else errors.format('name', name, pathSegment)
}

function validateIdentifier({ name }: MetricIdentifier, errors: FieldErrors): void {
  if (name === '') errors.required('name', 'must specify a metric name')
  else errors.format('name', name, pathSegment)
}

const TARGETS = ['Utilization', 'Value', 'AverageValue']
const isPositive = (quantity: string) => compareQuantities(quantity, '0') > 0

function validateTarget(target: MetricTarget, errors: FieldErrors): void {
  const { type, averageUtilization } = target
  if (type === '') errors.required('type', 'must specify a metric target type')
  if (!TARGETS.includes(type)) {
    errors.invalid('type', type, 'must be either Utilization, Value, or AverageValue')
  }
  for (const field of ['value', 'averageValue'] as const) {
    const value = target[field]
    if (value !== undefined && !isPositive(value)) errors.invalid(field, value, 'must be positive')
  }
  if (averageUtilization !== undefined && averageUtilization < 1) {
    errors.invalid('averageUtilization', averageUtilization, 'must be greater than 0')
  }
}

function validateObject({ describedObject, metric, target }: ObjectMetricSource, errors: FieldErrors): void {
  errors.field('describedObject', describedObject, validateReference)
  errors.field('metric', metric, validateIdentifier)
  errors.field('target', target, validateTarget)
  if (target.value === undefined && target.averageValue === undefined) {
    errors.required('target.averageValue', 'must set either a target value or averageValue')
  }
}

function validateExternal({ metric, target }: ExternalMetricSource, errors: FieldErrors): void {
  errors.field('metric', metric, validateIdentifier)
  errors.field('target', target, validateTarget)
  if (target.value === undefined && target.averageValue === undefined) {
    errors.required('target.averageValue', 'must set either a target value for metric or a per-pod target')
  }
  if (target.value !== undefined && target.averageValue !== undefined) {
    errors.forbidden('target.value', 'may not set both a target value for metric and a per-pod target')
  }
}

function validatePods({ metric, target }: PodsMetricSource, errors: FieldErrors): void {
  errors.field('metric', metric, validateIdentifier)
  errors.field('target', target, validateTarget)
  if (target.averageValue === undefined || !isPositive(target.averageValue)) {
    errors.required('target.averageValue', 'must specify a positive target averageValue')
  }
}

function validateResource({ name, target }: ResourceMetricSource, errors: FieldErrors): void {
  if (name === '') errors.required('name', 'must specify a resource name')
  validateResourceTarget(target, errors)
}

function validateContainerResource(
  { name, container, target }: ContainerResourceMetricSource,
  errors: FieldErrors,
): void {
  if (name === '') errors.required('name', 'must specify a resource name')
  else mustBeContainerResourceName('name', name, errors)
  if (container === '') errors.required('container', 'must specify a container')
  else errors.format('container', container, rfc1123Label)
  validateResourceTarget(target, errors)
}

function validateResourceTarget(target: MetricTarget, errors: FieldErrors): void {
  const { averageUtilization, averageValue } = target
  errors.field('target', target, validateTarget)
  if (averageUtilization === undefined && averageValue === undefined) {
    errors.required('target.averageUtilization', 'must set either a target raw value or a target utilization')
  }
  if (averageUtilization !== undefined && averageValue !== undefined) {
    errors.forbidden('target.averageValue', 'may not set both a target raw value and a target utilization')
  }
}
