import type { ServerConfig } from '#server/config.js'
import { STRING, STRINGS } from './expect-options.js'
import type { ServerOptionTable } from './option.js'

type NetworkKey = 'serviceClusterIpRange' | 'serviceNodePortRange'

/** The ranges that services are allocated from. `serviceNetworkError` checks the values. */
export const NETWORK_OPTIONS: ServerOptionTable<Pick<ServerConfig, NetworkKey>> = {
  serviceClusterIpRange: {
    flag: '--service-cluster-ip-range',
    placeholder: '<cidr,…>',
    hasVariable: true,
    help: 'range of cluster IPs of services, or one of each IP family',
    expected: 'a range such as 10.96.0.0/12, or two of both IP families, separated by commas',
    parse: (text) => text.split(',').map((range) => range.trim()),
    format: (ranges) => ranges.join(','),
    value: STRINGS,
  },
  serviceNodePortRange: {
    flag: '--service-node-port-range',
    placeholder: '<first-last>',
    hasVariable: true,
    help: 'range of node ports of services',
    expected: 'a range of ports such as 30000-32767',
    parse: (text) => text,
    format: String,
    value: STRING,
  },
}
