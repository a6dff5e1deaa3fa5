import { rulesOfObject, rulesOfUpdate } from '#kinds/example-objects.fixture.js'
import { qualifiedName, rfc1123Subdomain } from '#meta/formats.js'
import {
  type Body,
  given,
  invalid,
  notNegative,
  required,
  tooLarge,
  unique,
} from '#meta/rule-examples.fixture.js'
import { csiNode } from './index.js'

const version = csiNode.storageVersion
const DRIVER = { name: 'csi.example', nodeID: 'n', topologyKeys: null }
const drivers = (...drivers: Body[]) => ({ drivers: drivers.map((part) => ({ ...DRIVER, ...part })) })
const keys = (...topologyKeys: string[]) => drivers({ topologyKeys })

export const nodeDriverRules = rulesOfObject({
  type: 'CSINode',
  version,
  at: 'spec',
  object: (spec) => ({ spec: { ...drivers(), ...spec } }),
  examples: [
    required('drivers[0].name', 'is required', '', drivers({ name: '' }), drivers({}), ['drivers[0].name']),
    tooLarge('drivers[0].name', 63, drivers({ name: 'a'.repeat(64) }), drivers({ name: 'a'.repeat(63) })),
    invalid(
      'drivers[0].name',
      'in lower case, must match the format',
      rfc1123Subdomain,
      drivers({ name: 'a_b' }),
      drivers({ name: 'A.b' }),
    ),
    given('drivers[0].nodeID', drivers({ nodeID: '' }), drivers({ nodeID: 'a b' })),
    invalid(
      'drivers[0].nodeID',
      'must have at most 256 bytes',
      'must be 256 characters or less',
      drivers({ nodeID: 'ü'.repeat(129) }),
      drivers({ nodeID: 'ü'.repeat(128) }),
    ),
    notNegative(
      'drivers[0].allocatable.count',
      drivers({ allocatable: { count: -1 } }),
      drivers({ allocatable: { count: 0 } }),
    ),
    unique('drivers[1].name', 'must be unique', drivers({}, {}), drivers({}, { name: 'other.example' })),
    given('drivers[0].topologyKeys[1]', keys('a', ''), keys('a'), ['drivers[0].topologyKeys[1]']),
    unique('drivers[0].topologyKeys[1]', 'must be unique', keys('a', 'a'), keys('a', 'b')),
    invalid(
      'drivers[0].topologyKeys[0]',
      'must match the format',
      qualifiedName,
      keys('a b'),
      keys('example.com/zone'),
    ),
  ],
})

export const nodeDriverChangeRules = rulesOfUpdate({
  type: 'CSINode',
  version,
  at: 'spec',
  before: { spec: drivers({}) },
  object: (spec) => ({ spec }),
  examples: [
    invalid(
      'drivers[0]',
      'must stay, or be removed',
      'field is immutable',
      drivers({ nodeID: 'm' }),
      drivers({ name: 'other.example' }),
    ),
  ],
})
