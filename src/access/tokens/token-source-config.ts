/** Sources of tokens outside the configuration: Secrets, and another server. */
export interface TokenSourceConfig {
  /** Whether nodes can join with bootstrap tokens. */
  readonly enableBootstrapTokenAuth: boolean
  /** The kubeconfig of a webhook; empty for none. */
  readonly tokenWebhookConfigFile: string
  readonly tokenWebhookVersion: 'v1' | 'v1beta1'
  readonly tokenWebhookCacheTtlMs: number
}

export const DEFAULT_TOKEN_SOURCES: TokenSourceConfig = {
  enableBootstrapTokenAuth: false,
  tokenWebhookConfigFile: '',
  tokenWebhookVersion: 'v1beta1',
  tokenWebhookCacheTtlMs: 2 * 60_000,
}

export const hasTokenSources = ({
  enableBootstrapTokenAuth,
  tokenWebhookConfigFile,
}: TokenSourceConfig): boolean => enableBootstrapTokenAuth || tokenWebhookConfigFile !== ''
