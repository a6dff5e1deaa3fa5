import { validateNew } from '#kinds/example-objects.fixture.js'
import { given, invalid, type RuleTable } from '#meta/rule-examples.fixture.js'
import { cluster } from './index.js'

const ranges = (...list: string[]) => ({
  serverAddressByClientCIDRs: list.map((clientCIDR) => ({ clientCIDR, serverAddress: 'a' })),
})

export const clusterRules: RuleTable = {
  type: 'Cluster',
  at: 'spec',
  validate: (spec) => validateNew(cluster.storageVersion, { spec }),
  examples: [
    given('serverAddressByClientCIDRs', ranges(), ranges('')),
    invalid(
      'serverAddressByClientCIDRs[1].clientCIDR',
      'must be a CIDR',
      'must be a valid CIDR: invalid CIDR address: 10.0.0.0/33',
      ranges('::/0', '10.0.0.0/33'),
      ranges('::/128', '10.0.0.0/32'),
    ),
  ],
}
