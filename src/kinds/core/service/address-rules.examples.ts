import { rulesOfObject, rulesOfUpdate } from '#kinds/example-objects.fixture.js'
import { type Body, invalid, oneOf, unique } from '#meta/rule-examples.fixture.js'
import { service } from './index.js'
import { IP_FAMILIES, IP_FAMILY_POLICIES } from './schema.js'

const spec = (part: Body) => ({ ports: [{ port: 80 }], ...part })
const addresses = (...clusterIPs: string[]) => spec({ clusterIP: clusterIPs[0], clusterIPs })
const headless = (part: Body) => spec({ clusterIP: 'None', ...part })
const NOT_AN_ADDRESS = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'
const LAST_FAMILIES = { clusterIP: '10.96.0.9', clusterIPs: ['10.96.0.9'] }
const BOTH_FAMILIES = { ipFamilies: ['IPv4', 'IPv6'] }

/** These come before allocation, so they hide all other faults. */
export const serviceAddressRules = rulesOfObject({
  type: 'Service, before allocation',
  on: 'create',
  version: service.storageVersion,
  at: 'spec',
  object: (spec) => ({ spec }),
  examples: [
    invalid(
      'clusterIPs',
      'must begin with clusterIP',
      'first value must match `clusterIP`',
      spec({ clusterIP: '10.96.0.9', clusterIPs: ['10.96.0.8'] }),
      spec(LAST_FAMILIES),
    ),
    invalid(
      'clusterIPs',
      'must not be set without clusterIP',
      'must be empty when `clusterIP` is not specified',
      spec({ clusterIPs: ['10.96.0.9'] }),
      spec(LAST_FAMILIES),
    ),
    invalid(
      'clusterIPs',
      'must be None alone',
      "'None' must be the first and only value",
      addresses('None', '10.96.0.9'),
      addresses('None'),
    ),
    invalid(
      'clusterIPs[0]',
      'must be an IP address',
      NOT_AN_ADDRESS,
      addresses('ten'),
      addresses('10.96.0.9'),
    ),
    invalid(
      'clusterIPs',
      'must be at most two',
      'may only hold up to 2 values',
      addresses('10.96.0.9', '::1', '::2'),
      addresses('10.96.0.9'),
    ),
    invalid(
      'clusterIPs',
      'must be of different families',
      'may specify no more than one IP for each IP family',
      addresses('10.96.0.9', '10.96.0.8'),
      addresses('10.96.0.9'),
    ),
    invalid(
      'clusterIPs[0]',
      'must be of the family that is named for it',
      'expected an IPv6 value as indicated by `ipFamilies[0]`',
      spec({ ...LAST_FAMILIES, ipFamilies: ['IPv6'] }),
      spec({ ...LAST_FAMILIES, ipFamilies: ['IPv4'] }),
    ),
    oneOf('ipFamilies[0]', IP_FAMILIES, spec({ ipFamilies: ['IPv5'] }), spec({ ipFamilies: ['IPv4'] })),
    unique(
      'ipFamilies[1]',
      'must be unique',
      spec({ ipFamilies: ['IPv4', 'IPv4'] }),
      headless({ ipFamilies: ['IPv4', 'IPv6'] }),
    ),
    oneOf(
      'ipFamilyPolicy',
      IP_FAMILY_POLICIES,
      spec({ ipFamilyPolicy: 'Any' }),
      spec({ ipFamilyPolicy: 'SingleStack' }),
    ),
    invalid(
      'clusterIPs[0]',
      'must be of the family that is named for it',
      'expected an IPv4 value as indicated by `ipFamilies[0]`',
      { ...addresses('fd00::9'), ipFamilies: ['IPv4'] },
      { ...addresses('10.96.0.9'), ipFamilies: ['IPv4'] },
    ),
    invalid(
      'ipFamilyPolicy',
      'must allow two addresses if there are two',
      "must be 'RequireDualStack' or 'PreferDualStack' when multiple cluster IPs are specified",
      { ...addresses('10.96.0.9', 'fd00::9'), ipFamilyPolicy: 'SingleStack' },
      { ...addresses('10.96.0.9'), ipFamilyPolicy: 'SingleStack' },
      ['clusterIPs[1]'],
    ),
    invalid(
      'ipFamilyPolicy',
      'must allow two families if there are two',
      "must be 'RequireDualStack' or 'PreferDualStack' when multiple IP families are specified",
      headless({ ...BOTH_FAMILIES, ipFamilyPolicy: 'SingleStack' }),
      headless({ ...BOTH_FAMILIES, ipFamilyPolicy: 'PreferDualStack' }),
    ),
    invalid(
      'clusterIPs[1]',
      'must be of a family of the cluster',
      'IPv6 is not configured on this cluster',
      spec({
        clusterIP: '10.96.0.9',
        clusterIPs: ['10.96.0.9', 'fd00::9'],
        ipFamilyPolicy: 'PreferDualStack',
      }),
      addresses('10.96.0.9'),
    ),
    invalid(
      'ipFamilyPolicy',
      'must not require two families from a cluster of one',
      'this cluster is not configured for dual-stack services',
      spec({ ipFamilyPolicy: 'RequireDualStack' }),
      headless({ ipFamilyPolicy: 'RequireDualStack' }),
    ),
    invalid(
      'ipFamilies[0]',
      'must be a family of the cluster',
      'not configured on this cluster',
      spec({ ipFamilies: ['IPv6'] }),
      headless({ ipFamilies: ['IPv6'] }),
    ),
    invalid(
      'ports[1].nodePort',
      'must not be that of another port',
      'provided port is already allocated',
      {
        type: 'NodePort',
        ports: [
          { name: 'a', port: 80, nodePort: 30_001 },
          { name: 'b', port: 81, nodePort: 30_001 },
        ],
      },
      {
        type: 'NodePort',
        ports: [
          { name: 'a', port: 80, nodePort: 30_001 },
          { name: 'b', port: 80, protocol: 'UDP' },
        ],
      },
    ),
  ],
})

export const serviceAddressChangeRules = rulesOfUpdate({
  type: 'Service, before allocation',
  version: service.storageVersion,
  at: 'spec',
  before: () => ({ spec: headless({ ...BOTH_FAMILIES, ipFamilyPolicy: 'PreferDualStack' }) }),
  object: (part) => ({ spec: headless(part) }),
  examples: [
    invalid(
      'ipFamilyPolicy',
      'must be SingleStack to release the second family',
      "must be 'SingleStack' to release the secondary IP family",
      { ipFamilies: ['IPv4'], ipFamilyPolicy: 'PreferDualStack' },
      { ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack' },
    ),
  ],
})
