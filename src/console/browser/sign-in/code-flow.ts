import { CALLBACK_PATH, CONSOLE_PATH, type SignInIssuer } from '#protocol/console.js'
import { setToken } from '../api/credentials.js'
import { config } from '../config.js'
import { toast } from '../state/toasts.js'

/** What has to be remembered while the user is at the issuer. */
interface Pending {
  readonly state: string
  readonly verifier: string
  readonly issuer: string
  /** The fragment to come back to. */
  readonly hash: string
}

const KEY = 'binnacle.sign-in'
const redirectUri = () => location.origin + CALLBACK_PATH

/** Sends the user to an issuer: authorization code with PKCE (RFC 7636). */
export async function beginSignIn(issuer: SignInIssuer): Promise<void> {
  try {
    await sendToIssuer(issuer)
  } catch (error) {
    toastFailed(error)
  }
}

async function sendToIssuer(issuer: SignInIssuer): Promise<void> {
  // Without it there is no digest.
  if (!isSecureContext) throw new Error('the browser allows it only over HTTPS')
  const pending: Pending = { state: random(), verifier: random(), issuer: issuer.issuer, hash: location.hash }
  sessionStorage.setItem(KEY, JSON.stringify(pending))
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(pending.verifier))
  const url = new URL(issuer.authorizationEndpoint)
  const parameters = {
    response_type: 'code',
    client_id: issuer.clientId,
    redirect_uri: redirectUri(),
    scope: issuer.scopes.join(' '),
    state: pending.state,
    code_challenge: base64url(new Uint8Array(digest)),
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  location.assign(url)
}

/** Takes up the code of an issuer that has sent the user back. The URL loses it before anything else happens. */
export async function finishSignIn(): Promise<void> {
  if (location.pathname !== CALLBACK_PATH) return
  const parameters = new URLSearchParams(location.search)
  const pending = takePending()
  history.replaceState(null, '', `${CONSOLE_PATH}${pending?.hash ?? ''}`)
  dispatchEvent(new PopStateEvent('popstate'))
  try {
    if (pending === undefined || parameters.get('state') !== pending.state) {
      throw new Error('the response of the issuer does not belong to this tab')
    }
    const code = parameters.get('code')
    if (code === null) {
      throw new Error(parameters.get('error_description') ?? parameters.get('error') ?? 'there is no code')
    }
    setToken(await exchange(pending, code))
  } catch (error) {
    toastFailed(error)
  }
}

const toastFailed = (error: unknown) =>
  toast(`Sign-in failed: ${error instanceof Error ? error.message : String(error)}`, 'bad')

async function exchange({ issuer, verifier }: Pending, code: string): Promise<string> {
  const found = config.signIn.issuers.find((each) => each.issuer === issuer)
  if (found === undefined) throw new Error(`the server does not know the issuer ${issuer}`)
  const response = await fetch(found.tokenEndpoint, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri(),
      client_id: found.clientId,
      code_verifier: verifier,
    }),
  })
  const body = (await response.json()) as Readonly<Record<string, string>>
  const { id_token: token } = body
  if (!response.ok || token === undefined) {
    throw new Error(body.error_description ?? body.error ?? `the issuer responded with ${response.status}`)
  }
  return token
}

function takePending(): Pending | undefined {
  const text = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return text === null ? undefined : (JSON.parse(text) as Pending)
}

const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)))

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
