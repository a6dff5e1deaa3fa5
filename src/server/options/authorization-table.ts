import type { AuthorizationConfig } from '#access/authorization/authorization-config.js'
import { AUTHORIZATION_MODES, type AuthorizationMode, areAuthorizationModes } from '#server/config.js'
import type { Expected } from './expect-options.js'
import { choiceOption, durationOption, fileOption, type ServerOptionTable } from './option.js'

const MODES = `AlwaysAllow, or one or more of ${AUTHORIZATION_MODES.slice(1).join(', ')}, separated by commas`

function parseModes(text: string): readonly AuthorizationMode[] | undefined {
  const modes = text.split(',').map((mode) => mode.trim())
  return areAuthorizationModes(modes) ? modes : undefined
}

/** Empty for the default. */
export const AUTHORIZATION: Expected = {
  what: 'a list of authorizers, in which AlwaysAllow is alone',
  fits: (value) =>
    Array.isArray(value) &&
    value.every((mode) => typeof mode === 'string') &&
    (value.length === 0 || areAuthorizationModes(value)),
}

/** The authorizers. */
export const AUTHORIZATION_OPTIONS: ServerOptionTable<AuthorizationConfig> = {
  authorizationMode: {
    flag: '--authorization-mode',
    placeholder: '<name,…>',
    hasVariable: true,
    isRepeatable: true,
    help: 'authorizers, in order: RBAC by roles and bindings, Node for kubelets, Webhook; or AlwaysAllow',
    expected: MODES,
    parse: parseModes,
    format: (modes) => modes.join(',') || 'RBAC where users are known, else AlwaysAllow',
    value: AUTHORIZATION,
  },
  authorizationConfig: fileOption(
    '--authorization-config',
    'AuthorizationConfiguration that names the authorizers; reloaded when it changes',
  ),
  authorizationWebhookConfigFile: fileOption(
    '--authorization-webhook-config-file',
    'kubeconfig of a server that authorizes requests by SubjectAccessReviews',
  ),
  authorizationWebhookVersion: choiceOption(
    '--authorization-webhook-version',
    'version of the SubjectAccessReviews that the webhook understands',
    ['v1', 'v1beta1'],
  ),
  authorizationWebhookCacheAuthorizedTtlMs: durationOption(
    '--authorization-webhook-cache-authorized-ttl',
    'how long decisions of the webhook that allow hold',
  ),
  authorizationWebhookCacheUnauthorizedTtlMs: durationOption(
    '--authorization-webhook-cache-unauthorized-ttl',
    'how long its other decisions hold',
  ),
}
