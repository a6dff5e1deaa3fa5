import { rulesOfObject, rulesOfUpdate } from '#kinds/example-objects.fixture.js'
import { dns1035Label } from '#meta/formats.js'
import { follows, forbidden, given, invalid, oneOf, required } from '#meta/rule-examples.fixture.js'
import { definition, HOOK, named, SPEC, spec, webhook } from './definition-objects.fixture.js'
import { customResourceDefinition } from './index.js'

const FORM = '; desired format: https://host[/path]'

export const conversionRules = rulesOfObject({
  type: 'CustomResourceConversion',
  version: customResourceDefinition.storageVersion,
  at: 'spec.conversion',
  object: definition,
  examples: [
    given('strategy', spec({ conversion: {} }), SPEC),
    oneOf('strategy', ['None', 'Webhook'], spec({ conversion: { strategy: 'Hook' } }), SPEC),
    ...(
      [
        ['clientConfig', HOOK],
        ['conversionReviewVersions', ['v1']],
      ] as const
    ).map(([field, value]) =>
      forbidden(
        `webhook.${field}`,
        'must not be set without the strategy Webhook',
        'should not be set when strategy is not set to Webhook',
        spec({ conversion: { strategy: 'None', webhook: { [field]: value } } }),
        spec({ conversion: { strategy: 'None', webhook: {} } }),
      ),
    ),
    required(
      'webhook.clientConfig',
      'is required',
      'required when strategy is set to Webhook',
      webhook(undefined),
      webhook(HOOK),
    ),
    required(
      'webhook.clientConfig',
      'must have a url or a service',
      'exactly one of url or service is required',
      webhook({ ...HOOK, service: { namespace: 'a', name: 'b' } }),
      webhook({ service: { namespace: 'a', name: 'b' } }),
    ),
    ...(
      [
        ['https', `'https' is the only allowed URL scheme${FORM}`, 'http://hook.example.com'],
        ['without a user', 'user information is not permitted in the URL', 'https://a@hook.example.com'],
        ['without a fragment', 'fragments are not permitted in the URL', 'https://hook.example.com#a'],
        ['without a query', 'query parameters are not permitted in the URL', 'https://hook.example.com?a=b'],
      ] as const
    ).map(([rule, detail, url]) =>
      invalid('webhook.clientConfig.url', `must be ${rule}`, detail, webhook({ url }), webhook(HOOK)),
    ),
    given('webhook.conversionReviewVersions', webhook(HOOK, {}), webhook(HOOK)),
    invalid(
      'webhook.conversionReviewVersions',
      'must have a known version',
      'must include at least one of v1, v1beta1',
      webhook(HOOK, { conversionReviewVersions: ['v7'] }),
      webhook(HOOK, { conversionReviewVersions: ['v7', 'v1'] }),
    ),
    invalid(
      'webhook.conversionReviewVersions[1]',
      'must be unique',
      'duplicate version',
      webhook(HOOK, { conversionReviewVersions: ['v1', 'v1'] }),
      webhook(HOOK, { conversionReviewVersions: ['v1', 'v2'] }),
    ),
    follows(
      'webhook.conversionReviewVersions[1]',
      dns1035Label,
      webhook(HOOK, { conversionReviewVersions: ['v1', '2'] }),
      webhook(HOOK),
    ),
  ],
})

const base64 = (text: string) => Buffer.from(text).toString('base64')

export const conversionChangeRules = rulesOfUpdate({
  type: 'CustomResourceConversion',
  version: customResourceDefinition.storageVersion,
  at: 'spec.conversion',
  before: definition(webhook(HOOK)),
  object: (spec) => ({ metadata: { name: named(SPEC) }, spec }),
  examples: [
    ...(
      [
        ['none', 'unable to parse bytes as PEM block'],
        ['-----BEGIN KEY-----\nAA==\n-----END KEY-----\n', 'no valid certificate authority data seen'],
        [
          '-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n',
          'failed to parse certificate: x509: malformed certificate',
        ],
      ] as const
    ).map(([pem, error]) =>
      invalid(
        'webhook.clientConfig.caBundle',
        'must have a certificate',
        `unable to load root certificates: ${error}`,
        webhook({ ...HOOK, caBundle: base64(pem) }),
        webhook(HOOK),
      ),
    ),
  ],
})
