import { rulesOfObject, rulesOfUpdate } from '#kinds/example-objects.fixture.js'
import { qualifiedName } from '#meta/formats.js'
import {
  type Body,
  fixed,
  follows,
  forbidden,
  given,
  invalid,
  oneOf,
  tooLarge,
  unique,
} from '#meta/rule-examples.fixture.js'
import { storageClass } from './index.js'

const CLASS = { provisioner: 'example.com/disk', parameters: { type: 'fast' } }
const topology = (values: readonly string[], key = 'zone') => ({
  allowedTopologies: [{ matchLabelExpressions: [{ key, values }] }],
})
const terms = (...terms: Body[][]) => ({
  allowedTopologies: terms.map((matchLabelExpressions) => ({ matchLabelExpressions })),
})
const zone = (value: string) => ({ key: 'zone', values: [value] })
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, '']))
const LIMIT = 256 * 1024
const TERM = 'allowedTopologies[0].matchLabelExpressions[0]'

export const storageClassRules = rulesOfObject({
  type: 'StorageClass',
  version: storageClass.storageVersion,
  at: '',
  object: (body) => ({ ...CLASS, ...body }),
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
    unique(
      'allowedTopologies[0].matchLabelExpressions[1].key',
      'must be unique',
      terms([zone('a'), zone('b')]),
      terms([zone('a'), { ...zone('b'), key: 'region' }]),
    ),
    unique(
      'allowedTopologies[1].matchLabelExpressions',
      'must differ from those of other terms',
      terms([{ ...zone('a'), values: ['a', 'b'] }], [{ ...zone('a'), values: ['b', 'a'] }]),
      terms([zone('a')], [zone('b')]),
    ),
    tooLarge('parameters', 512, { parameters: many(513) }, { parameters: many(512) }),
    invalid(
      'parameters',
      'keys must not be empty',
      'field can not be empty.',
      { parameters: { '': 'a' } },
      { parameters: { a: '' } },
    ),
    tooLarge(
      'parameters',
      LIMIT,
      { parameters: { a: 'x'.repeat(LIMIT) } },
      { parameters: { a: 'x'.repeat(LIMIT - 1) } },
    ),
    follows(`${TERM}.key`, qualifiedName, topology(['a'], 'a b'), topology(['a'])),
  ],
})

export const storageClassChangeRules = rulesOfUpdate({
  type: 'StorageClass',
  version: storageClass.storageVersion,
  at: '',
  before: CLASS,
  object: (body) => ({ ...CLASS, ...body }),
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
  ],
})
