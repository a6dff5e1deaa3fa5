import { forbidden, type RuleTable } from '../../../../meta/rule-examples.fixture.js'
import { template } from '../../../example-objects.fixture.js'
import { requiredSelectorExamples, validateSelectingSpecOf } from '../../../shared/workload-rules.rules.js'
import { replicaset } from '../index.js'
import type { ReplicaSet } from './schema.js'

const [, version] = replicaset.versions

/** Where they differ from those of the older version. */
export const replicaSetRules: RuleTable = {
  type: 'ReplicaSet of apps/v1',
  at: 'spec',
  validate: validateSelectingSpecOf<ReplicaSet>(version),
  examples: [
    ...requiredSelectorExamples('deployment'),
    forbidden(
      'template.spec.activeDeadlineSeconds',
      'must not be set',
      'activeDeadlineSeconds in ReplicaSet is not Supported',
      { template: template({ activeDeadlineSeconds: 1 }) },
      {},
    ),
  ],
}
