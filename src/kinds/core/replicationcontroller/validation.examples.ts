import { rulesOfObject, rulesOfStatus, rulesOfUpdate, template } from '#kinds/example-objects.fixture.js'
import { replicaCountExamples } from '#kinds/shared/workload/counts.examples.js'
import { forbidden, given, invalid, notNegative, oneOf } from '#meta/rule-examples.fixture.js'
import { replicationController } from './index.js'

const WITHOUT_LABELS = template({}, { labels: {} })

export const replicationControllerRules = rulesOfObject({
  type: 'ReplicationController',
  version: replicationController.storageVersion,
  at: 'spec',
  object: (spec) => ({ spec: { template: template(), ...spec } }),
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
})

const marked = (key: string) => ({
  metadata: { annotations: { [`non-convertible.kubernetes.io/${key}`]: 'x' } },
  spec: { template: template({}, { labels: { app: 'web', tier: 'a' } }) },
})

export const replicationControllerChangeRules = rulesOfUpdate({
  type: 'ReplicationController',
  version: replicationController.storageVersion,
  at: '',
  before: ({ key }) => marked(key as string),
  object: ({ key, ...spec }) => ({ ...marked(key as string), spec: { ...marked('').spec, ...spec } }),
  examples: [
    invalid(
      'spec.selector',
      'must stay if an old API could not hold it',
      'cannot update non-convertible selector',
      { key: 'the-selector', selector: { app: 'web' } },
      { key: 'the-selector', replicas: 2 },
    ),
    {
      field: 'other',
      rule: 'is not known as a field that an old API could not hold',
      error: 'notFound',
      detail: 'unknown non-convertible field',
      breaks: { key: 'other' },
      keeps: { key: 'the-selector' },
    },
  ],
})

export const replicationControllerStatusRules = rulesOfStatus({
  type: 'ReplicationController',
  version: replicationController.storageVersion,
  at: 'status',
  before: { spec: { template: template() } },
  object: (status) => status,
  examples: [
    ...replicaCountExamples('fullyLabeledReplicas'),
    notNegative('observedGeneration', { observedGeneration: -1 }, { observedGeneration: 0 }),
  ],
})
