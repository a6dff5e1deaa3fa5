import { rulesOfObject, rulesOfUpdate } from '#kinds/example-objects.fixture.js'
import { rfc1123Label, rfc1123Subdomain } from '#meta/formats.js'
import {
  type Body,
  fixed,
  follows,
  given,
  invalid,
  notZero,
  required,
  tooLarge,
  tooMany,
  unique,
} from '#meta/rule-examples.fixture.js'
import { deviceClass } from './deviceclass/index.js'
import { cIdentifier } from './names.js'
import { resourceSlice } from './resourceslice/index.js'

const POOL = { name: 'node-1', generation: 1, resourceSliceCount: 1 }
const slice = (part: Body): Body => ({ driver: 'example.com', pool: POOL, nodeName: 'node-1', ...part })
const pool = (part: Body) => slice({ pool: { ...POOL, ...part } })
const nodes = (part: Body) => slice({ nodeName: undefined, ...part })
const terms = (count: number) => ({
  nodeSelector: {
    nodeSelectorTerms: Array.from({ length: count }, () => ({
      matchExpressions: [{ key: 'gpu', operator: 'Exists' }],
    })),
  },
})
const devices = (...devices: Body[]) => slice({ devices })
const attributes = (attributes: Body) => devices({ name: 'a', attributes })
const attribute = (value: Body) => attributes({ model: value })
const many = (count: number) => Array.from({ length: count }, (_, index) => `a${index}`)
const ONE_OF = 'exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required'
const SEMVER = 'must be a string compatible with semver.org spec 2.0.0'

export const resourceSliceRules = rulesOfObject({
  type: 'ResourceSlice',
  version: resourceSlice.storageVersion,
  at: 'spec',
  object: (spec) => ({ spec }),
  examples: [
    given('driver', slice({ driver: '' }), slice({}), ['driver']),
    follows('driver', rfc1123Subdomain, slice({ driver: 'a b' }), slice({ driver: 'Example.com' })),
    tooLarge('driver', 63, slice({ driver: 'x'.repeat(64) }), slice({ driver: 'x'.repeat(63) })),
    given('pool.name', pool({ name: '' }), pool({ name: 'a' })),
    follows('pool.name', rfc1123Subdomain, pool({ name: 'a//b' }), pool({ name: 'a/b' })),
    notZero('pool.resourceSliceCount', pool({ resourceSliceCount: 0 }), pool({})),
    invalid(
      'pool.generation',
      'must not be negative',
      'must be greater than or equal to zero',
      pool({ generation: -1 }),
      pool({ generation: 0 }),
    ),
    required('', 'must say which nodes have access', ONE_OF, nodes({}), nodes({ allNodes: true })),
    invalid(
      '',
      'must say in one way which nodes have access',
      `${ONE_OF}, but multiple fields are set`,
      slice({ allNodes: true }),
      slice({}),
    ),
    invalid(
      'nodeName',
      'must not be empty',
      'must be either unset or set to a non-empty string',
      nodes({ nodeName: '', allNodes: true }),
      nodes({ nodeName: 'a' }),
    ),
    follows('nodeName', rfc1123Subdomain, nodes({ nodeName: 'A' }), nodes({ nodeName: 'a' })),
    invalid(
      'allNodes',
      'must be true if it is given',
      'must be either unset or set to true',
      slice({ allNodes: false }),
      slice({}),
    ),
    invalid(
      'nodeSelector.nodeSelectorTerms',
      'must have one term',
      'must have exactly one node selector term',
      nodes(terms(2)),
      nodes(terms(1)),
    ),
    tooMany(
      'devices',
      128,
      devices(...many(129).map((name) => ({ name }))),
      devices(...many(128).map((name) => ({ name }))),
    ),
    follows('devices[0].name', rfc1123Label, devices({ name: 'A' }), devices({ name: 'a' })),
    unique(
      'devices[1].name',
      'must be unique',
      devices({ name: 'a' }, { name: 'a' }),
      devices({ name: 'a' }, { name: 'b' }),
    ),
    invalid(
      'devices[0]',
      'must have at most 32 attributes and capacities',
      'the total number of attributes and capacities must not exceed 32',
      attributes(Object.fromEntries(many(33).map((name) => [name, { int: 1 }]))),
      attributes(Object.fromEntries(many(32).map((name) => [name, { int: 1 }]))),
    ),
    follows(
      'devices[0].attributes[a-b]',
      cIdentifier,
      attributes({ 'a-b': { int: 1 } }),
      attributes({ 'example.com/a': { int: 1 } }),
    ),
    invalid(
      'devices[0].attributes[/a]',
      'must not begin with a slash',
      'the domain must not be empty',
      attributes({ '/a': { int: 1 } }),
      attributes({ a: { int: 1 } }),
    ),
    invalid(
      'devices[0].attributes[a/]',
      'must not end with a slash',
      'the name must not be empty',
      attributes({ 'a/': { int: 1 } }),
      attributes({ a: { int: 1 } }),
    ),
    follows(
      'devices[0].capacity[a-b]',
      cIdentifier,
      devices({ name: 'a', capacity: { 'a-b': { value: '1Gi' } } }),
      devices({ name: 'a', capacity: { memory: { value: '1Gi' } } }),
    ),
    required(
      'devices[0].attributes[model]',
      'must have a value',
      'exactly one value must be specified',
      attribute({}),
      attribute({ bool: false }),
    ),
    invalid(
      'devices[0].attributes[model]',
      'must have one value',
      'exactly one value must be specified',
      attribute({ bool: true, int: 1 }),
      attribute({ int: 1 }),
    ),
    tooLarge(
      'devices[0].attributes[model].string',
      64,
      attribute({ string: 'x'.repeat(65) }),
      attribute({ string: 'x'.repeat(64) }),
    ),
    tooLarge(
      'devices[0].attributes[model].version',
      64,
      attribute({ version: `1.0.0-${'x'.repeat(64)}` }),
      attribute({ version: '1.0.0-x' }),
    ),
    invalid(
      'devices[0].attributes[model].version',
      'must be a semantic version',
      SEMVER,
      attribute({ version: '1.0' }),
      attribute({ version: '1.0.0' }),
    ),
  ],
})

export const resourceSliceChangeRules = rulesOfUpdate({
  type: 'ResourceSlice',
  version: resourceSlice.storageVersion,
  at: 'spec',
  before: { spec: slice({}) },
  object: (spec) => ({ spec }),
  examples: [
    fixed('driver', slice({ driver: 'other.com' }), slice({})),
    fixed('pool.name', pool({ name: 'other' }), pool({ generation: 2 })),
    fixed('nodeName', slice({ nodeName: 'other' }), slice({})),
  ],
})

const selector = (expression: string) => ({ selectors: [{ cel: { expression } }] })

export const deviceClassRules = rulesOfObject({
  type: 'DeviceClass',
  version: deviceClass.storageVersion,
  at: 'spec',
  object: (spec) => ({ spec }),
  examples: [
    given('selectors[0].cel', { selectors: [{}] }, selector('true')),
    invalid(
      'selectors[0].cel.expression',
      'must be a condition',
      'must evaluate to bool or the unknown type, not int',
      selector('1'),
      selector('device.capacity["example.com"].memory.isGreaterThan(quantity("1Gi"))'),
    ),
    given('config[0].opaque', { config: [{}] }, { config: [{ opaque: { driver: 'a.b', parameters: {} } }] }),
  ],
})
