import { type FlagSection, ineffective, refuse, refused, same } from './flag.js'

const includes = (...names: readonly string[]) => {
  const of = (value: string) => value.split(',').map((name) => name.trim())
  return (value: string) => of(value).some((name) => names.includes(name))
}

export const AUTHENTICATION: FlagSection = {
  title: 'Authentication',
  rows: [
    same('--anonymous-auth bool'),
    same('--api-audiences strings'),
    same('--authentication-config', 'Claims only, no expressions in CEL.'),
    same(
      '--authentication-token-webhook-cache-ttl duration, --authentication-token-webhook-config-file, --authentication-token-webhook-version',
    ),
    same('--enable-bootstrap-token-auth bool'),
    same(
      '--oidc-ca-file, --oidc-client-id, --oidc-groups-claim, --oidc-groups-prefix, --oidc-issuer-url, --oidc-required-claim pairs, --oidc-signing-algs strings, --oidc-username-claim, --oidc-username-prefix',
    ),
    same(
      '--requestheader-allowed-names strings, --requestheader-client-ca-file, --requestheader-extra-headers-prefix strings, --requestheader-group-headers strings, --requestheader-uid-headers strings, --requestheader-username-headers strings',
      '[Front proxies](../guides/access.md#front-proxies)',
    ),
    same('--service-account-extend-token-expiration bool'),
    same(
      '--service-account-issuer array, --service-account-key-file array, --service-account-signing-key-file',
      'Optional: without them the server has an issuer and a key.',
    ),
    same('--service-account-jwks-uri'),
    ineffective('--service-account-lookup bool', 'Tokens always depend on their account and bound objects.'),
    same('--service-account-max-token-expiration duration'),
    refused('--service-account-signing-endpoint', 'The server signs tokens itself.'),
    same('--token-auth-file', 'Reloaded when it changes.'),
  ],
}

export const AUTHORIZATION: FlagSection = {
  title: 'Authorization',
  rows: [
    same('--authorization-config', 'Without `ABAC` and `InClusterConfig`. Reloaded when it changes.'),
    same(
      '--authorization-mode strings',
      '`AlwaysAllow` is alone. Default `RBAC` where users are known, never `AlwaysAllow` on an address that others can reach.',
      { refusal: refuse('A list with `ABAC`', includes('ABAC'), 'Policies of ABAC would not apply.') },
    ),
    refused('--authorization-policy-file', 'Policies of ABAC would not apply.'),
    same(
      '--authorization-webhook-cache-authorized-ttl duration, --authorization-webhook-cache-unauthorized-ttl duration, --authorization-webhook-config-file, --authorization-webhook-version',
    ),
  ],
}

export const ADMISSION: FlagSection = {
  title: 'Admission',
  rows: [
    same(
      '--admission-control-config-file',
      'Only [PodSecurity](../guides/admission.md#pod-security) has a configuration; one of another plugin is an error.',
    ),
    same('--default-not-ready-toleration-seconds int, --default-unreachable-toleration-seconds int'),
    same('--disable-admission-plugins strings', '[Which are there](../guides/admission.md#plugins)'),
    same(
      '--enable-admission-plugins strings',
      '`kube-apiserver` adds `ServiceAccount`, which is on by default there.',
      {
        refusal: refuse(
          'A list with `EventRateLimit` or `ImagePolicyWebhook`',
          includes('EventRateLimit', 'ImagePolicyWebhook'),
          'They would not limit anything.',
        ),
      },
    ),
  ],
}
