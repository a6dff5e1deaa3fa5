/** The authorizers. */
export const AUTHORIZATION_MODES = ['AlwaysAllow', 'AlwaysDeny', 'Node', 'RBAC', 'Webhook'] as const
export type AuthorizationMode = (typeof AUTHORIZATION_MODES)[number]

const ALLOW_ALL: AuthorizationMode = 'AlwaysAllow'

/** Whether every request is allowed. */
export const allowsAll = (modes: readonly AuthorizationMode[]): boolean => modes.includes(ALLOW_ALL)

/** Whether the authorizers can be asked one after the other: each once, and none after one that allows everything. */
export const areAuthorizationModes = (modes: readonly string[]): modes is readonly AuthorizationMode[] =>
  modes.length > 0 &&
  modes.every((mode) => AUTHORIZATION_MODES.some((known) => known === mode)) &&
  new Set(modes).size === modes.length &&
  (modes.length === 1 || !modes.includes(ALLOW_ALL))

/** The options of a webhook that authorizes requests. */
export interface AuthorizationWebhookConfig {
  /** A kubeconfig; empty for none. */
  readonly authorizationWebhookConfigFile: string
  readonly authorizationWebhookVersion: 'v1' | 'v1beta1'
  readonly authorizationWebhookCacheAuthorizedTtlMs: number
  readonly authorizationWebhookCacheUnauthorizedTtlMs: number
}

export interface AuthorizationConfig extends AuthorizationWebhookConfig {
  /** In the order in which they are asked. */
  readonly authorizationMode: readonly AuthorizationMode[]
  /** An `AuthorizationConfiguration` file instead, reloaded on changes; empty for none. */
  readonly authorizationConfig: string
}

export const DEFAULT_AUTHORIZATION: Omit<AuthorizationConfig, 'authorizationMode'> = {
  authorizationConfig: '',
  authorizationWebhookConfigFile: '',
  authorizationWebhookVersion: 'v1beta1',
  authorizationWebhookCacheAuthorizedTtlMs: 5 * 60_000,
  authorizationWebhookCacheUnauthorizedTtlMs: 30_000,
}

/** The error of the options, if any. `authorizationMode` is empty unless it is given. */
export function authorizationError(config: AuthorizationConfig): string | undefined {
  const { authorizationMode: modes, authorizationConfig, authorizationWebhookConfigFile: webhook } = config
  if (authorizationConfig !== '' && (modes.length > 0 || webhook !== '')) {
    return '--authorization-config names all authorizers: leave --authorization-mode and --authorization-webhook-config-file out'
  }
  if (modes.includes('Webhook') && webhook === '') {
    return '--authorization-mode Webhook needs --authorization-webhook-config-file'
  }
  if (!modes.includes('Webhook') && webhook !== '') {
    return '--authorization-webhook-config-file needs Webhook in --authorization-mode'
  }
  return undefined
}
