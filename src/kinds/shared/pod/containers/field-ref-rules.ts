import type { PodRules } from '#kinds/shared/pod/pod-rules.js'
import type { ObjectFieldSelector, ResourceFieldSelector } from '#kinds/shared/pod/references.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGiven } from '#meta/field-rules.js'
import { qualifiedName } from '#meta/formats.js'

/** References to fields and resources of the pod (downward API). */

/** Fields that an environment variable can show. */
export const VARIABLE_FIELDS: readonly string[] = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.podIP',
]
/** The same in current groups, where pods have several addresses. */
export const CURRENT_VARIABLE_FIELDS: readonly string[] = [
  ...VARIABLE_FIELDS.slice(0, -1),
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
]
/** Fields that a file can show. */
export const FILE_FIELDS: readonly string[] = [
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
]
/** Valid field paths that nothing can show. */
const HIDDEN_FIELDS = ['spec.restartPolicy', 'spec.schedulerName', 'status.phase']
const POD_FIELDS = new Set([...CURRENT_VARIABLE_FIELDS, ...FILE_FIELDS, ...HIDDEN_FIELDS])
/** Deprecated paths. */
const RENAMED: ReadonlyMap<string, string> = new Map([['spec.host', 'spec.nodeName']])

export function validateFieldRef(
  { apiVersion, fieldPath }: ObjectFieldSelector,
  errors: FieldErrors,
  usable: readonly string[],
): void {
  if (!mustBeGiven('apiVersion', apiVersion, errors) || !mustBeGiven('fieldPath', fieldPath, errors)) return
  if (apiVersion !== 'v1') {
    errors.invalid(
      'fieldPath',
      fieldPath,
      `error converting fieldPath: unsupported pod version: ${apiVersion}`,
    )
    return
  }
  const bracket = fieldPath.indexOf("['")
  if (bracket > 0 && bracket + "['']".length <= fieldPath.length && fieldPath.endsWith("']")) {
    validateSubscript(fieldPath, bracket, errors)
  } else {
    validatePodField(fieldPath, usable, errors)
  }
}

/** `metadata.labels['app']`: one entry of a map. */
function validateSubscript(fieldPath: string, bracket: number, errors: FieldErrors): void {
  const path = fieldPath.slice(0, bracket)
  const key = fieldPath.slice(bracket + 2, -2)
  if (path !== 'metadata.labels' && path !== 'metadata.annotations') {
    errors.invalid(
      'fieldPath',
      fieldPath,
      `error converting fieldPath: field label does not support subscript: ${fieldPath}`,
    )
    return
  }
  // An invalid key is reported at the whole reference, as Kubernetes does.
  const messages = qualifiedName(path === 'metadata.annotations' ? key.toLowerCase() : key)
  for (const message of messages) errors.invalid('', key, message)
}

function validatePodField(fieldPath: string, usable: readonly string[], errors: FieldErrors): void {
  const field = RENAMED.get(fieldPath) ?? fieldPath
  if (!POD_FIELDS.has(field)) {
    errors.invalid(
      'fieldPath',
      fieldPath,
      `error converting fieldPath: field label not supported: ${fieldPath}`,
    )
  } else if (!usable.includes(field)) {
    errors.notSupported('fieldPath', field, usable)
  }
}

const RESOURCES = [
  'limits.cpu',
  'limits.ephemeral-storage',
  'limits.memory',
  'requests.cpu',
  'requests.ephemeral-storage',
  'requests.memory',
]
/** Known names that cannot be shown, because containers have no limits of local storage. */
const NO_STORAGE_TO_SHOW =
  "Containers' ephemeral storage requests/limits disabled by feature-gate for Downward API"
const HUGE_PAGES = /^(?:limits|requests)\.hugepages-/
const CPU_UNITS = ['1m', '1']
const BYTE_UNITS = ['1', '1k', '1M', '1G', '1T', '1P', '1E', '1Ki', '1Mi', '1Gi', '1Ti', '1Pi', '1Ei']

const units = (choices: readonly string[], list: string, resource: string) => ({
  choices,
  message: `only divisor's values ${list} are supported with the ${resource} resource`,
})
/** Keyed by resource name without `limits.` or `requests.`. */
const DIVISORS: ReadonlyMap<string, { choices: readonly string[]; message: string }> = new Map([
  ['cpu', units(CPU_UNITS, '1m and 1', 'cpu')],
  ['memory', units(BYTE_UNITS, BYTE_UNITS.join(', '), 'memory')],
  ['ephemeral-storage', units(BYTE_UNITS, BYTE_UNITS.join(', '), 'local ephemeral storage')],
])
const HUGE_PAGES_DIVISORS = units(BYTE_UNITS, BYTE_UNITS.join(', '), 'hugepages')

/** The resource is that of the variable's container, unless another is named. */
export function validateResourceFieldRef(
  reference: ResourceFieldSelector,
  errors: FieldErrors,
  rules: PodRules,
): void {
  const { resource } = reference
  if (
    mustBeGiven('resource', resource, errors) &&
    !RESOURCES.includes(resource) &&
    !HUGE_PAGES.test(resource)
  ) {
    errors.notSupported('resource', resource, RESOURCES)
  }
  validateDivisor(reference, errors, rules)
}

/** A file belongs to no container, so it must name one. */
export function validateResourceFieldRefOfFile(
  reference: ResourceFieldSelector,
  errors: FieldErrors,
  rules: PodRules,
): void {
  if (mustBeGiven('containerName', reference.containerName, errors)) {
    validateResourceFieldRef(reference, errors, rules)
  } else {
    validateDivisor(reference, errors, rules)
  }
}

function validateDivisor(
  { resource, divisor }: ResourceFieldSelector,
  errors: FieldErrors,
  { isCurrent }: PodRules,
): void {
  const name = resource.slice(resource.indexOf('.') + 1)
  if (!isCurrent && name === 'ephemeral-storage' && RESOURCES.includes(resource)) {
    errors.forbidden('', NO_STORAGE_TO_SHOW)
  }
  if (divisor === '0') return
  const rule = RESOURCES.includes(resource)
    ? DIVISORS.get(name)
    : isCurrent && HUGE_PAGES.test(resource) && HUGE_PAGES_DIVISORS
  // Kubernetes quotes the resource.
  if (rule && !rule.choices.includes(divisor)) errors.invalid('divisor', resource, rule.message)
}
