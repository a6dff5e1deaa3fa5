import {
  isDnsZone,
  isFederationName,
  isFederationNamespace,
  isMemberAddress,
  MIN_PROBE_INTERVAL_MS,
  parseListenAddress,
  type ServerConfig,
} from '#server/config.js'
import { formatDuration, parseDuration } from '#util/text/duration.js'
import { orEmpty } from './expect-options.js'
import { listThat, numberThat, orNone, type ServerOptionTable, stringThat, switchOption } from './option.js'

type FederationKey =
  | 'federation'
  | 'federationNamespace'
  | 'clusterProbeIntervalMs'
  | 'federationAllowedAddresses'
  | 'federationSearchMiB'
  | 'dnsListen'
  | 'dnsZone'
  | 'federationName'

/** Options of a federation host. */
export const FEDERATION_OPTIONS: ServerOptionTable<Pick<ServerConfig, FederationKey>> = {
  federation: switchOption(
    '--federation',
    'run the federation controllers: probe registered clusters and propagate objects to them',
  ),
  federationNamespace: {
    flag: '--federation-namespace',
    placeholder: '<name>',
    hasVariable: true,
    help: 'namespace of the Secrets with the credentials of clusters',
    expected: 'the name of a namespace',
    parse: (text) => (isFederationNamespace(text) ? text : undefined),
    format: String,
    value: stringThat('the name of a namespace', isFederationNamespace),
  },
  clusterProbeIntervalMs: {
    flag: '--cluster-probe-interval',
    placeholder: '<duration>',
    hasVariable: true,
    help: 'how often clusters are probed',
    expected: `a duration of at least ${formatDuration(MIN_PROBE_INTERVAL_MS)}, such as 10s or 1m`,
    parse: parseProbeInterval,
    format: formatDuration,
    value: numberThat(
      `a whole number of milliseconds from ${MIN_PROBE_INTERVAL_MS} on`,
      (milliseconds) => milliseconds >= MIN_PROBE_INTERVAL_MS,
    ),
  },
  federationAllowedAddresses: {
    flag: '--federation-allow-address',
    placeholder: '<address,…>',
    hasVariable: true,
    isRepeatable: true,
    help: 'link-local or metadata addresses or CIDRs that clusters may use nevertheless',
    expected: 'one or more addresses, or ranges such as 169.254.0.0/16, separated by commas',
    parse: parseAddresses,
    format: (addresses) => orNone(addresses.join(',')),
    value: listThat('addresses, or ranges such as 169.254.0.0/16', isMemberAddress),
  },
  federationSearchMiB: {
    flag: '--federation-search-memory',
    placeholder: '<MiB>',
    hasVariable: true,
    help: 'memory for the objects that searches over all clusters keep, in MiB',
    expected: 'a whole number from 1 on',
    parse: (text) => (/^[1-9][0-9]{0,6}$/.test(text) ? Number(text) : undefined),
    format: String,
    value: numberThat('a whole number from 1 on', (megabytes) => megabytes >= 1),
  },
  dnsListen: {
    flag: '--dns-listen',
    placeholder: '<address:port>',
    hasVariable: true,
    help: 'address and port for DNS, UDP and TCP: serves the names of federated services',
    expected: 'an IP address and a port such as 127.0.0.1:53 or [::1]:53',
    parse: (text) => (parseListenAddress(text) === undefined ? undefined : text),
    format: orNone,
    value: orEmpty(stringThat('an IP address and a port', (text) => parseListenAddress(text) !== undefined)),
  },
  dnsZone: {
    flag: '--dns-zone',
    placeholder: '<domain>',
    hasVariable: true,
    help: 'domain of these names, with --dns-listen',
    expected: 'a domain such as example.com',
    parse: (text) => (isDnsZone(text) ? text : undefined),
    format: orNone,
    value: orEmpty(stringThat('a domain such as example.com', isDnsZone)),
  },
  federationName: {
    flag: '--federation-name',
    placeholder: '<name>',
    hasVariable: true,
    help: 'name of the federation within these names',
    expected: 'a DNS label such as federation',
    parse: (text) => (isFederationName(text) ? text : undefined),
    format: String,
    value: stringThat('a DNS label such as federation', isFederationName),
  },
}

function parseProbeInterval(text: string): number | undefined {
  const interval = parseDuration(text)
  return interval !== undefined && interval >= MIN_PROBE_INTERVAL_MS ? interval : undefined
}

function parseAddresses(text: string): readonly string[] | undefined {
  const addresses = text.split(',').map((address) => address.trim())
  return addresses.every(isMemberAddress) ? addresses : undefined
}
