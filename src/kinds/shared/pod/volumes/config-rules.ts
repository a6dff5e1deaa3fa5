import { nonReservedPath } from '#kinds/shared/formats.js'
import {
  FILE_FIELDS,
  validateFieldRef,
  validateResourceFieldRefOfFile,
} from '#kinds/shared/pod/containers/field-ref-rules.js'
import type { PodRules } from '#kinds/shared/pod/pod-rules.js'
import type { KeyToPath } from '#kinds/shared/pod/references.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGiven, mustBeGivenAs } from '#meta/field-rules.js'
import type {
  ConfigMapVolumeSource,
  DownwardAPIVolumeFile,
  DownwardAPIVolumeSource,
  SecretVolumeSource,
} from './config.js'

/** Volumes with files from secrets, config maps and pod fields. */

export function mustBeFileMode(field: string, mode: number | undefined, errors: FieldErrors): void {
  if (mode !== undefined && (mode < 0 || mode > 0o777)) {
    errors.invalid(field, mode, 'must be a number between 0 and 0777 (octal), both inclusive')
  }
}

export function validateSecret(
  { secretName, defaultMode, items }: SecretVolumeSource,
  errors: FieldErrors,
): void {
  mustBeGiven('secretName', secretName, errors)
  mustBeFileMode('defaultMode', defaultMode, errors)
  errors.each('items', items, validateKeyToPath)
}

export function validateConfigMap(
  { name, defaultMode, items }: ConfigMapVolumeSource,
  errors: FieldErrors,
): void {
  mustBeGiven('name', name, errors)
  mustBeFileMode('defaultMode', defaultMode, errors)
  errors.each('items', items, validateKeyToPath)
}

export function validateKeyToPath({ key, path, mode }: KeyToPath, errors: FieldErrors): void {
  mustBeGiven('key', key, errors)
  mustBeGivenAs('path', path, nonReservedPath, errors)
  mustBeFileMode('mode', mode, errors)
}

export function validateDownwardApi(
  { items, defaultMode }: DownwardAPIVolumeSource,
  errors: FieldErrors,
  rules: PodRules,
): void {
  mustBeFileMode('defaultMode', defaultMode, errors)
  errors.each('items', items, validateFile, rules)
}

export function validateFile(file: DownwardAPIVolumeFile, errors: FieldErrors, rules: PodRules): void {
  const { path, fieldRef, resourceFieldRef, mode } = file
  mustBeGivenAs('path', path, nonReservedPath, errors)
  if (fieldRef) {
    errors.field('fieldRef', fieldRef, validateFieldRef, FILE_FIELDS)
    if (resourceFieldRef) {
      errors.invalid('', 'resource', 'fieldRef and resourceFieldRef can not be specified simultaneously')
    }
  } else if (resourceFieldRef) {
    errors.field('resourceFieldRef', resourceFieldRef, validateResourceFieldRefOfFile, rules)
  } else {
    errors.required('', 'one of fieldRef and resourceFieldRef is required')
  }
  mustBeFileMode('mode', mode, errors)
}
