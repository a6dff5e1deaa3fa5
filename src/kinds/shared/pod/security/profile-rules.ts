import { descendingPath } from '#kinds/shared/formats.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeOneOf } from '#meta/field-rules.js'
import type { AppArmorProfile, SeccompProfile } from './security-context.js'

/** Seccomp and AppArmor profiles. */

const TYPES = ['Localhost', 'RuntimeDefault', 'Unconfined']

export function validateSeccompProfile(
  { type, localhostProfile }: SeccompProfile,
  errors: FieldErrors,
): void {
  if (type === '') errors.required('type', 'type is required when seccompProfile is set')
  else mustBeOneOf('type', type, TYPES, errors)
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

export function validateAppArmorProfile(
  { type, localhostProfile }: AppArmorProfile,
  errors: FieldErrors,
): void {
  if (type === '') errors.required('type', 'type is required when appArmorProfile is set')
  else if (type === 'Localhost') validateLocalProfile(localhostProfile, errors)
  else if (!TYPES.includes(type)) errors.notSupported('type', type, TYPES)
  else if (localhostProfile !== undefined) {
    errors.invalid('localhostProfile', localhostProfile, 'can only be set when AppArmor type is Localhost')
  }
}

/** In bytes. */
const MAX_PROFILE_LENGTH = 4095

function validateLocalProfile(profile: string | undefined, errors: FieldErrors): void {
  if (profile === undefined || profile === '') {
    errors.required('localhostProfile', 'must be set when AppArmor type is Localhost')
    return
  }
  if (profile.trim() !== profile) {
    errors.invalid('localhostProfile', profile, 'must not be padded with whitespace')
  }
  if (Buffer.byteLength(profile) > MAX_PROFILE_LENGTH) {
    errors.tooLarge('localhostProfile', MAX_PROFILE_LENGTH)
  }
}
