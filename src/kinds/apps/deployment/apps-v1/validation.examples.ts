import { deployment } from '#kinds/apps/deployment/index.js'
import { strategyExamples } from '#kinds/apps/deployment/strategy.examples.js'
import { currentVersion, rulesOfObject, rulesOfStatus } from '#kinds/example-objects.fixture.js'
import { replicaCountExamples } from '#kinds/shared/workload/counts.examples.js'
import {
  currentTemplateExamples,
  requiredSelectorExamples,
  selectingWorkload,
} from '#kinds/shared/workload/rules.examples.js'
import { invalid, notNegative } from '#meta/rule-examples.fixture.js'

const version = currentVersion(deployment)

export const deploymentRules = rulesOfObject({
  type: 'Deployment of apps/v1',
  version,
  at: 'spec',
  object: selectingWorkload,
  examples: [
    notNegative('replicas', { replicas: -1 }, { replicas: 0 }),
    ...requiredSelectorExamples,
    ...currentTemplateExamples('deployment', 'ReplicaSet'),
    ...strategyExamples,
    notNegative('progressDeadlineSeconds', { progressDeadlineSeconds: -1 }, { progressDeadlineSeconds: 1 }, [
      'progressDeadlineSeconds',
    ]),
    invalid(
      'progressDeadlineSeconds',
      'must be greater than minReadySeconds',
      'must be greater than minReadySeconds',
      { progressDeadlineSeconds: 5, minReadySeconds: 5 },
      { progressDeadlineSeconds: 6, minReadySeconds: 5 },
    ),
  ],
})

/** The status is the same in all versions. */
export const deploymentStatusRules = rulesOfStatus({
  type: 'Deployment',
  version,
  at: 'status',
  before: ({ before = {} }) => ({ ...selectingWorkload(), status: before }),
  object: ({ before: _, ...status }) => status,
  examples: [
    notNegative('observedGeneration', { observedGeneration: -1 }, { observedGeneration: 0 }),
    notNegative('unavailableReplicas', { unavailableReplicas: -1 }, { unavailableReplicas: 1 }),
    notNegative('collisionCount', { collisionCount: -1 }, { collisionCount: 0 }),
    ...replicaCountExamples('updatedReplicas'),
    invalid(
      'collisionCount',
      'must not decrease or be removed',
      'cannot be decremented',
      { before: { collisionCount: 1 } },
      { collisionCount: 1, before: { collisionCount: 1 } },
    ),
  ],
})
