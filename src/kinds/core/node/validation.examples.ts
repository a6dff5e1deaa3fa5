import { rulesOfCreate, rulesOfObject, rulesOfStatus, rulesOfUpdate } from '#kinds/example-objects.fixture.js'
import { labelValue, qualifiedName } from '#meta/formats.js'
import {
  type Body,
  follows,
  forbidden,
  given,
  invalid,
  notNegative,
  oneOf,
  unique,
  uniqueBy,
} from '#meta/rule-examples.fixture.js'
import { node } from './index.js'

const NODE_INFO = {
  machineID: '',
  systemUUID: '',
  bootID: '',
  kernelVersion: '',
  osImage: '',
  containerRuntimeVersion: '',
  kubeletVersion: '',
  kubeProxyVersion: '',
  operatingSystem: '',
  architecture: '',
}
const TAINT = { key: 'a', effect: 'NoSchedule' }
const taint = (part: Body) => ({ taints: [{ ...TAINT, ...part }] })

export const nodeRules = rulesOfObject({
  type: 'Node',
  version: node.storageVersion,
  at: 'spec',
  object: (spec) => ({ spec }),
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
})

const TAINTS = 'scheduler.alpha.kubernetes.io/taints'
const AVOIDED_PODS = 'scheduler.alpha.kubernetes.io/preferAvoidPods'
const annotated = (key: string, value: unknown) => ({
  annotations: { [key]: typeof value === 'string' ? value : JSON.stringify(value) },
})
const avoided = (podSignature: Body) => annotated(AVOIDED_PODS, { preferAvoidPods: [{ podSignature }] })

export const nodeAnnotationRules = rulesOfObject({
  type: 'Node annotations',
  version: node.storageVersion,
  at: 'metadata',
  object: (metadata) => ({ metadata }),
  examples: [
    invalid(
      'annotations',
      'of taints must be a list in JSON',
      'expected a list',
      annotated(TAINTS, {}),
      annotated(TAINTS, [TAINT]),
    ),
    given(
      `annotations[${TAINTS}][0].effect`,
      annotated(TAINTS, [{ key: 'a', effect: '' }]),
      annotated(TAINTS, []),
    ),
    invalid(
      `annotations[${AVOIDED_PODS}]`,
      'must be an object in JSON',
      'expected an object',
      annotated(AVOIDED_PODS, '[]'),
      annotated(AVOIDED_PODS, {}),
    ),
    given(
      `annotations[${AVOIDED_PODS}][0].podSignature`,
      avoided({}),
      avoided({ podController: { controller: true } }),
    ),
    invalid(
      `annotations[${AVOIDED_PODS}][0].podSignature.podController.controller`,
      'must be true',
      'must point to a controller',
      avoided({ podController: {} }),
      avoided({ podController: { controller: true } }),
    ),
  ],
})

export const newNodeStatusRules = rulesOfCreate({
  type: 'Node that registers itself',
  version: node.storageVersion,
  at: 'status',
  object: (status) => ({ status }),
  examples: [
    notNegative(
      'capacity[cpu]',
      { capacity: { cpu: '-1' }, allocatable: { cpu: '1' } },
      { capacity: { cpu: '1' } },
    ),
    invalid(
      'nodeInfo.swap.capacity',
      'must be positive',
      'must be greater than zero',
      { nodeInfo: { ...NODE_INFO, swap: { capacity: 0 } } },
      { nodeInfo: { ...NODE_INFO, swap: { capacity: 1 } } },
    ),
  ],
})

const BEFORE = { podCIDR: '10.0.0.0/24', providerID: 'a://1' }
const change = (part: Body) => ({ ...BEFORE, ...part })

export const nodeChangeRules = rulesOfUpdate({
  type: 'Node',
  version: node.storageVersion,
  at: 'spec',
  before: { spec: BEFORE },
  object: (spec) => ({ spec }),
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
})

const ADDRESS = { type: 'InternalIP', address: '10.0.0.1' }

const addresses = (...addresses: Body[]) => ({ status: { addresses } })

export const nodeAddressRules = rulesOfUpdate({
  type: 'Node that registered itself',
  version: node.storageVersion,
  at: 'status',
  before: (part) => part,
  object: (part) => part,
  examples: [
    unique(
      'addresses[1]',
      'must be unique',
      addresses(ADDRESS, ADDRESS),
      addresses(ADDRESS, { ...ADDRESS, type: 'ExternalIP' }),
    ),
  ],
})

export const nodeStatusRules = rulesOfStatus({
  type: 'Node',
  version: node.storageVersion,
  at: 'status',
  before: {},
  object: (status) => status,
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
})
