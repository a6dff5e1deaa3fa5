import { validateChange, validateNew, validateReport } from '#kinds/example-objects.fixture.js'
import { labelValue, qualifiedName } from '#meta/formats.js'
import {
  type Body,
  follows,
  forbidden,
  given,
  invalid,
  notNegative,
  oneOf,
  type RuleTable,
  unique,
  uniqueBy,
} from '#meta/rule-examples.fixture.js'
import { node } from './index.js'

const TAINT = { key: 'a', effect: 'NoSchedule' }
const taint = (part: Body) => ({ taints: [{ ...TAINT, ...part }] })

export const nodeRules: RuleTable = {
  type: 'Node',
  at: 'spec',
  validate: (spec) => validateNew(node.storageVersion, { spec }),
  examples: [
    follows('taints[0].key', qualifiedName, taint({ key: '' }), taint({})),
    follows('taints[0].key', qualifiedName, taint({ key: 'a/' }), taint({ key: 'a/b' })),
    follows('taints[0].value', labelValue, taint({ value: 'a b' }), taint({ value: 'a' })),
    given('taints[0].effect', taint({ effect: '' }), taint({})),
    oneOf(
      'taints[0].effect',
      ['NoSchedule', 'PreferNoSchedule', 'NoExecute'],
      taint({ effect: 'Sometimes' }),
      taint({ effect: 'NoExecute' }),
    ),
    uniqueBy(
      'taints[1]',
      'must be unique by key and effect',
      'taints must be unique by key and effect pair',
      { taints: [TAINT, TAINT] },
      { taints: [TAINT, { ...TAINT, effect: 'NoExecute' }] },
    ),
    invalid(
      'podCIDRs[0]',
      'must be a CIDR',
      'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
      { podCIDR: '10.0.0.1' },
      { podCIDR: '10.0.0.0/24' },
    ),
    invalid(
      'podCIDRs',
      'must have one range of each family at most',
      'may specify no more than one CIDR for each IP family',
      { podCIDRs: ['10.0.0.0/24', '10.0.1.0/24'] },
      { podCIDRs: ['10.0.0.0/24', 'fd00::/64'] },
    ),
  ],
}

const BEFORE = { podCIDR: '10.0.0.0/24', providerID: 'a://1' }
const change = (part: Body) => ({ ...BEFORE, ...part })

export const nodeChangeRules: RuleTable = {
  type: 'Node',
  on: 'change',
  at: 'spec',
  validate: (spec) => validateChange(node.storageVersion, { spec: BEFORE }, { spec }),
  examples: [
    forbidden(
      'podCIDRs',
      'is immutable once given',
      'node updates may not change podCIDR except from "" to valid',
      change({ podCIDR: '10.0.1.0/24' }),
      change({ unschedulable: true }),
    ),
    forbidden(
      'providerID',
      'is immutable once given',
      'node updates may not change providerID except from "" to valid',
      change({ providerID: 'a://2' }),
      change({ taints: [TAINT] }),
    ),
    forbidden('externalID', 'is immutable', 'may not be updated', change({ externalID: 'x' }), change({})),
  ],
}

const ADDRESS = { type: 'InternalIP', address: '10.0.0.1' }

export const nodeStatusRules: RuleTable = {
  type: 'Node',
  on: 'status',
  at: 'status',
  validate: (status) => validateReport(node.storageVersion, {}, status),
  examples: [
    notNegative(
      'capacity[cpu]',
      { capacity: { cpu: '-1' }, allocatable: { cpu: '1' } },
      { capacity: { cpu: '1' } },
    ),
    invalid(
      'allocatable[pods]',
      'must be whole where things are counted',
      'must be an integer',
      { allocatable: { pods: '100m' } },
      { allocatable: { pods: '100' } },
    ),
    unique(
      'addresses[1]',
      'must be unique',
      { addresses: [ADDRESS, ADDRESS] },
      { addresses: [ADDRESS, { ...ADDRESS, type: 'ExternalIP' }] },
    ),
  ],
}
