import { deployment } from '#kinds/apps/deployment/index.js'
import { strategyExamples } from '#kinds/apps/deployment/strategy.examples.js'
import { validateDeploymentRollback } from '#kinds/apps/deployment/validation.js'
import {
  selectedTemplateExamples,
  usableSelectorExamples,
  validateSpecOf,
} from '#kinds/shared/workload/rules.examples.js'
import { FieldErrors } from '#meta/field-errors.js'
import { qualifiedName } from '#meta/formats.js'
import { invalid, notNegative, type RuleTable, required, tooLong } from '#meta/rule-examples.fixture.js'
import { decoderOf } from '#schema/decode.js'
import { DeploymentRollback } from './schema.js'

export const deploymentRules: RuleTable = {
  type: 'Deployment',
  at: 'spec',
  validate: validateSpecOf(deployment.storageVersion),
  examples: [
    notNegative('replicas', { replicas: -1 }, { replicas: 0 }),
    ...usableSelectorExamples,
    ...selectedTemplateExamples('deployment', { replicas: 2 }),
    ...strategyExamples,
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
