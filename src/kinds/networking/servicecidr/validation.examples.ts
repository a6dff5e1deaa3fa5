import { validateNew } from '#kinds/example-objects.fixture.js'
import { invalid, type RuleTable, required } from '#meta/rule-examples.fixture.js'
import { serviceCIDR } from './index.js'

const cidrs = (...cidrs: string[]) => ({ cidrs })
const FOUR = '10.0.0.0/8'
const SIX = '2001:db8::/64'

export const serviceCIDRRules: RuleTable = {
  type: 'ServiceCIDR',
  at: 'spec',
  validate: (spec) => validateNew(serviceCIDR.storageVersion, { spec }),
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
      'may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/96',
      cidrs(FOUR, FOUR),
      cidrs(SIX, FOUR),
    ),
    invalid(
      'cidrs[0]',
      'must be a CIDR',
      'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
      cidrs('ten'),
      cidrs(SIX),
    ),
  ],
}
