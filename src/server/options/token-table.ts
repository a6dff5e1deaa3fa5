import type { TokenSourceConfig } from '#access/tokens/token-source-config.js'
import { choiceOption, durationOption, fileOption, type ServerOptionTable, switchOption } from './option.js'

/** Sources of tokens outside the configuration. */
export const TOKEN_OPTIONS: ServerOptionTable<TokenSourceConfig> = {
  enableBootstrapTokenAuth: switchOption(
    '--enable-bootstrap-token-auth',
    'accept tokens of bootstrap.kubernetes.io/token Secrets in kube-system, with which nodes join',
  ),
  tokenWebhookConfigFile: fileOption(
    '--authentication-token-webhook-config-file',
    'kubeconfig of a server that authenticates tokens by TokenReviews',
  ),
  tokenWebhookVersion: choiceOption(
    '--authentication-token-webhook-version',
    'version of the TokenReviews that the webhook understands',
    ['v1', 'v1beta1'],
  ),
  tokenWebhookCacheTtlMs: durationOption(
    '--authentication-token-webhook-cache-ttl',
    'how long decisions of the webhook hold',
  ),
}
