import type { FieldErrors } from '#meta/field-errors.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { explicit, type Infer, int64, list, optional, required, string, struct, time } from '#schema/type.js'

export const BoundObjectReference = struct(
  'io.k8s.api.authentication.v1.BoundObjectReference',
  'Object whose deletion invalidates a token.',
  () => ({
    kind: optional(1, string, 'Pod, Secret or Node.'),
    apiVersion: optional(2, string, 'API version of the object, always v1.'),
    name: optional(3, string, 'Name of the object.'),
    uid: optional(4, string, 'UID of the object; that of the existing object when left out.'),
  }),
)
export interface BoundObjectReference extends Infer<typeof BoundObjectReference> {}

export const TokenRequestSpec = struct(
  'io.k8s.api.authentication.v1.TokenRequestSpec',
  'Properties of the requested token.',
  () => ({
    audiences: required(1, list(string), 'Audiences of the token; this server when empty.', {
      listType: 'atomic',
    }),
    expirationSeconds: explicit(4, int64, 'Requested lifetime of the token, in seconds.', { default: 3600 }),
    boundObjectRef: explicit(3, BoundObjectReference, 'Object whose deletion invalidates the token.'),
  }),
)

export const TokenRequestStatus = struct(
  'io.k8s.api.authentication.v1.TokenRequestStatus',
  'The issued token.',
  () => ({
    token: required(1, string, 'The token.'),
    expirationTimestamp: required(2, time, 'When the token expires.'),
  }),
)

export const TokenRequest = struct(
  'io.k8s.api.authentication.v1.TokenRequest',
  'Requests a token for a service account.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name and namespace of the account.'),
    spec: required(2, TokenRequestSpec, 'Properties of the requested token.'),
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
