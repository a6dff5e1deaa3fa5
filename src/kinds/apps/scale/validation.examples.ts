import { FieldErrors } from '#meta/field-errors.js'
import { dns1123Subdomain } from '#meta/formats.js'
import { follows, given, notNegative, type RuleTable } from '#meta/rule-examples.fixture.js'
import { decoderOf } from '#schema/decode.js'
import { validateScale } from './scale-version.js'
import { ExtensionsScale } from './schema.js'

const decode = decoderOf(ExtensionsScale)
const METADATA = { name: 'web', namespace: 'test' }

export const scaleRules: RuleTable = {
  type: 'Scale',
  on: 'scale',
  at: '',
  validate(body) {
    const errors = new FieldErrors()
    validateScale(decode({ metadata: METADATA, ...body }), errors)
    return errors.all
  },
  examples: [
    follows(
      'metadata.name',
      dns1123Subdomain,
      { metadata: { ...METADATA, name: 'Web' } },
      { metadata: METADATA },
    ),
    given('metadata.namespace', { metadata: { name: 'web' } }, { metadata: METADATA }),
    notNegative('spec.replicas', { spec: { replicas: -1 } }, { spec: { replicas: 0 } }),
  ],
}
