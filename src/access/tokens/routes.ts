import { sendText } from '#http/response/respond.js'
import type { Route } from '#http/routes/route.js'
import type { TokenKeys } from './token-key.js'

const KEYS_PATH = '/openid/v1/jwks'

/**
 * OpenID discovery for service account tokens: issuer and public keys. None for an issuer without `https`. `jwksUri`
 * says where clients find the keys; empty for the path below the issuer.
 */
export function tokenRoutes(
  issuer: string,
  jwksUri: string,
  keys: () => Promise<TokenKeys>,
): readonly Route[] {
  if (!issuer.startsWith('https://')) return []
  return [
    {
      path: '/.well-known/openid-configuration',
      negotiated: false,
      respond: async (context) => {
        const { all } = await keys()
        const configuration = {
          issuer,
          jwks_uri: jwksUri || `${issuer.replace(/\/$/, '')}${KEYS_PATH}`,
          response_types_supported: ['id_token'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: [...new Set(all.map(({ algorithm }) => algorithm))].sort(),
        }
        return sendText(context, 200, JSON.stringify(configuration), 'application/json')
      },
    },
    {
      path: KEYS_PATH,
      negotiated: false,
      respond: async (context) => {
        const { all } = await keys()
        const published = { keys: all.map(({ jwk }) => jwk) }
        return sendText(context, 200, JSON.stringify(published), 'application/jwk-set+json')
      },
    },
  ]
}
