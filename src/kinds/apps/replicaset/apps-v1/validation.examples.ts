import { replicaSet } from '#kinds/apps/replicaset/index.js'
import { currentVersion, rulesOfObject, rulesOfStatus } from '#kinds/example-objects.fixture.js'
import { replicaCountExamples } from '#kinds/shared/workload/counts.examples.js'
import {
  currentTemplateExamples,
  requiredSelectorExamples,
  selectingWorkload,
} from '#kinds/shared/workload/rules.examples.js'
import { notNegative } from '#meta/rule-examples.fixture.js'

const version = currentVersion(replicaSet)

export const replicaSetRules = rulesOfObject({
  type: 'ReplicaSet of apps/v1',
  version,
  at: 'spec',
  object: selectingWorkload,
  examples: [
    notNegative('replicas', { replicas: -1 }, { replicas: 0 }),
    notNegative('minReadySeconds', { minReadySeconds: -1 }, { minReadySeconds: 0 }),
    ...requiredSelectorExamples,
    ...currentTemplateExamples('deployment', 'ReplicaSet'),
  ],
})

/** The status is the same in all versions. */
export const replicaSetStatusRules = rulesOfStatus({
  type: 'ReplicaSet',
  version,
  at: 'status',
  before: selectingWorkload(),
  object: (status) => status,
  examples: [
    ...replicaCountExamples('fullyLabeledReplicas'),
    notNegative('observedGeneration', { observedGeneration: -1 }, { observedGeneration: 0 }),
  ],
})
