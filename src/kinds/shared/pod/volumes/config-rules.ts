import { alternatives, validateOneOf } from '#kinds/shared/alternatives.js'
import { nonReservedPath } from '#kinds/shared/formats.js'
import {
  FILE_FIELDS,
  validateFieldRef,
  validateResourceFieldRefOfFile,
} from '#kinds/shared/pod/containers/field-ref-rules.js'
import type { KeyToPath } from '#kinds/shared/pod/references.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGiven, mustBeGivenAs } from '#meta/field-rules.js'
import { validateLabelSelector } from '#meta/label-selector-rules.js'
import type {
  ClusterTrustBundleProjection,
  ConfigMapProjection,
  ConfigMapVolumeSource,
  DownwardAPIProjection,
  DownwardAPIVolumeFile,
  DownwardAPIVolumeSource,
  ProjectedVolumeSource,
  SecretProjection,
  SecretVolumeSource,
  ServiceAccountTokenProjection,
  VolumeProjection,
} from './config.js'

/** Volumes with files from secrets, config maps and pod fields. */

function mustBeFileMode(field: string, mode: number | undefined, errors: FieldErrors): void {
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

function validateKeyToPath({ key, path, mode }: KeyToPath, errors: FieldErrors): void {
  mustBeGiven('key', key, errors)
  mustBeGivenAs('path', path, nonReservedPath, errors)
  mustBeFileMode('mode', mode, errors)
}

export function validateDownwardApi(
  { items, defaultMode }: DownwardAPIVolumeSource,
  errors: FieldErrors,
): void {
  mustBeFileMode('defaultMode', defaultMode, errors)
  errors.each('items', items, validateFile)
}

function validateFile(file: DownwardAPIVolumeFile, errors: FieldErrors): void {
  const { path, fieldRef, resourceFieldRef, mode } = file
  mustBeGivenAs('path', path, nonReservedPath, errors)
  if (fieldRef) {
    errors.field('fieldRef', fieldRef, validateFieldRef, FILE_FIELDS)
    if (resourceFieldRef) {
      errors.invalid('', 'resource', 'fieldRef and resourceFieldRef can not be specified simultaneously')
    }
  } else if (resourceFieldRef) {
    errors.field('resourceFieldRef', resourceFieldRef, validateResourceFieldRefOfFile)
  } else {
    errors.required('', 'one of fieldRef and resourceFieldRef is required')
  }
  mustBeFileMode('mode', mode, errors)
}

const PROJECTIONS = alternatives<VolumeProjection>({
  secret: validateProjection,
  configMap: validateProjection,
  downwardAPI: validateDownwardApiProjection,
  serviceAccountToken: validateTokenProjection,
  clusterTrustBundle: validateTrustBundleProjection,
})

export function validateProjected(source: ProjectedVolumeSource, errors: FieldErrors): void {
  mustBeFileMode('defaultMode', source.defaultMode, errors)
  errors.each('sources', source.sources, validateSource)
  mustNotShareTargets(source.sources ?? [], errors)
}

function validateSource(source: VolumeProjection, errors: FieldErrors): void {
  validateOneOf(source, PROJECTIONS, 'may not specify more than 1 volume type', errors)
}

function validateProjection(
  { name, items }: SecretProjection | ConfigMapProjection,
  errors: FieldErrors,
): void {
  mustBeGiven('name', name, errors)
  errors.each('items', items, validateKeyToPath)
}

function validateDownwardApiProjection({ items }: DownwardAPIProjection, errors: FieldErrors): void {
  errors.each('items', items, validateFile)
}

const MIN_TOKEN_LENGTH = 10 * 60
const MAX_TOKEN_LENGTH = 2 ** 32

function validateTokenProjection(
  { expirationSeconds, path }: ServiceAccountTokenProjection,
  errors: FieldErrors,
): void {
  if (expirationSeconds !== undefined && expirationSeconds < MIN_TOKEN_LENGTH) {
    errors.invalid('expirationSeconds', expirationSeconds, 'may not specify a duration less than 10 minutes')
  } else if (expirationSeconds !== undefined && expirationSeconds > MAX_TOKEN_LENGTH) {
    errors.invalid(
      'expirationSeconds',
      expirationSeconds,
      'may not specify a duration larger than 2^32 seconds',
    )
  }
  mustBeGivenAs('path', path, nonReservedPath, errors)
}

function validateTrustBundleProjection(source: ClusterTrustBundleProjection, errors: FieldErrors): void {
  const { name, signerName, labelSelector, path } = source
  if (name !== undefined && signerName !== undefined) {
    errors.invalid('', source, 'only one of name and signerName may be used')
  } else if (name !== undefined) {
    if (labelSelector)
      errors.invalid('labelSelector', labelSelector, 'labelSelector must be unset if name is specified')
    mustBeGiven('name', name, errors)
  } else if (signerName !== undefined) {
    mustBeGiven('signerName', signerName, errors)
    errors.field('labelSelector', labelSelector, validateLabelSelector)
  } else {
    errors.required('', 'either name or signerName must be specified')
  }
  mustBeGivenAs('path', path, nonReservedPath, errors)
}

/** All sources share one directory. The error quotes the source of the second file with a path. */
function mustNotShareTargets(sources: readonly VolumeProjection[], errors: FieldErrors): void {
  const taken = new Set<string>()
  for (const { secret, configMap, downwardAPI, serviceAccountToken, clusterTrustBundle } of sources) {
    const single = serviceAccountToken ?? clusterTrustBundle
    if (single) {
      if (single.path !== '' && taken.has(single.path)) {
        errors.invalid('', single.path, 'conflicting duplicate paths')
      }
      taken.add(single.path)
      continue
    }
    const named = secret ?? configMap
    for (const { path } of (named ?? downwardAPI)?.items ?? []) {
      if (path !== '' && taken.has(path)) {
        errors.invalid('', named ? (named.name ?? '') : path, 'conflicting duplicate paths')
      }
      taken.add(path)
    }
  }
}
