import type { FieldErrors } from '#meta/field-errors.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { explicit, type Infer, int64, list, optional, required, string, struct, time } from '#schema/type.js'

export const BoundObjectReference = struct(
  'io.k8s.api.authentication.v1.BoundObjectReference',
  'An object whose end is the end of a token.',
  () => ({
    kind: optional(1, string, 'Pod, Secret or Node.'),
    apiVersion: optional(2, string, 'Version of the kind, which is v1.'),
    name: optional(3, string, 'Name of the object.'),
    uid: optional(4, string, 'Identifier of the object; that of the object there is when left out.'),
  }),
)
export interface BoundObjectReference extends Infer<typeof BoundObjectReference> {}

export const TokenRequestSpec = struct(
  'io.k8s.api.authentication.v1.TokenRequestSpec',
  'What token is wanted.',
  () => ({
    audiences: required(1, list(string), 'For whom the token is; for this server when left empty.', {
      listType: 'atomic',
    }),
    expirationSeconds: explicit(4, int64, 'How long the token is to hold.', { default: 3600 }),
    boundObjectRef: explicit(3, BoundObjectReference, 'The object with which the token ends.'),
  }),
)

export const TokenRequestStatus = struct(
  'io.k8s.api.authentication.v1.TokenRequestStatus',
  'The token that was made.',
  () => ({
    token: required(1, string, 'The token.'),
    expirationTimestamp: required(2, time, 'Time at which the token ceases to hold.'),
  }),
)

export const TokenRequest = struct(
  'io.k8s.api.authentication.v1.TokenRequest',
  'Asks for a token of a service account.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name and namespace of the account.'),
    spec: required(2, TokenRequestSpec, 'What token is wanted.'),
    status: optional(3, TokenRequestStatus, 'The token, filled in by the server.'),
  }),
)
export interface TokenRequest extends Infer<typeof TokenRequest> {}

const MIN_SECONDS = 10 * 60
const MAX_SECONDS = 2 ** 32

export function validateTokenRequest({ spec }: Readonly<TokenRequest>, errors: FieldErrors): void {
  const { expirationSeconds = 0 } = spec
  if (expirationSeconds < MIN_SECONDS) {
    errors.invalid(
      'spec.expirationSeconds',
      expirationSeconds,
      'may not specify a duration less than 10 minutes',
    )
  }
  if (expirationSeconds > MAX_SECONDS) {
    errors.invalid(
      'spec.expirationSeconds',
      expirationSeconds,
      'may not specify a duration larger than 2^32 seconds',
    )
  }
}
