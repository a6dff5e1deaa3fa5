import { configKey, envVarName, relaxedEnvVarName } from '#kinds/shared/formats.js'
import type { PodRules } from '#kinds/shared/pod/pod-rules.js'
import type {
  ConfigMapKeySelector,
  LocalObjectReference,
  SecretKeySelector,
} from '#kinds/shared/pod/references.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGiven, mustBeGivenAs, mustFollow } from '#meta/field-rules.js'
import { maskFinalDash } from '#meta/formats.js'
import type { EnvFromSource, EnvVar, EnvVarSource } from './env.js'
import {
  CURRENT_VARIABLE_FIELDS,
  VARIABLE_FIELDS,
  validateFieldRef,
  validateResourceFieldRef,
} from './field-ref-rules.js'

export function validateEnvVar(
  { name, value, valueFrom }: EnvVar,
  errors: FieldErrors,
  rules: PodRules,
): void {
  mustBeGivenAs('name', name, rules.isCurrent ? relaxedEnvVarName : envVarName, errors)
  if (valueFrom) errors.field('valueFrom', valueFrom, validateEnvVarSource, { value, rules })
}

function validateEnvVarSource(
  source: EnvVarSource,
  errors: FieldErrors,
  { value, rules }: { value: string | undefined; rules: PodRules },
): void {
  const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef } = source
  errors.field(
    'fieldRef',
    fieldRef,
    validateFieldRef,
    rules.isCurrent ? CURRENT_VARIABLE_FIELDS : VARIABLE_FIELDS,
  )
  errors.field('resourceFieldRef', resourceFieldRef, validateResourceFieldRef, rules)
  errors.field('configMapKeyRef', configMapKeyRef, validateKeyRef, rules)
  errors.field('secretKeyRef', secretKeyRef, validateKeyRef, rules)

  const sources = count(fieldRef) + count(resourceFieldRef) + count(configMapKeyRef) + count(secretKeyRef)
  if (sources === 0) {
    errors.invalid(
      '',
      '',
      'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`',
    )
  } else if (value !== undefined) {
    errors.invalid('', '', 'may not be specified when `value` is not empty')
  } else if (sources > 1) {
    errors.invalid('', '', SEVERAL)
  }
}

const SEVERAL = 'may not have more than one field specified at a time'

const count = (source: object | undefined) => (source === undefined ? 0 : 1)

function validateKeyRef(
  { name, key }: ConfigMapKeySelector | SecretKeySelector,
  errors: FieldErrors,
  { subdomain }: PodRules,
): void {
  errors.format('name', name ?? '', subdomain)
  mustBeGivenAs('key', key, configKey, errors)
}

/** Kubernetes reports a missing or second source at the list, not at its entry. */
export function validateEnvFrom(
  list: readonly EnvFromSource[] | undefined,
  rules: PodRules,
  errors: FieldErrors,
): void {
  if (list === undefined) return
  if (list.every((entry) => sourcesOf(entry) === 1)) {
    errors.each('envFrom', list, validateEnvFromSource, rules)
    return
  }
  for (const [index, entry] of list.entries()) {
    errors.field(`envFrom[${index}]`, entry, validateEnvFromSource, rules)
    const sources = sourcesOf(entry)
    if (sources === 0) errors.invalid('envFrom', '', 'must specify one of: `configMapRef` or `secretRef`')
    else if (sources > 1) errors.invalid('envFrom', '', SEVERAL)
  }
}

const sourcesOf = ({ configMapRef, secretRef }: EnvFromSource) => count(configMapRef) + count(secretRef)

function validateEnvFromSource(
  { prefix, configMapRef, secretRef }: EnvFromSource,
  errors: FieldErrors,
  rules: PodRules,
): void {
  mustFollow('prefix', prefix, rules.isCurrent ? relaxedEnvVarName : envVarName, errors)
  errors.field('configMapRef', configMapRef, validateNamePrefix, rules)
  errors.field('secretRef', secretRef, validateNamePrefix, rules)
}

/** A prefix: a name that may end in a dash. */
function validateNamePrefix(
  { name }: LocalObjectReference,
  errors: FieldErrors,
  { subdomain }: PodRules,
): void {
  if (!mustBeGiven('name', name, errors)) return
  for (const message of subdomain(maskFinalDash(name))) errors.invalid('name', name, message)
}
