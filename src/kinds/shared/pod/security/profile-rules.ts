import { descendingPath } from '#kinds/shared/formats.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGiven, mustBeGivenAsOneOf } from '#meta/field-rules.js'
import type { AppArmorProfile, SeccompProfile, WindowsSecurityContextOptions } from './security-context.js'

/** Seccomp and AppArmor profiles. */

const SECCOMP_TYPES = ['Localhost', 'RuntimeDefault', 'Unconfined']
const APP_ARMOR_TYPES = ['Localhost', 'RuntimeDefault', 'Unconfined']
const NOT_LOCAL = 'can only be set when type is Localhost'

export function validateSeccompProfile(
  { type, localhostProfile }: SeccompProfile,
  errors: FieldErrors,
): void {
  mustBeGivenAsOneOf('type', type, SECCOMP_TYPES, errors)
  if (type !== 'Localhost') {
    if (localhostProfile !== undefined) {
      errors.invalid('localhostProfile', localhostProfile, 'can only be set when seccomp type is Localhost')
    }
  } else if (localhostProfile === undefined) {
    errors.required('localhostProfile', 'must be set when seccomp type is Localhost')
  } else {
    errors.format('localhostProfile', localhostProfile, descendingPath)
  }
}

const MAX_PROFILE_LENGTH = 4095

export function validateAppArmorProfile(
  { type, localhostProfile }: AppArmorProfile,
  errors: FieldErrors,
): void {
  mustBeGivenAsOneOf('type', type, APP_ARMOR_TYPES, errors)
  if (type !== 'Localhost') {
    if (localhostProfile !== undefined) errors.invalid('localhostProfile', localhostProfile, NOT_LOCAL)
    return
  }
  if (localhostProfile === undefined) {
    errors.required('localhostProfile', 'must be set when AppArmor type is Localhost')
    return
  }
  const trimmed = localhostProfile.trim()
  if (trimmed !== localhostProfile) {
    errors.invalid('localhostProfile', localhostProfile, 'must not be padded with whitespace')
  } else if (trimmed === '') {
    errors.required('localhostProfile', 'must be set when AppArmor type is Localhost')
  }
  if (localhostProfile.length > MAX_PROFILE_LENGTH) errors.tooLarge('localhostProfile', MAX_PROFILE_LENGTH)
}

const MAX_CREDENTIALS_LENGTH = 64 * 1024

export function validateWindowsOptions(options: WindowsSecurityContextOptions, errors: FieldErrors): void {
  const { gmsaCredentialSpec, runAsUserName } = options
  if (gmsaCredentialSpec !== undefined && mustBeGiven('gmsaCredentialSpec', gmsaCredentialSpec, errors)) {
    if (gmsaCredentialSpec.length > MAX_CREDENTIALS_LENGTH) {
      errors.invalid(
        'gmsaCredentialSpec',
        gmsaCredentialSpec,
        `gmsaCredentialSpec size must be under ${MAX_CREDENTIALS_LENGTH / 1024} KiB`,
      )
    }
  }
  if (runAsUserName === '') errors.invalid('runAsUserName', '', 'runAsUserName cannot be an empty string')
}
