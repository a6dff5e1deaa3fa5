import { template, validateNew } from '#kinds/example-objects.fixture.js'
import { replicaCountExamples } from '#kinds/shared/workload/counts.examples.js'
import { validateReplicaStatus } from '#kinds/shared/workload/counts.js'
import { FieldErrors } from '#meta/field-errors.js'
import { forbidden, given, invalid, notNegative, oneOf, type RuleTable } from '#meta/rule-examples.fixture.js'
import { replicationController } from './index.js'

const WITHOUT_LABELS = template({}, { labels: {} })

export const replicationControllerRules: RuleTable = {
  type: 'ReplicationController',
  at: 'spec',
  validate: (spec) =>
    validateNew(replicationController.storageVersion, { spec: { template: template(), ...spec } }),
  examples: [
    notNegative('minReadySeconds', { minReadySeconds: -1 }, { minReadySeconds: 0 }),
    given('selector', { template: WITHOUT_LABELS }, {}),
    notNegative('replicas', { replicas: -1 }, { replicas: 0 }),
    given('template', { selector: { app: 'web' }, template: null }, {}),
    invalid(
      'template.metadata.labels',
      'must match the selector',
      '`selector` does not match template `labels`',
      { selector: { app: 'other' } },
      { selector: { app: 'web' } },
    ),
    oneOf(
      'template.spec.restartPolicy',
      ['Always'],
      { template: template({ restartPolicy: 'Never' }) },
      { template: template({ restartPolicy: 'Always' }) },
    ),
    forbidden(
      'template.spec.activeDeadlineSeconds',
      'must not be set',
      'activeDeadlineSeconds in ReplicationController is not Supported',
      { template: template({ activeDeadlineSeconds: 1 }) },
      {},
    ),
  ],
}

export const replicationControllerStatusRules: RuleTable = {
  type: 'ReplicationController',
  on: 'status',
  at: 'status',
  validate(status) {
    const errors = new FieldErrors()
    const object = replicationController.storageVersion.decode({ status })
    validateReplicaStatus(object, object, errors)
    return errors.all
  },
  examples: [
    ...replicaCountExamples('fullyLabeledReplicas'),
    notNegative('observedGeneration', { observedGeneration: -1 }, { observedGeneration: 0 }),
  ],
}
