import type { SignInIssuer } from '#protocol/console.js'
import type { TrustedIssuers } from './trusted-issuers.js'

/** What a token should say of its user. */
const WANTED = ['profile', 'email', 'groups']

/** The issuers that a browser can be sent to. The first audience is the client id of the console. */
export function signInIssuers(issuers: TrustedIssuers): SignInIssuer[] {
  return [...issuers.all].flatMap(({ issuer, endpoints }) => {
    const [clientId] = issuer.audiences
    if (endpoints === undefined || clientId === undefined) return []
    const { authorization, token, scopes = [] } = endpoints
    return {
      issuer: issuer.url,
      clientId,
      authorizationEndpoint: authorization,
      tokenEndpoint: token,
      // An issuer may refuse scopes that it does not know.
      scopes: ['openid', ...WANTED.filter((scope) => scopes.includes(scope))],
    }
  })
}
