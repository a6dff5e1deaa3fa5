import { rulesOfCreate, rulesOfUpdate } from '#kinds/example-objects.fixture.js'
import { fixed, invalid, required } from '#meta/rule-examples.fixture.js'
import { serviceCIDR } from './index.js'

const version = serviceCIDR.storageVersion
const cidrs = (...cidrs: string[]) => ({ cidrs })
const FOUR = '10.0.0.0/8'
const SIX = '2001:db8::/64'

const oddRange = (text: string, rule: string, detail: string, keeps: string) =>
  invalid('cidrs[0]', rule, detail, cidrs(text), cidrs(keeps))

export const serviceCIDRRules = rulesOfCreate({
  type: 'ServiceCIDR',
  version,
  at: 'spec',
  object: (spec) => ({ spec }),
  examples: [
    required('cidrs', 'must have a range', 'at least one CIDR required', cidrs(), cidrs(FOUR)),
    invalid(
      'cidrs',
      'must have at most two ranges',
      'may only hold up to 2 values',
      cidrs(FOUR, SIX, FOUR),
      cidrs(FOUR, SIX),
    ),
    invalid(
      'cidrs',
      'must have one range for each family',
      'may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64',
      cidrs(FOUR, '11.0.0.0/8'),
      cidrs(SIX, FOUR),
    ),
    oddRange('ten', 'must be a CIDR', 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)', SIX),
    oddRange(
      '10.01.0.0/16',
      'must not have leading zeros',
      'must not have leading 0s in IP or prefix length',
      '10.1.0.0/16',
    ),
    oddRange(
      '::ffff:10.0.0.0/104',
      'must not have an IPv4-mapped address',
      'must not have an IPv4-mapped IPv6 address',
      FOUR,
    ),
    oddRange(
      '10.0.0.1/8',
      'must not have bits beyond the prefix',
      'must not have bits set beyond the prefix length',
      FOUR,
    ),
    oddRange(
      '2001:DB8::/64',
      'must have the canonical form',
      'must be in canonical form ("2001:db8::/64")',
      SIX,
    ),
  ],
})

const changes = (before: readonly string[]) => ({
  type: 'ServiceCIDR',
  version,
  at: 'spec',
  before: { spec: { cidrs: before } },
  object: (spec: object) => ({ spec }),
})

export const serviceCIDRChangeRules = rulesOfUpdate({
  ...changes([FOUR]),
  examples: [
    fixed('cidrs[0]', cidrs('11.0.0.0/8'), cidrs(FOUR)),
    fixed('cidrs[0]', cidrs(SIX, FOUR), cidrs(FOUR, SIX)),
    invalid(
      'cidrs',
      'must have one range for each family',
      'may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64',
      cidrs(FOUR, '11.0.0.0/8'),
      cidrs(FOUR, SIX),
    ),
  ],
})

export const serviceCIDRCountRules = rulesOfUpdate({
  ...changes([FOUR, SIX]),
  examples: [{ ...fixed('cidrs', cidrs(FOUR), cidrs(FOUR, SIX)), rule: 'must not be removed' }],
})
