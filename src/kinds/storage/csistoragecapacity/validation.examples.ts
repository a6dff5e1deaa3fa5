import { rulesOfObject, rulesOfUpdate } from '#kinds/example-objects.fixture.js'
import { qualifiedName, rfc1123Subdomain } from '#meta/formats.js'
import { fixed, follows, invalid, notNegative } from '#meta/rule-examples.fixture.js'
import { csiStorageCapacity } from './index.js'

const version = csiStorageCapacity.storageVersion
const nodes = (matchLabels: Record<string, string>) => ({ nodeTopology: { matchLabels } })

export const storageCapacityRules = rulesOfObject({
  type: 'CSIStorageCapacity',
  version,
  at: '',
  object: (part) => ({ storageClassName: 'fast', ...part }),
  examples: [
    invalid(
      'nodeTopology.matchLabels',
      'keys must match the format',
      qualifiedName,
      nodes({ 'a b': '' }),
      nodes({ zone: 'a' }),
    ),
    invalid(
      'nodeTopology.matchExpressions[0].operator',
      'must be In, NotIn, Exists or DoesNotExist',
      'not a valid selector operator',
      { nodeTopology: { matchExpressions: [{ key: 'zone', operator: 'Near' }] } },
      { nodeTopology: { matchExpressions: [{ key: 'zone', operator: 'Exists' }] } },
    ),
    follows('storageClassName', rfc1123Subdomain, { storageClassName: '' }, { storageClassName: 'a.b' }),
    notNegative('capacity', { capacity: '-1' }, { capacity: '0' }),
  ],
})

export const storageCapacityChangeRules = rulesOfUpdate({
  type: 'CSIStorageCapacity',
  version,
  at: '',
  before: { storageClassName: 'fast', ...nodes({ zone: 'a' }) },
  object: (part) => ({ storageClassName: 'fast', ...nodes({ zone: 'a' }), ...part }),
  examples: [
    fixed('nodeTopology', nodes({ zone: 'b' }), { capacity: '1Gi' }),
    fixed('storageClassName', { storageClassName: 'slow' }, { maximumVolumeSize: '1Gi' }),
  ],
})
