import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeOneOf } from '#meta/field-rules.js'
import { semanticEqual } from '#schema/equal.js'
import { list, string } from '#schema/type.js'
import type { CSIDriver, CSIDriverSpec, TokenRequest } from './schema.js'

const LIFECYCLE_MODES = ['Persistent', 'Ephemeral']
const FS_GROUP_POLICIES = ['File', 'None', 'ReadWriteOnceWithFSType']
const MIN_TOKEN_LENGTH = 10 * 60
const MAX_TOKEN_LENGTH = 2 ** 32

export function validateDriver({ spec }: Readonly<CSIDriver>, errors: FieldErrors): void {
  errors.field('spec', spec, validateSpec)
}

function validateSpec(spec: CSIDriverSpec, errors: FieldErrors): void {
  mustBeOneOf('fsGroupPolicy', spec.fsGroupPolicy, FS_GROUP_POLICIES, errors)
  errors.eachDistinct('tokenRequests', spec.tokenRequests, validateTokenRequest)
  for (const mode of spec.volumeLifecycleModes ?? []) {
    mustBeOneOf('volumeLifecycleModes', mode, LIFECYCLE_MODES, errors)
  }
}

function validateTokenRequest(
  { audience, expirationSeconds }: TokenRequest,
  errors: FieldErrors,
  seen: Set<string>,
): void {
  if (seen.has(audience)) {
    errors.duplicate('audience', audience)
    return
  }
  seen.add(audience)
  if (expirationSeconds === undefined) return
  if (expirationSeconds < MIN_TOKEN_LENGTH) {
    errors.invalid('expirationSeconds', expirationSeconds, 'may not specify a duration less than 10 minutes')
  }
  if (expirationSeconds > MAX_TOKEN_LENGTH) {
    errors.invalid(
      'expirationSeconds',
      expirationSeconds,
      'may not specify a duration larger than 2^32 seconds',
    )
  }
}

export function validateDriverUpdate(
  { spec }: Readonly<CSIDriver>,
  { spec: current }: Readonly<CSIDriver>,
  errors: FieldErrors,
): void {
  if (spec.attachRequired !== current.attachRequired) {
    errors.invalid('spec.attachRequired', spec.attachRequired, 'field is immutable')
  }
  if (!semanticEqual(list(string), spec.volumeLifecycleModes, current.volumeLifecycleModes)) {
    errors.invalid('spec.volumeLifecycleModes', spec.volumeLifecycleModes, 'field is immutable')
  }
}
