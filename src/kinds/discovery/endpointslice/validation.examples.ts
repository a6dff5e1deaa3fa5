import { rulesOfObject, rulesOfUpdate } from '#kinds/example-objects.fixture.js'
import { labelValue, qualifiedName, rfc1123Label, rfc1123Subdomain } from '#meta/formats.js'
import {
  type Body,
  fixed,
  follows,
  given,
  invalid,
  oneOf,
  required,
  tooMany,
  unique,
} from '#meta/rule-examples.fixture.js'
import { endpointSlice } from './index.js'
import { ADDRESS_TYPES, PROTOCOLS } from './schema.js'

const slice = (part: Body) => ({ addressType: 'IPv4', endpoints: [], ...part })
const endpoint = (part: Body) => slice({ endpoints: [{ addresses: ['10.1.2.3'], ...part }] })
const address = (addressType: string, address: string) =>
  slice({ addressType, endpoints: [{ addresses: [address] }] })
const ports = (...ports: Body[]) => slice({ ports })
const many = <T>(count: number, value: T) => Array.from({ length: count }, () => value)
const zones = (count: number) => ({
  forZones: Array.from({ length: count }, (_, at) => ({ name: `z${at}` })),
})

export const endpointSliceRules = rulesOfObject({
  type: 'EndpointSlice',
  version: endpointSlice.storageVersion,
  at: '',
  object: (body) => body,
  examples: [
    given('addressType', slice({ addressType: '' }), slice({})),
    oneOf('addressType', ADDRESS_TYPES, slice({ addressType: 'IP' }), slice({ addressType: 'FQDN' })),
    tooMany('ports', 20_000, ports(...many(20_001, {})), ports({})),
    follows('ports[0].name', rfc1123Label, ports({ name: 'A' }), ports({ name: 'a' })),
    unique('ports[1].name', 'must be unique', ports({}, {}), ports({}, { name: 'a' })),
    oneOf('ports[0].protocol', PROTOCOLS, ports({ protocol: 'XYZ' }), ports({ protocol: 'UDP' })),
    follows(
      'ports[0].appProtocol',
      qualifiedName,
      ports({ appProtocol: 'a b' }),
      ports({ appProtocol: 'a/b' }),
    ),
    tooMany(
      'endpoints',
      1000,
      slice({ endpoints: many(1001, { addresses: ['10.1.2.3'] }) }),
      slice({ endpoints: many(1000, { addresses: ['10.1.2.3'] }) }),
    ),
    required(
      'endpoints[0].addresses',
      'must have an address',
      'must contain at least 1 address',
      endpoint({ addresses: [] }),
      endpoint({}),
    ),
    tooMany(
      'endpoints[0].addresses',
      100,
      endpoint({ addresses: many(101, '10.1.2.3') }),
      endpoint({ addresses: many(100, '10.1.2.3') }),
    ),
    invalid(
      'endpoints[0].addresses[0]',
      'must be an IP address',
      'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
      address('IPv4', 'here'),
      address('IPv4', '10.1.2.3'),
    ),
    invalid(
      'endpoints[0].addresses',
      'must be of the type of the slice',
      'must be an IPv6 address',
      address('IPv6', '10.1.2.3'),
      address('IPv6', '2001:db8::1'),
    ),
    invalid(
      'endpoints[0].addresses',
      'must be of the type of the slice',
      'must be an IPv4 address',
      address('IPv4', '2001:db8::1'),
      address('IPv4', '010.1.2.3'),
    ),
    ...(
      [
        ['2001:db8::x', 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'],
        ['::10.1.2.03', 'must not have leading 0s'],
        ['::ffff:10.1.2.3', 'must not be an IPv4-mapped IPv6 address'],
        ['2001:DB8::1', 'must be in canonical form ("2001:db8::1")'],
      ] as const
    ).map(([text, message]) =>
      invalid(
        'endpoints[0].addresses[0]',
        'must be canonical, if it is an IPv6 address',
        message,
        address('IPv6', text),
        address('IPv6', '2001:db8::1'),
      ),
    ),
    given('endpoints[0].addresses[0]', address('FQDN', ''), address('FQDN', 'a.b')),
    invalid(
      'endpoints[0].addresses[0]',
      'must be a DNS subdomain in a slice of names',
      rfc1123Subdomain('A.b').join(','),
      address('FQDN', 'A.b'),
      address('FQDN', 'a.b'),
    ),
    invalid(
      'endpoints[0].addresses[0]',
      'must have short parts in a slice of names',
      'must be no more than 63 characters',
      address('FQDN', `a.${'b'.repeat(64)}`),
      address('FQDN', `a.${'b'.repeat(63)}`),
    ),
    invalid(
      'endpoints[0].addresses[0]',
      'must be a full name in a slice of names',
      'should be a domain with at least two segments separated by dots',
      address('FQDN', 'web'),
      address('FQDN', 'web.example.'),
    ),
    ...(
      [
        ['0.0.0.0', 'may not be unspecified (0.0.0.0)'],
        ['127.0.0.1', 'may not be in the loopback range (127.0.0.0/8, ::1/128)'],
        ['169.254.1.1', 'may not be in the link-local range (169.254.0.0/16, fe80::/10)'],
        ['224.0.0.1', 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)'],
      ] as const
    ).map(([special, message]) =>
      invalid(
        'endpoints[0].addresses[0]',
        'must be an address of a host',
        message,
        address('IPv4', special),
        address('IPv4', '224.0.1.1'),
      ),
    ),
    follows(
      'endpoints[0].nodeName',
      rfc1123Subdomain,
      endpoint({ nodeName: 'A' }),
      endpoint({ nodeName: 'a' }),
    ),
    follows('endpoints[0].hostname', rfc1123Label, endpoint({ hostname: 'A' }), endpoint({ hostname: 'a' })),
    tooMany('endpoints[0].hints.forZones', 8, endpoint({ hints: zones(9) }), endpoint({ hints: zones(8) })),
    unique(
      'endpoints[0].hints.forZones[1].name',
      'must be unique',
      endpoint({ hints: { forZones: [{ name: 'a' }, { name: 'a' }] } }),
      endpoint({ hints: { forZones: [{ name: 'a' }, { name: 'b' }] } }),
    ),
    follows(
      'endpoints[0].hints.forZones[0].name',
      labelValue,
      endpoint({ hints: { forZones: [{ name: 'a b' }] } }),
      endpoint({ hints: { forZones: [{ name: 'a' }] } }),
    ),
  ],
})

export const endpointSliceChangeRules = rulesOfUpdate({
  type: 'EndpointSlice',
  version: endpointSlice.storageVersion,
  at: '',
  before: slice({}),
  object: slice,
  examples: [fixed('addressType', { addressType: 'IPv6' }, { addressType: 'IPv4' })],
})
