/** Where the console is served. */
export const CONSOLE_PATH = '/console'

/** Where issuers send users back to after they have signed in. */
export const CALLBACK_PATH = '/console/callback'

/** The name of the `meta` element with the `ConsoleConfig` of the page, as JSON. */
export const CONFIG_NAME = 'binnacle-console'

/** What the page has to know before its first request. */
export interface ConsoleConfig {
  /** The version of the server. */
  readonly version: string
  /** The path of the script that reads streams and keeps tables. */
  readonly worker: string
  readonly signIn: SignInMethods
}

/** How users can show who they are. All empty on a server that is open to everybody. */
export interface SignInMethods {
  readonly tokens: boolean
  readonly certificates: boolean
  readonly issuers: readonly SignInIssuer[]
}

/** An OpenID issuer that is up, with what the authorization code flow needs. */
export interface SignInIssuer {
  readonly issuer: string
  readonly clientId: string
  readonly authorizationEndpoint: string
  readonly tokenEndpoint: string
  readonly scopes: readonly string[]
}
