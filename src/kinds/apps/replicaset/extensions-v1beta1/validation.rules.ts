import { FieldErrors } from '../../../../meta/field-errors.js'
import { notNegative, type RuleTable } from '../../../../meta/rule-examples.fixture.js'
import { replicaCountExamples } from '../../../shared/replica-count-rules.rules.js'
import {
  selectedTemplateExamples,
  usableSelectorExamples,
  validateSpecOf,
} from '../../../shared/workload-rules.rules.js'
import { replicaSet } from '../index.js'
import { validateReplicaSetStatus } from '../status-rules.js'

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
    validateReplicaSetStatus(object, object, errors)
    return errors.all
  },
  examples: [
    ...replicaCountExamples('fullyLabeledReplicas'),
    notNegative('terminatingReplicas', { terminatingReplicas: -1 }, { terminatingReplicas: 1 }),
    notNegative('observedGeneration', { observedGeneration: -1 }, { observedGeneration: 0 }),
  ],
}
