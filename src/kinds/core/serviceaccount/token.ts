import { badRequest, invalid } from '../../../meta/api-error.js'
import { FieldErrors } from '../../../meta/field-errors.js'
import type { Subresource } from '../../../registry/kind.js'
import type { CheckedType } from '../../../registry/write/field-check.js'
import { type ObjectType, readObject } from '../../../registry/write/read-object.js'
import { decoderOf } from '../../../schema/decode.js'
import { TokenRequest, validateTokenRequest } from '../../authentication/token-request.js'
import { authenticationV1 } from '../../groups.js'

const requestType: ObjectType<TokenRequest> & CheckedType = {
  ...authenticationV1,
  plural: 'tokenrequests',
  kind: 'TokenRequest',
  schema: TokenRequest,
  decode: decoderOf(TokenRequest),
}

/** `token`: asks for a token of the account, which is made and not stored. */
export const token: Subresource = {
  name: 'token',
  kind: 'TokenRequest',
  verbs: ['create'],
  groupVersion: authenticationV1,
  schema: TokenRequest,
  endpoint: (host) => ({
    create: async ({ namespace, name }, body, options) => {
      const request = readObject(requestType, body)
      options.fields?.check(requestType, body)
      const account = host.get({ namespace, name }).metadata()
      const { metadata } = request
      if ((metadata.name ?? name) !== name || (metadata.namespace ?? namespace) !== namespace) {
        throw badRequest('the name and the namespace of a token request are those of its service account')
      }
      const errors = new FieldErrors()
      validateTokenRequest(request, errors)
      if (errors.all.length > 0) throw invalid(requestType, name, errors.all)
      Object.assign(metadata, { name, namespace, uid: account.uid })
      await host.evaluate(token, { object: request, user: options.user })
      metadata.uid = undefined
      return request
    },
  }),
}
