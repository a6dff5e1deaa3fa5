import { replicaSet } from '#kinds/apps/replicaset/index.js'
import {
  selectedTemplateExamples,
  usableSelectorExamples,
  validateSpecOf,
} from '#kinds/shared/workload/rules.examples.js'
import { notNegative, type RuleTable } from '#meta/rule-examples.fixture.js'

export const replicaSetRules: RuleTable = {
  type: 'ReplicaSet',
  at: 'spec',
  validate: validateSpecOf(replicaSet.storageVersion),
  examples: [
    notNegative('replicas', { replicas: -1 }, { replicas: 0 }),
    notNegative('minReadySeconds', { minReadySeconds: -1 }, { minReadySeconds: 0 }),
    ...usableSelectorExamples,
    ...selectedTemplateExamples('deployment', { replicas: 2 }),
  ],
}
