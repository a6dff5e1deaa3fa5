import { replicaSet } from '#kinds/apps/replicaset/index.js'
import { template } from '#kinds/example-objects.fixture.js'
import { requiredSelectorExamples, validateSelectingSpecOf } from '#kinds/shared/workload/rules.examples.js'
import { forbidden, type RuleTable } from '#meta/rule-examples.fixture.js'
import type { ReplicaSet } from './schema.js'

const [, version] = replicaSet.versions

/** Only the rules that differ from the older version. */
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
