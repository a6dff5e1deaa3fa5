import { validateChange, validateNew } from '#kinds/example-objects.fixture.js'
import { DATA_LIMIT } from '#kinds/shared/data-rules.js'
import { configKey } from '#kinds/shared/formats.js'
import {
  type Body,
  fixed,
  follows,
  forbidden,
  given,
  invalid,
  type RuleTable,
  tooLarge,
} from '#meta/rule-examples.fixture.js'
import { secret } from './index.js'

const ACCOUNT_NAME = 'kubernetes.io/service-account.name'
const FIXED = 'field is immutable when `immutable` is set'
const typed = (type: string, data: Body) => ({ type: `kubernetes.io/${type}`, data })
const account = (annotations: Body) => ({
  type: 'kubernetes.io/service-account-token',
  metadata: { annotations },
})
const docker = (stringData: Body) => ({ type: 'kubernetes.io/dockerconfigjson', stringData })
const TLS = { 'tls.crt': '', 'tls.key': '' }

export const secretRules: RuleTable = {
  type: 'Secret',
  at: '',
  validate: (body) => validateNew(secret.storageVersion, body),
  examples: [
    follows('data[a/b]', configKey, { data: { 'a/b': '' } }, { data: { 'a.b': '' } }),
    tooLarge(
      'data',
      DATA_LIMIT,
      { stringData: { a: 'x'.repeat(DATA_LIMIT + 1) } },
      { stringData: { a: 'x'.repeat(DATA_LIMIT) } },
    ),
    given(`metadata.annotations[${ACCOUNT_NAME}]`, account({}), account({ [ACCOUNT_NAME]: 'builder' })),
    given('data[.dockerconfigjson]', docker({}), docker({ '.dockerconfigjson': '{}' })),
    invalid(
      'data[.dockerconfigjson]',
      'must be JSON in a secret for an image registry',
      'must be a JSON object',
      docker({ '.dockerconfigjson': '[]' }),
      docker({ '.dockerconfigjson': '{"auths":{}}' }),
    ),
    given('data[username]', typed('basic-auth', {}), typed('basic-auth', { password: '' }), [
      'data[password]',
    ]),
    given('data[ssh-privatekey]', typed('ssh-auth', {}), typed('ssh-auth', { 'ssh-privatekey': '' })),
    given('data[tls.crt]', typed('tls', { 'tls.key': '' }), typed('tls', TLS)),
    given('data[tls.key]', typed('tls', { 'tls.crt': '' }), typed('tls', TLS)),
  ],
}

const BEFORE = { immutable: true, stringData: { a: '1' } }
const change = (part: Body) => ({ ...BEFORE, ...part })

export const secretChangeRules: RuleTable = {
  type: 'Secret',
  on: 'change',
  at: '',
  validate: (body) => validateChange(secret.storageVersion, BEFORE, body),
  examples: [
    fixed('type', change({ type: 'example.com/other' }), change({ type: 'Opaque' })),
    forbidden('immutable', 'is immutable once true', FIXED, change({ immutable: false }), change({})),
    forbidden(
      'data',
      'is immutable once immutable',
      FIXED,
      change({ stringData: { a: '2' } }),
      change({ metadata: { labels: { a: 'b' } } }),
    ),
  ],
}
