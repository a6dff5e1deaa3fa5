import { explicit, type Infer, list, optional, string, struct } from '#schema/type.js'

export const HostAlias = struct(
  'io.k8s.api.core.v1.HostAlias',
  'One line of the hosts file: an address and its names.',
  () => ({
    ip: optional(1, string, 'IP address that the names resolve to.', { mustBeGiven: true }),
    hostnames: optional(2, list(string), 'Host names that stand for the address.', { listType: 'atomic' }),
  }),
)
export interface HostAlias extends Infer<typeof HostAlias> {}

export const PodDNSConfigOption = struct(
  'io.k8s.api.core.v1.PodDNSConfigOption',
  'One option of the resolver configuration.',
  () => ({
    name: optional(1, string, 'Option name, such as ndots; must not be empty.'),
    value: explicit(2, string, 'Option value; absent for options that take none.'),
  }),
)
export interface PodDNSConfigOption extends Infer<typeof PodDNSConfigOption> {}

export const PodDNSConfig = struct('io.k8s.api.core.v1.PodDNSConfig', 'Resolver settings of a pod.', () => ({
  nameservers: optional(1, list(string), 'IP addresses of name servers to ask in addition.', {
    listType: 'atomic',
  }),
  searches: optional(2, list(string), 'Domains appended when looking up short host names.', {
    listType: 'atomic',
  }),
  options: optional(
    3,
    list(PodDNSConfigOption),
    'Resolver options; an entry overrides one of equal name from the DNS policy.',
    { listType: 'atomic' },
  ),
}))
export interface PodDNSConfig extends Infer<typeof PodDNSConfig> {}
