import { deployment } from '#kinds/apps/deployment/index.js'
import { validateDeploymentRollback, validateDeploymentStatus } from '#kinds/apps/deployment/validation.js'
import { percent } from '#kinds/shared/formats.js'
import { replicaCountExamples } from '#kinds/shared/workload/counts.examples.js'
import {
  selectedTemplateExamples,
  usableSelectorExamples,
  validateSpecOf,
} from '#kinds/shared/workload/rules.examples.js'
import { FieldErrors } from '#meta/field-errors.js'
import { qualifiedName } from '#meta/formats.js'
import {
  type Body,
  follows,
  forbidden,
  invalid,
  notNegative,
  oneOf,
  type RuleTable,
  required,
  tooLong,
} from '#meta/rule-examples.fixture.js'
import { decoderOf } from '#schema/decode.js'
import { DeploymentRollback } from './schema.js'

const rolling = (rollingUpdate: Body) => ({ strategy: { rollingUpdate } })

export const deploymentRules: RuleTable = {
  type: 'Deployment',
  at: 'spec',
  validate: validateSpecOf(deployment.storageVersion),
  examples: [
    notNegative('replicas', { replicas: -1 }, { replicas: 0 }),
    ...usableSelectorExamples,
    ...selectedTemplateExamples('deployment', { replicas: 2 }),
    forbidden(
      'strategy.rollingUpdate',
      'must not be set with Recreate',
      "may not be specified when strategy `type` is 'Recreate'",
      { strategy: { type: 'Recreate', rollingUpdate: {} } },
      { strategy: { type: 'Recreate' } },
    ),
    oneOf(
      'strategy',
      ['Recreate', 'RollingUpdate'],
      { strategy: { type: 'Blue' } },
      { strategy: { type: 'RollingUpdate' } },
    ),
    follows(
      'strategy.rollingUpdate.maxUnavailable',
      percent,
      rolling({ maxUnavailable: '5' }),
      rolling({ maxUnavailable: '5%' }),
    ),
    notNegative(
      'strategy.rollingUpdate.maxUnavailable',
      rolling({ maxUnavailable: -1 }),
      rolling({ maxUnavailable: 0 }),
    ),
    follows(
      'strategy.rollingUpdate.maxSurge',
      percent,
      rolling({ maxSurge: 'some' }),
      rolling({ maxSurge: '200%' }),
    ),
    notNegative('strategy.rollingUpdate.maxSurge', rolling({ maxSurge: -1 }), rolling({ maxSurge: 0 })),
    invalid(
      'strategy.rollingUpdate.maxUnavailable',
      'must not be 0 when maxSurge is: no pod could be replaced',
      'may not be 0 when `maxSurge` is 0',
      rolling({ maxUnavailable: '0%', maxSurge: 0 }),
      rolling({ maxUnavailable: '0%', maxSurge: 1 }),
    ),
    invalid(
      'strategy.rollingUpdate.maxUnavailable',
      'must not be more than 100%',
      'must not be greater than 100%',
      rolling({ maxUnavailable: '101%' }),
      rolling({ maxUnavailable: 101 }),
    ),
    notNegative('minReadySeconds', { minReadySeconds: -1 }, { minReadySeconds: 0 }),
    notNegative('revisionHistoryLimit', { revisionHistoryLimit: -1 }, { revisionHistoryLimit: 0 }),
    notNegative('rollbackTo.revision', { rollbackTo: { revision: -1 } }, { rollbackTo: { revision: 0 } }),
    notNegative('progressDeadlineSeconds', { progressDeadlineSeconds: -1 }, { progressDeadlineSeconds: 1 }, [
      'progressDeadlineSeconds',
    ]),
    invalid(
      'progressDeadlineSeconds',
      'must be greater than minReadySeconds',
      'must be greater than minReadySeconds.',
      { progressDeadlineSeconds: 5, minReadySeconds: 5 },
      { progressDeadlineSeconds: 6, minReadySeconds: 5 },
    ),
  ],
}

export const deploymentStatusRules: RuleTable = {
  type: 'Deployment',
  on: 'status',
  at: 'status',
  validate({ before = {}, ...status }) {
    const errors = new FieldErrors()
    validateDeploymentStatus(
      deployment.storageVersion.decode({ status }),
      deployment.storageVersion.decode({ status: before }),
      errors,
    )
    return errors.all
  },
  examples: [
    notNegative('observedGeneration', { observedGeneration: -1 }, { observedGeneration: 0 }),
    notNegative('unavailableReplicas', { unavailableReplicas: -1 }, { unavailableReplicas: 1 }),
    notNegative('terminatingReplicas', { terminatingReplicas: -1 }, { terminatingReplicas: 1 }),
    notNegative('collisionCount', { collisionCount: -1 }, { collisionCount: 0 }),
    ...replicaCountExamples('updatedReplicas'),
    invalid(
      'collisionCount',
      'must not decrease or be removed',
      'cannot be decremented',
      { before: { collisionCount: 0 } },
      { collisionCount: 1, before: { collisionCount: 1 } },
    ),
  ],
}

const decodeRollback = decoderOf(DeploymentRollback)
const LIMIT = 256 * 1024

export const rollbackRules: RuleTable = {
  type: 'DeploymentRollback',
  on: 'rollback',
  at: '',
  validate(body) {
    const errors = new FieldErrors()
    validateDeploymentRollback(decodeRollback({ name: 'web', ...body }), errors)
    return errors.all
  },
  examples: [
    required('name', 'is required', 'name is required', { name: '' }, { name: 'web' }),
    invalid(
      'updatedAnnotations',
      'keys, in lower case, must match the format',
      qualifiedName,
      { updatedAnnotations: { 'a b': '' } },
      { updatedAnnotations: { 'A/b': '' } },
    ),
    tooLong(
      'updatedAnnotations',
      LIMIT,
      { updatedAnnotations: { a: 'x'.repeat(LIMIT) } },
      { updatedAnnotations: { a: 'x'.repeat(LIMIT - 1) } },
    ),
    notNegative('rollbackTo.revision', { rollbackTo: { revision: -1 } }, { rollbackTo: { revision: 0 } }),
  ],
}
