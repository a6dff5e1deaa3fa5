import { deployment } from '#kinds/apps/deployment/index.js'
import { template } from '#kinds/example-objects.fixture.js'
import { requiredSelectorExamples, validateSelectingSpecOf } from '#kinds/shared/workload/rules.examples.js'
import { forbidden, invalid, notNegative, type RuleTable } from '#meta/rule-examples.fixture.js'
import type { Deployment } from './schema.js'

const [, version] = deployment.versions

/** Only the rules that differ from the older version. */
export const deploymentRules: RuleTable = {
  type: 'Deployment of apps/v1',
  at: 'spec',
  validate: validateSelectingSpecOf<Deployment>(version),
  examples: [
    ...requiredSelectorExamples('deployment'),
    forbidden(
      'template.spec.activeDeadlineSeconds',
      'must not be set',
      'activeDeadlineSeconds in ReplicaSet is not Supported',
      { template: template({ activeDeadlineSeconds: 1 }) },
      {},
    ),
    notNegative('revisionHistoryLimit', { revisionHistoryLimit: -1 }, { revisionHistoryLimit: 0 }),
    invalid(
      'progressDeadlineSeconds',
      'must be greater than minReadySeconds',
      'must be greater than minReadySeconds',
      { progressDeadlineSeconds: 5, minReadySeconds: 5 },
      { progressDeadlineSeconds: 6, minReadySeconds: 5 },
    ),
  ],
}
