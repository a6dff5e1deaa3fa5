import { template, validateNew } from '#kinds/example-objects.fixture.js'
import { percent } from '#kinds/shared/formats.js'
import { FieldErrors } from '#meta/field-errors.js'
import {
  type Body,
  follows,
  forbidden,
  given,
  invalid,
  notNegative,
  oneOf,
  type RuleExample,
  type RuleTable,
} from '#meta/rule-examples.fixture.js'
import { statefulSet } from './index.js'
import { validateStatefulSetStatus, validateStatefulSetUpdate } from './validation.js'

const SELECTOR = { matchLabels: { app: 'web' } }
const rolling = (rollingUpdate: Body) => ({ updateStrategy: { rollingUpdate } })
const retaining = (policy: Body) => ({ persistentVolumeClaimRetentionPolicy: policy })
const LIMIT = 'updateStrategy.rollingUpdate.maxUnavailable'

export const statefulSetRules: RuleTable = {
  type: 'StatefulSet',
  at: 'spec',
  validate: (spec) =>
    validateNew(statefulSet.storageVersion, { spec: { selector: SELECTOR, template: template(), ...spec } }),
  examples: [
    invalid(
      'podManagementPolicy',
      'must be OrderedReady or Parallel',
      "must be 'OrderedReady' or 'Parallel'",
      { podManagementPolicy: 'Chaos' },
      { podManagementPolicy: 'Parallel' },
    ),
    invalid(
      'updateStrategy',
      'must be of type RollingUpdate or OnDelete',
      "must be 'RollingUpdate' or 'OnDelete'",
      { updateStrategy: { type: 'Recreate' } },
      { updateStrategy: { type: 'OnDelete' } },
    ),
    invalid(
      'updateStrategy.rollingUpdate',
      'must not be set with OnDelete',
      "only allowed for updateStrategy 'RollingUpdate'",
      { updateStrategy: { type: 'OnDelete', rollingUpdate: {} } },
      { updateStrategy: { type: 'RollingUpdate', rollingUpdate: {} } },
    ),
    notNegative(
      'updateStrategy.rollingUpdate.partition',
      rolling({ partition: -1 }),
      rolling({ partition: 0 }),
    ),
    follows(LIMIT, percent, rolling({ maxUnavailable: 'few' }), rolling({ maxUnavailable: '5%' }), [LIMIT]),
    notNegative(LIMIT, rolling({ maxUnavailable: -1 }), rolling({ maxUnavailable: 1 })),
    invalid(
      LIMIT,
      'must not be 0: no pod could be replaced',
      'cannot be 0',
      rolling({ maxUnavailable: '0%' }),
      rolling({ maxUnavailable: '1%' }),
    ),
    invalid(
      LIMIT,
      'must not be more than 100%',
      'must not be greater than 100%',
      rolling({ maxUnavailable: '101%' }),
      rolling({ maxUnavailable: '100%' }),
    ),
    ...['whenDeleted', 'whenScaled'].map((event) =>
      oneOf(
        `persistentVolumeClaimRetentionPolicy.${event}`,
        ['Retain', 'Delete'],
        retaining({ [event]: 'Sell' }),
        retaining({ [event]: 'Delete' }),
      ),
    ),
    notNegative('replicas', { replicas: -1 }, { replicas: 0 }),
    notNegative('minReadySeconds', { minReadySeconds: -1 }, { minReadySeconds: 0 }),
    notNegative('ordinals.start', { ordinals: { start: -1 } }, { ordinals: { start: 0 } }),
    given('selector', { selector: null }, {}, ['template.metadata.labels']),
    invalid(
      'selector',
      'must not be empty',
      'empty selector is invalid for statefulset',
      { selector: {} },
      { selector: SELECTOR },
    ),
    invalid(
      'template.metadata.labels',
      'must match the selector',
      '`selector` does not match template `labels`',
      { selector: { matchLabels: { app: 'other' } } },
      { selector: SELECTOR },
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
      'activeDeadlineSeconds in StatefulSet is not Supported',
      { template: template({ activeDeadlineSeconds: 1 }) },
      {},
    ),
  ],
}

const LASTING =
  "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden"

const lasting = (after: Body): RuleExample =>
  forbidden('', `must not change ${Object.keys(after).join()}`, LASTING, after, { replicas: 2 })

export const statefulSetChangeRules: RuleTable = {
  type: 'StatefulSet',
  on: 'change',
  at: 'spec',
  validate(spec) {
    const errors = new FieldErrors()
    const { decode } = statefulSet.storageVersion
    validateStatefulSetUpdate(decode({ spec }), decode({ spec: {} }), errors)
    return errors.all
  },
  examples: [
    lasting({ selector: SELECTOR }),
    lasting({ serviceName: 'other' }),
    lasting({ podManagementPolicy: 'Parallel' }),
    lasting({ volumeClaimTemplates: [{ metadata: { name: 'data' } }] }),
  ],
}

const TOO_MANY = 'cannot be greater than status.replicas'
const PARTS = ['readyReplicas', 'currentReplicas', 'updatedReplicas'] as const

export const statefulSetStatusRules: RuleTable = {
  type: 'StatefulSet',
  on: 'status',
  at: 'status',
  validate(status) {
    const errors = new FieldErrors()
    const object = statefulSet.storageVersion.decode({ status })
    validateStatefulSetStatus(object, object, errors)
    return errors.all
  },
  examples: [
    notNegative('replicas', { replicas: -1 }, { replicas: 0 }, [...PARTS, 'availableReplicas']),
    notNegative('currentReplicas', { currentReplicas: -1 }, { currentReplicas: 0 }),
    notNegative('updatedReplicas', { updatedReplicas: -1 }, { updatedReplicas: 0 }),
    notNegative('readyReplicas', { readyReplicas: -1 }, { readyReplicas: 0 }, ['availableReplicas']),
    notNegative('availableReplicas', { availableReplicas: -1 }, { availableReplicas: 0 }),
    notNegative('observedGeneration', { observedGeneration: -1 }, { observedGeneration: 0 }),
    notNegative('collisionCount', { collisionCount: -1 }, { collisionCount: 0 }),
    ...PARTS.map((part) =>
      invalid(
        part,
        'must not be more than replicas',
        TOO_MANY,
        { replicas: 1, [part]: 2 },
        { replicas: 1, [part]: 1 },
      ),
    ),
    invalid(
      'availableReplicas',
      'must not be more than readyReplicas',
      'cannot be greater than status.readyReplicas',
      { replicas: 2, readyReplicas: 1, availableReplicas: 2 },
      { replicas: 2, readyReplicas: 2, availableReplicas: 2 },
    ),
  ],
}
