import { alternatives } from '#kinds/shared/alternatives.js'
import { nonReservedPath } from '#kinds/shared/formats.js'
import type { PodRules } from '#kinds/shared/pod/pod-rules.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGiven, mustBeGivenAs } from '#meta/field-rules.js'
import { validateLabelSelector } from '#meta/label-selector-rules.js'
import type {
  ClusterTrustBundleProjection,
  ConfigMapProjection,
  DownwardAPIProjection,
  ProjectedVolumeSource,
  SecretProjection,
  ServiceAccountTokenProjection,
  VolumeProjection,
} from './config.js'
import { mustBeFileMode, validateFile, validateKeyToPath } from './config-rules.js'

/** Volumes with files of several sources, which share one directory. */

export function validateProjected(
  { defaultMode, sources }: ProjectedVolumeSource,
  errors: FieldErrors,
  rules: PodRules,
): void {
  mustBeFileMode('defaultMode', defaultMode, errors)
  if (!sources) return
  if (!haveSharedPath(sources)) {
    errors.each('sources', sources, validateSource, rules)
    return
  }
  const taken = new Set<string>()
  for (const [index, source] of sources.entries()) {
    errors.field(`sources[${index}]`, source, validateSource, rules)
    mustNotShareTargets(source, taken, errors)
  }
}

/** Tokens are not compared. */
const WITH_FILES = ['secret', 'configMap', 'downwardAPI'] as const

function haveSharedPath(sources: readonly VolumeProjection[]): boolean {
  const taken = new Set<string>()
  return sources.some((source) =>
    WITH_FILES.some((name) => source[name]?.items?.some(({ path }) => isTaken(path, taken))),
  )
}

function isTaken(path: string, taken: Set<string>): boolean {
  if (path === '') return false
  const before = taken.has(path)
  taken.add(path)
  return before
}

/** The error quotes the secret or config map of the second file with a path. */
function mustNotShareTargets(source: VolumeProjection, taken: Set<string>, errors: FieldErrors): void {
  for (const name of WITH_FILES) {
    const shown = name === 'downwardAPI' ? undefined : (source[name]?.name ?? '')
    for (const { path } of source[name]?.items ?? []) {
      if (isTaken(path, taken)) errors.invalid('', shown ?? path, 'conflicting duplicate paths')
    }
  }
}

/** Legacy groups do not look at the second of several. */
function validateSource(source: VolumeProjection, errors: FieldErrors, rules: PodRules): void {
  let given = 0
  for (const { name, rule } of PROJECTIONS) {
    const value = source[name as keyof VolumeProjection]
    if (value === undefined) continue
    if (given++ === 0 || rules.isCurrent) errors.field(name, value, rule, rules)
    else errors.forbidden(name, 'may not specify more than 1 volume type')
  }
  if (given > 1 && rules.isCurrent) errors.forbidden('', 'may not specify more than 1 volume type per source')
}

function validateProjection(
  { name, items }: SecretProjection | ConfigMapProjection,
  errors: FieldErrors,
): void {
  mustBeGiven('name', name, errors)
  errors.each('items', items, validateKeyToPath)
}

function validateDownwardApiProjection(
  { items }: DownwardAPIProjection,
  errors: FieldErrors,
  rules: PodRules,
): void {
  errors.each('items', items, validateFile, rules)
}

/** In seconds. */
const MIN_TOKEN_LIFE = 10 * 60
const MAX_TOKEN_LIFE = 2 ** 32

function validateTokenProjection(
  { expirationSeconds, path }: ServiceAccountTokenProjection,
  errors: FieldErrors,
): void {
  if (expirationSeconds !== undefined && expirationSeconds < MIN_TOKEN_LIFE) {
    errors.invalid('expirationSeconds', expirationSeconds, 'may not specify a duration less than 10 minutes')
  } else if (expirationSeconds !== undefined && expirationSeconds > MAX_TOKEN_LIFE) {
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

/** In the order in which they are checked. */
const PROJECTIONS = alternatives<VolumeProjection, PodRules>({
  secret: validateProjection,
  configMap: validateProjection,
  downwardAPI: validateDownwardApiProjection,
  serviceAccountToken: validateTokenProjection,
  clusterTrustBundle: validateTrustBundleProjection,
})
