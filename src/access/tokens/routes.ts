import { sendText } from '#http/response/respond.js'
import type { Route } from '#http/routes/route.js'
import { ALGORITHM, type TokenKey } from './token-key.js'

const KEYS_PATH = '/openid/v1/jwks'

/** OpenID discovery for service account tokens: issuer and public keys. */
export function tokenRoutes(issuer: string, key: () => Promise<TokenKey>): readonly Route[] {
  const configuration = JSON.stringify({
    issuer,
    jwks_uri: `${issuer.replace(/\/$/, '')}${KEYS_PATH}`,
    response_types_supported: ['id_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [ALGORITHM],
  })
  return [
    {
      path: '/.well-known/openid-configuration',
      negotiated: false,
      respond: (context) => sendText(context, 200, configuration, 'application/json'),
    },
    {
      path: KEYS_PATH,
      negotiated: false,
      respond: async (context) => {
        const { jwk } = await key()
        return sendText(context, 200, JSON.stringify({ keys: [jwk] }), 'application/jwk-set+json')
      },
    },
  ]
}
