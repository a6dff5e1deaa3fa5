import { replicaSet } from '#kinds/apps/replicaset/index.js'
import { replicaCountExamples } from '#kinds/shared/workload/counts.examples.js'
import { validateReplicaStatus } from '#kinds/shared/workload/counts.js'
import {
  selectedTemplateExamples,
  usableSelectorExamples,
  validateSpecOf,
} from '#kinds/shared/workload/rules.examples.js'
import { FieldErrors } from '#meta/field-errors.js'
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

export const replicaSetStatusRules: RuleTable = {
  type: 'ReplicaSet',
  on: 'status',
  at: 'status',
  validate(status) {
    const errors = new FieldErrors()
    const object = replicaSet.storageVersion.decode({ status })
    validateReplicaStatus(object, object, errors)
    return errors.all
  },
  examples: [
    ...replicaCountExamples('fullyLabeledReplicas'),
    notNegative('terminatingReplicas', { terminatingReplicas: -1 }, { terminatingReplicas: 1 }),
    notNegative('observedGeneration', { observedGeneration: -1 }, { observedGeneration: 0 }),
  ],
}
