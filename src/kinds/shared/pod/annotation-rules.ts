import { descendingPath } from '#kinds/shared/formats.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { decoderOf } from '#schema/decode.js'
import { DecodeError } from '#schema/decode-error.js'
import { jsonSyntaxError } from '#util/text/go-json.js'
import type { PodRules } from './pod-rules.js'
import type { PodSpec } from './pod-spec.js'
import { Toleration } from './scheduling/scheduling.js'
import { validateToleration } from './scheduling/tolerations.js'
import {
  CONTAINER_APPARMOR,
  CONTAINER_SECCOMP,
  LOCALHOST,
  POD_SECCOMP,
} from './security/profile-annotations.js'
import { MAX_SETTING_LENGTH, validateSysctls } from './security/sysctl-rules.js'

/** Pod settings in annotations, at the metadata of a pod template. */

type Annotations = { readonly [key: string]: string }

export const MIRROR = 'kubernetes.io/config.mirror'
const TOLERATIONS = 'scheduler.alpha.kubernetes.io/tolerations'
const DELETION_COST = 'controller.kubernetes.io/pod-deletion-cost'

export function validatePodAnnotations(
  annotations: Annotations,
  spec: PodSpec,
  errors: FieldErrors,
  { isCurrent }: PodRules,
): void {
  const mirror = annotations[MIRROR]
  if (mirror !== undefined && spec.nodeName === undefined) {
    errors.invalid(`annotations[${MIRROR}]`, mirror, 'must set spec.nodeName if mirror pod annotation is set')
  }
  if (annotations[TOLERATIONS]) validateTolerations(annotations[TOLERATIONS], errors, isCurrent)
  if (isCurrent) mustBeDeletionCost(annotations[DELETION_COST], errors)
  if (annotations[POD_SECCOMP] !== undefined) validateSeccomp(POD_SECCOMP, annotations[POD_SECCOMP], errors)
  for (const key in annotations) {
    if (key.startsWith(CONTAINER_SECCOMP)) validateSeccomp(key, annotations[key] as string, errors)
  }
  let names: Set<string> | undefined
  for (const key in annotations) {
    if (!key.startsWith(CONTAINER_APPARMOR)) continue
    names ??= containerNames(spec)
    validateAppArmor(key, annotations[key] as string, names, errors)
  }
  if (!isCurrent) validateSysctls(annotations, errors)
}

const decodeToleration = decoderOf(Toleration)

function validateTolerations(text: string, errors: FieldErrors, isCurrent: boolean): void {
  if (text.length > MAX_SETTING_LENGTH) {
    errors.tooLong(`annotations[${TOLERATIONS}]`, MAX_SETTING_LENGTH)
    return
  }
  let tolerations: Toleration[]
  try {
    tolerations = readTolerations(JSON.parse(text))
  } catch (error) {
    const cause = error instanceof SyntaxError ? jsonSyntaxError(text) : undefined
    if (cause === undefined && !(error instanceof DecodeError)) throw error
    // The value can be long; the key identifies the annotation.
    errors.invalid('annotations', TOLERATIONS, cause ?? (error as DecodeError).message)
    return
  }
  errors.each(`annotations.${TOLERATIONS}`, tolerations, validateToleration, { isCurrent })
}

function readTolerations(value: unknown): Toleration[] {
  if (value === null) return []
  if (!Array.isArray(value)) throw new DecodeError('expected a list of tolerations')
  return value.map((element, index) => {
    try {
      return decodeToleration(element ?? {})
    } catch (error) {
      throw error instanceof DecodeError ? error.within(index) : error
    }
  })
}

/** A decimal number without superfluous signs and zeros. */
const INTEGER = /^(?:0|-?[1-9][0-9]*)$/
const MAX_INT32_DIGITS = 10

/** Which pods a ReplicaSet deletes first. */
function mustBeDeletionCost(cost: string | undefined, errors: FieldErrors): void {
  if (cost === undefined) return
  const isShort = cost.length <= MAX_INT32_DIGITS + '-'.length
  if (isShort && INTEGER.test(cost) && (Number(cost) | 0) === Number(cost)) return
  errors.invalid(`annotations[${DELETION_COST}]`, cost, 'must be a 32bit integer')
}

const SECCOMP_PROFILES = ['runtime/default', 'docker/default', 'unconfined']

function validateSeccomp(key: string, profile: string, errors: FieldErrors): void {
  if (SECCOMP_PROFILES.includes(profile)) return
  const field = `annotations.${key}`
  if (profile.startsWith(LOCALHOST)) {
    errors.format(field, profile.slice(LOCALHOST.length), descendingPath)
  } else {
    errors.invalid(field, profile, 'must be a valid seccomp profile')
  }
}

const APPARMOR_PROFILES = ['', 'runtime/default', 'unconfined']

function containerNames({ containers, initContainers, ephemeralContainers }: PodSpec): Set<string> {
  const names = new Set<string>()
  for (const { name } of containers ?? []) names.add(name)
  for (const { name } of initContainers ?? []) names.add(name)
  for (const { name } of ephemeralContainers ?? []) names.add(name)
  return names
}

function validateAppArmor(key: string, profile: string, names: Set<string>, errors: FieldErrors): void {
  const container = key.slice(CONTAINER_APPARMOR.length)
  if (!names.has(container)) {
    errors.invalid(`annotations[${key}]`, container, 'container not found')
  }
  if (!APPARMOR_PROFILES.includes(profile) && !profile.startsWith(LOCALHOST)) {
    errors.invalid(
      `annotations[${key}]`,
      profile,
      `invalid AppArmor profile name: ${JSON.stringify(profile)}`,
    )
  }
}
