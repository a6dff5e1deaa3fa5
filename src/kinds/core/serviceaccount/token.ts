import { TokenRequest, validateTokenRequest } from '#kinds/authentication/token-request.js'
import { authenticationV1 } from '#kinds/groups.js'
import { invalid, namespaceMismatch } from '#meta/api-error.js'
import { FieldErrors } from '#meta/field-errors.js'
import type { ObjectMeta } from '#meta/object-meta.js'
import type { Subresource } from '#registry/kind.js'
import type { CheckedType } from '#registry/write/field-check.js'
import { type ObjectType, readObject } from '#registry/write/read-object.js'
import { decoderOf } from '#schema/decode.js'

export const tokenRequestType: ObjectType<TokenRequest> & CheckedType = {
  ...authenticationV1,
  plural: 'tokenrequests',
  kind: 'TokenRequest',
  schema: TokenRequest,
  decode: decoderOf(TokenRequest),
}

/** `token`: creates a token of the account. It is not stored. */
export const token: Subresource = {
  name: 'token',
  kind: 'TokenRequest',
  verbs: ['create'],
  groupVersion: authenticationV1,
  schema: TokenRequest,
  endpoint: (host) => ({
    create: async ({ namespace, name }, body, options) => {
      const request = readObject(tokenRequestType, body)
      options.fields?.check(tokenRequestType, body)
      const { metadata } = request
      if ((metadata.namespace ?? namespace) !== namespace) {
        throw namespaceMismatch()
      }
      await host.admit(token, { namespace, name }, request, options)
      expectNone(name, (errors) => mustNameAccount(metadata, name, errors))
      const account = host.get({ namespace, name }).metadata()
      expectNone('', (errors) => validateTokenRequest(request, errors))
      Object.assign(metadata, { name, namespace, uid: account.uid })
      await host.createReview(token, { ...options, object: request })
      metadata.uid = undefined
      return request
    },
  }),
}

export function mustNameAccount({ name }: ObjectMeta, account: string, errors: FieldErrors): void {
  if (name === undefined || name === account) return
  errors.invalid('metadata.name', name, 'must match the service account name if specified')
}

function expectNone(name: string, validate: (errors: FieldErrors) => void): void {
  const errors = new FieldErrors()
  validate(errors)
  if (errors.all.length > 0) throw invalid(tokenRequestType, name, errors.all)
}
