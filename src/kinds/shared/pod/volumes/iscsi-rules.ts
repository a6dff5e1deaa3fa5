import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGiven, mustLieBetween } from '#meta/field-rules.js'
import type { ISCSIVolumeSource } from './network.js'

/** The syntax of each kind of name. Only the first may have something before it. */
const NAME_PATTERNS: Readonly<Record<string, RegExp>> = {
  iqn: /iqn\.\d{4}-\d{2}\.[0-9A-Za-z.-]+:[^,;*&$|\t\n\f\r ]+$/,
  eui: /^eui.[0-9A-Za-z]{16}$/,
  naa: /^naa.[0-9A-Za-z]{32}$/,
}

const INVALID = 'must be valid format'

/** `unknown` is the message for a name of another kind. */
function mustBeIscsiName(field: string, name: string, errors: FieldErrors, unknown: string): void {
  const kind = name.slice(0, 3)
  const pattern = Object.hasOwn(NAME_PATTERNS, kind) ? NAME_PATTERNS[kind] : undefined
  if (pattern === undefined) errors.invalid(field, name, unknown)
  else if (!pattern.test(name)) errors.invalid(field, name, INVALID)
}

/** With an initiator name, the interface is named after volume and portal. */
const INTERFACE_NAME_LIMIT = 64

/** A volume of a pod. Positioned at the source, but one rule needs the volume name. */
export function validateIscsi(source: ISCSIVolumeSource, errors: FieldErrors): void {
  validateSource(source, errors, 'must be valid format starting with iqn, eui, or naa')
}

/** A persistent volume. */
export const validatePersistentIscsi = (source: ISCSIVolumeSource, errors: FieldErrors): void =>
  validateSource(source, errors, INVALID, true)

function validateSource(
  source: ISCSIVolumeSource,
  errors: FieldErrors,
  unknown: string,
  needsSecretName = false,
): void {
  const { targetPortal, iqn, lun, secretRef, chapAuthDiscovery, chapAuthSession, initiatorName } = source
  mustBeGiven('targetPortal', targetPortal, errors)
  if (mustBeGiven('iqn', iqn, errors)) mustBeIscsiName('iqn', iqn, errors, unknown)
  mustLieBetween(0, 255, 'lun', lun, errors)
  if (chapAuthDiscovery || chapAuthSession) mustBeGiven('secretRef', secretRef, errors)
  if (needsSecretName && secretRef) mustBeGiven('secretRef.name', secretRef.name, errors)
  if (initiatorName !== undefined) mustBeIscsiName('initiatorName', initiatorName, errors, unknown)
}

export function mustLeaveRoomForPortal(
  name: string,
  { targetPortal, initiatorName }: ISCSIVolumeSource,
  errors: FieldErrors,
): void {
  if (initiatorName === undefined || Buffer.byteLength(`${name}:${targetPortal}`) <= INTERFACE_NAME_LIMIT)
    return
  errors.invalid(
    'name',
    name,
    'Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.',
  )
}
