import { rulesOfObject } from '#kinds/example-objects.fixture.js'
import { portName } from '#kinds/shared/formats.js'
import {
  type Body,
  between,
  follows,
  forbidden,
  given,
  invalid,
  oneOf,
  type RuleExample,
  required,
} from '#meta/rule-examples.fixture.js'
import { networkPolicy } from './index.js'
import { POLICY_TYPES, PROTOCOLS } from './schema.js'

const ports = (port: Body) => ({ ingress: [{ ports: [port] }] })
const NOT_A_RANGE = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'

const peerExamples = (at: string, within: (peer: Body) => Body): RuleExample[] => [
  required(at, 'must select something', 'must specify a peer', within({}), within({ podSelector: {} })),
  forbidden(
    at,
    'must not have selectors and addresses',
    'may not specify both ipBlock and another peer',
    within({ podSelector: {}, ipBlock: { cidr: '::/0' } }),
    within({ podSelector: {}, namespaceSelector: {} }),
  ),
  given(`${at}.ipBlock.cidr`, within({ ipBlock: {} }), within({ ipBlock: { cidr: '::/0' } })),
  invalid(
    `${at}.ipBlock.cidr`,
    'must be a CIDR',
    NOT_A_RANGE,
    within({ ipBlock: { cidr: '10.0.0.0/33' } }),
    within({ ipBlock: { cidr: '10.0.0.0/32' } }),
  ),
  invalid(
    `${at}.ipBlock.except[0]`,
    'must be a CIDR',
    NOT_A_RANGE,
    within({ ipBlock: { cidr: '::/0', except: ['::'] } }),
    within({ ipBlock: { cidr: '::/0', except: ['::/1'] } }),
  ),
  invalid(
    `${at}.ipBlock.except[0]`,
    'must be a part of the range',
    'must be a strict subset of `cidr`',
    within({ ipBlock: { cidr: '10.0.0.0/8', except: ['10.0.0.0/8'] } }),
    within({ ipBlock: { cidr: '10.0.0.0/8', except: ['10.0.0.0/9'] } }),
  ),
]

export const networkPolicyRules = rulesOfObject({
  type: 'NetworkPolicy',
  version: networkPolicy.storageVersion,
  at: 'spec',
  object: (spec) => ({ spec }),
  examples: [
    oneOf(
      'ingress[0].ports[0].protocol',
      PROTOCOLS,
      ports({ protocol: 'ICMP' }),
      ports({ protocol: 'SCTP' }),
    ),
    between(1, 65535, 'ingress[0].ports[0].port', ports({ port: 0 }), ports({ port: 65535 })),
    follows('ingress[0].ports[0].port', portName, ports({ port: 'a--b' }), ports({ port: 'a-b' })),
    invalid(
      'ingress[0].ports[0].endPort',
      'must not be lower than the first port',
      'must be greater than or equal to `port`',
      ports({ port: 80, endPort: 79 }),
      ports({ port: 80, endPort: 80 }),
    ),
    between(
      1,
      65535,
      'ingress[0].ports[0].endPort',
      ports({ port: 80, endPort: 65536 }),
      ports({ port: 80, endPort: 65535 }),
    ),
    invalid(
      'ingress[0].ports[0].endPort',
      'must not be set with a port by name',
      'may not be specified when `port` is non-numeric',
      ports({ port: 'http', endPort: 80 }),
      ports({ port: 'http' }),
    ),
    invalid(
      'ingress[0].ports[0].endPort',
      'must not be set without a port',
      'may not be specified when `port` is not specified',
      ports({ endPort: 80 }),
      ports({}),
    ),
    ...peerExamples('ingress[0].from[0]', (peer) => ({ ingress: [{ from: [peer] }] })),
    ...peerExamples('egress[0].to[0]', (peer) => ({ egress: [{ to: [peer] }] })),
    oneOf('policyTypes[0]', POLICY_TYPES, { policyTypes: ['Sideways'] }, { policyTypes: ['Egress'] }),
    invalid(
      'policyTypes',
      'must be at most two',
      'may not specify more than two policyTypes',
      { policyTypes: ['Ingress', 'Egress', 'Ingress'] },
      { policyTypes: ['Ingress', 'Egress'] },
    ),
  ],
})
