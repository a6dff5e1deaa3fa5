import { rulesOfObject } from '#kinds/example-objects.fixture.js'
import { qualifiedName, rfc1123Label, rfc1123Subdomain } from '#meta/formats.js'
import { type Body, between, follows, given, invalid, oneOf, required } from '#meta/rule-examples.fixture.js'
import { endpoints } from './index.js'

const IP = '10.1.2.3'
const address = (part: Body) => ({ addresses: [{ ip: IP, ...part }] })
const port = (part: Body) => ({ ...address({}), ports: [{ port: 80, ...part }] })
const banned = (ip: string, message: string) =>
  invalid('addresses[0].ip', 'must be a routable address', message, address({ ip }), address({}))

export const endpointsRules = rulesOfObject({
  type: 'EndpointSubset',
  version: endpoints.storageVersion,
  at: 'subsets[0]',
  object: (subset) => ({ subsets: [subset] }),
  examples: [
    required('', 'must have addresses', 'must specify `addresses` or `notReadyAddresses`', {}, address({})),
    invalid(
      'addresses[0].ip',
      'must be an IP address',
      'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
      address({ ip: 'web' }),
      address({ ip: '010.1.2.3' }),
      ['addresses[0].ip'],
    ),
    banned('0.0.0.0', 'may not be unspecified (0.0.0.0)'),
    banned('::1', 'may not be in the loopback range (127.0.0.0/8, ::1/128)'),
    banned('169.254.1.1', 'may not be in the link-local range (169.254.0.0/16, fe80::/10)'),
    banned('224.0.0.1', 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)'),
    follows('addresses[0].hostname', rfc1123Label, address({ hostname: 'A' }), address({ hostname: 'a' })),
    follows(
      'addresses[0].nodeName',
      rfc1123Subdomain,
      address({ nodeName: 'A' }),
      address({ nodeName: 'a' }),
    ),
    given(
      'ports[0].name',
      { ...address({}), ports: [{ port: 80 }, { port: 81, name: 'b' }] },
      {
        ...address({}),
        ports: [
          { port: 80, name: 'a' },
          { port: 81, name: 'b' },
        ],
      },
    ),
    follows('ports[0].name', rfc1123Label, port({ name: 'A' }), port({ name: 'a' })),
    between(1, 65535, 'ports[0].port', port({ port: 0 }), port({ port: 65535 })),
    oneOf('ports[0].protocol', ['SCTP', 'TCP', 'UDP'], port({ protocol: 'IP' }), port({ protocol: 'UDP' })),
    follows(
      'ports[0].appProtocol',
      qualifiedName,
      port({ appProtocol: 'a b' }),
      port({ appProtocol: 'a/b' }),
    ),
  ],
})
