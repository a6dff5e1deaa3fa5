import { rulesOfObject, rulesOfUpdate } from '#kinds/example-objects.fixture.js'
import { DATA_LIMIT } from '#kinds/shared/data-rules.js'
import { configKey } from '#kinds/shared/formats.js'
import {
  type Body,
  fixed,
  follows,
  forbidden,
  given,
  invalid,
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
const docker = (type: string, text?: string) => ({
  type: `kubernetes.io/${type}`,
  stringData: text === undefined ? {} : { [`.${type}`]: text },
})
const NOT_AN_OBJECT = 'json: cannot unmarshal array into Go value of type map[string]interface {}'
const TLS = { 'tls.crt': '', 'tls.key': '' }

export const secretRules = rulesOfObject({
  type: 'Secret',
  version: secret.storageVersion,
  at: '',
  object: (body) => body,
  examples: [
    follows('data[a/b]', configKey, { data: { 'a/b': '' } }, { data: { 'a.b': '' } }),
    tooLarge(
      'data',
      DATA_LIMIT,
      { stringData: { a: 'x'.repeat(DATA_LIMIT + 1) } },
      { stringData: { a: 'x'.repeat(DATA_LIMIT) } },
    ),
    given(`metadata.annotations[${ACCOUNT_NAME}]`, account({}), account({ [ACCOUNT_NAME]: 'builder' })),
    ...['dockercfg', 'dockerconfigjson'].flatMap((type) => [
      given(`data[.${type}]`, docker(type), docker(type, '{}')),
      invalid(
        `data[.${type}]`,
        'must be a JSON object in a secret for an image registry',
        NOT_AN_OBJECT,
        docker(type, '[]'),
        docker(type, '{"auths":{}}'),
      ),
      invalid(
        `data[.${type}]`,
        'must be JSON in a secret for an image registry',
        'unexpected end of JSON input',
        docker(type, ''),
        docker(type, 'null'),
      ),
    ]),
    given('data[username]', typed('basic-auth', {}), typed('basic-auth', { password: '' }), [
      'data[password]',
    ]),
    given(
      'data[ssh-privatekey]',
      typed('ssh-auth', { 'ssh-privatekey': '' }),
      typed('ssh-auth', { 'ssh-privatekey': 'eA==' }),
    ),
    given('data[tls.crt]', typed('tls', { 'tls.key': '' }), typed('tls', TLS)),
    given('data[tls.key]', typed('tls', { 'tls.crt': '' }), typed('tls', TLS)),
  ],
})

const BEFORE = { immutable: true, stringData: { a: '1' } }
const change = (part: Body) => ({ ...BEFORE, ...part })

export const secretChangeRules = rulesOfUpdate({
  type: 'Secret',
  version: secret.storageVersion,
  at: '',
  before: BEFORE,
  object: (body) => body,
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
})
