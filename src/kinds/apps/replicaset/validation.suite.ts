import { FieldErrors } from '../../../meta/field-errors.js'
import { notNegative, type RuleTable } from '../../../meta/rule-examples.suite.js'
import { replicaCountExamples } from '../../shared/replica-count-rules.suite.js'
import {
  judgeSpec,
  selectedTemplateExamples,
  usableSelectorExamples,
} from '../../shared/workload-rules.suite.js'
import { replicaset } from './index.js'
import { validateReplicaSetStatus } from './validation.js'

export const replicaSetRules: RuleTable = {
  type: 'ReplicaSet',
  at: 'spec',
  judge: judgeSpec(replicaset.storageVersion),
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
  judge(status) {
    const errors = new FieldErrors()
    const object = replicaset.storageVersion.decode({ status })
    validateReplicaSetStatus(object, object, errors)
    return errors.all
  },
  examples: [
    ...replicaCountExamples('fullyLabeledReplicas'),
    notNegative('observedGeneration', { observedGeneration: -1 }, { observedGeneration: 0 }),
  ],
}
