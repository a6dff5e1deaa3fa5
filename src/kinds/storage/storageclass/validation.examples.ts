import { validateNew } from '#kinds/example-objects.fixture.js'
import { FieldErrors } from '#meta/field-errors.js'
import { qualifiedName } from '#meta/formats.js'
import {
  fixed,
  follows,
  forbidden,
  given,
  oneOf,
  type RuleTable,
  unique,
} from '#meta/rule-examples.fixture.js'
import { storageClass } from './index.js'

const CLASS = { provisioner: 'example.com/disk', parameters: { type: 'fast' } }
const topology = (values: readonly string[], key = 'zone') => ({
  allowedTopologies: [{ matchLabelExpressions: [{ key, values }] }],
})
const TERM = 'allowedTopologies[0].matchLabelExpressions[0]'

export const storageClassRules: RuleTable = {
  type: 'StorageClass',
  at: '',
  validate: (body) => validateNew(storageClass.storageVersion, { ...CLASS, ...body }),
  examples: [
    given('provisioner', { provisioner: '' }, {}),
    follows('provisioner', qualifiedName, { provisioner: 'a b' }, { provisioner: 'Example.com/Disk' }),
    oneOf('reclaimPolicy', ['Delete', 'Retain'], { reclaimPolicy: 'Burn' }, { reclaimPolicy: 'Retain' }),
    oneOf(
      'volumeBindingMode',
      ['Immediate', 'WaitForFirstConsumer'],
      { volumeBindingMode: 'Maybe' },
      { volumeBindingMode: 'WaitForFirstConsumer' },
    ),
    given(`${TERM}.values`, topology([]), topology(['a'])),
    unique(`${TERM}.values[1]`, 'must be unique', topology(['a', 'a']), topology(['a', 'b'])),
    follows(`${TERM}.key`, qualifiedName, topology(['a'], 'a b'), topology(['a'])),
  ],
}

export const storageClassChangeRules: RuleTable = {
  type: 'StorageClass',
  on: 'change',
  at: '',
  validate(body) {
    const { decode, rules } = storageClass.storageVersion
    const errors = new FieldErrors()
    rules.validateUpdate?.(decode({ ...CLASS, ...body }), decode(CLASS), errors)
    return errors.all
  },
  examples: [
    forbidden('parameters', 'is immutable', 'updates to parameters are forbidden.', { parameters: {} }, {}),
    forbidden(
      'provisioner',
      'is immutable',
      'updates to provisioner are forbidden.',
      { provisioner: 'example.com/other' },
      {},
    ),
    forbidden(
      'reclaimPolicy',
      'is immutable',
      'updates to reclaimPolicy are forbidden.',
      { reclaimPolicy: 'Retain' },
      { reclaimPolicy: 'Delete' },
    ),
    fixed('volumeBindingMode', { volumeBindingMode: 'WaitForFirstConsumer' }, {}),
    fixed('allowedTopologies', topology(['a']), {}),
  ],
}
