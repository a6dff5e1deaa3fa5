import { rulesOfObject, rulesOfUpdate } from '#kinds/example-objects.fixture.js'
import { qualifiedName } from '#meta/formats.js'
import { follows, forbidden, given, invalid, required, tooLarge } from '#meta/rule-examples.fixture.js'
import { volumeAttributesClass } from './index.js'

const CLASS = { driverName: 'example.com/disk', parameters: { type: 'fast' } }
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, '']))
const LIMIT = 256 * 1024

export const volumeAttributesClassRules = rulesOfObject({
  type: 'VolumeAttributesClass',
  version: volumeAttributesClass.storageVersion,
  at: '',
  object: (body) => ({ ...CLASS, ...body }),
  examples: [
    given('driverName', { driverName: '' }, {}),
    follows('driverName', qualifiedName, { driverName: 'a b' }, { driverName: 'Example.com/Disk' }),
    required(
      'parameters',
      'must have an entry',
      'must contain at least one key/value pair',
      { parameters: {} },
      { parameters: { a: '' } },
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
  ],
})

export const volumeAttributesClassChangeRules = rulesOfUpdate({
  type: 'VolumeAttributesClass',
  version: volumeAttributesClass.storageVersion,
  at: '',
  before: CLASS,
  object: (body) => ({ ...CLASS, ...body }),
  examples: [
    forbidden(
      'driverName',
      'is immutable',
      'updates to driverName are forbidden.',
      { driverName: 'example.com/other' },
      {},
    ),
    forbidden(
      'parameters',
      'is immutable',
      'updates to parameters are forbidden.',
      { parameters: { type: 'slow' } },
      { metadata: { labels: { a: 'b' } } },
    ),
  ],
})
