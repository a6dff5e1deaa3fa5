import { daemonSet } from '#kinds/apps/daemonset/index.js'
import { template } from '#kinds/example-objects.fixture.js'
import { percent } from '#kinds/shared/formats.js'
import { selectedTemplateExamples, validateSpecOf } from '#kinds/shared/workload/rules.examples.js'
import { FieldErrors } from '#meta/field-errors.js'
import {
  type Body,
  follows,
  invalid,
  notNegative,
  oneOf,
  type RuleTable,
} from '#meta/rule-examples.fixture.js'
import { validateDaemonSet, validateDaemonSetUpdate } from './validation.js'

const rolling = (maxUnavailable: unknown) => ({
  updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable } },
})
const LIMIT = 'updateStrategy.rollingUpdate.maxUnavailable'

export const daemonSetRules: RuleTable = {
  type: 'DaemonSet',
  at: 'spec',
  validate: validateSpecOf(daemonSet.storageVersion),
  examples: [
    ...selectedTemplateExamples('daemonset', {}),
    notNegative('minReadySeconds', { minReadySeconds: -1 }, { minReadySeconds: 0 }),
    oneOf(
      'updateStrategy',
      ['RollingUpdate', 'OnDelete'],
      { updateStrategy: { type: 'Recreate' } },
      { updateStrategy: { type: 'OnDelete', rollingUpdate: { maxUnavailable: 'few' } } },
    ),
    follows(LIMIT, percent, rolling('1'), rolling('1%')),
    notNegative(LIMIT, rolling(-1), rolling(1)),
    invalid(LIMIT, 'must not be 0: no pod could be replaced', 'cannot be 0', rolling('0%'), rolling('1%')),
    invalid(
      LIMIT,
      'must not be more than 100%',
      'must not be greater than 100%',
      rolling('101%'),
      rolling('100%'),
    ),
    notNegative('revisionHistoryLimit', { revisionHistoryLimit: -1 }, { revisionHistoryLimit: 0 }),
  ],
}

/** A new object never has a negative count here, because the server sets it. */
export const templateGenerationRules: RuleTable = {
  type: 'DaemonSet as stored',
  at: 'spec',
  validate(spec) {
    const errors = new FieldErrors()
    validateDaemonSet(daemonSet.storageVersion.decode({ spec: { template: template(), ...spec } }), errors)
    return errors.all
  },
  examples: [notNegative('templateGeneration', { templateGeneration: -1 }, { templateGeneration: 0 })],
}

const change = (from: number, to: number, image = 'web:1') => ({
  before: { templateGeneration: from, template: template() },
  after: { templateGeneration: to, template: template({ containers: [{ name: 'main', image }] }) },
})

export const daemonSetChangeRules: RuleTable = {
  type: 'DaemonSet',
  on: 'change',
  at: 'spec',
  validate({ before, after }: Body) {
    const errors = new FieldErrors()
    validateDaemonSetUpdate(
      daemonSet.storageVersion.decode({ spec: after }),
      daemonSet.storageVersion.decode({ spec: before }),
      errors,
    )
    return errors.all
  },
  examples: [
    invalid('templateGeneration', 'must not decrease', 'must not be decremented', change(2, 1), change(2, 2)),
    invalid(
      'templateGeneration',
      'must increase when the template changes',
      'must be incremented upon template update',
      change(1, 1, 'web:2'),
      change(1, 2, 'web:2'),
    ),
    invalid(
      'templateGeneration',
      'must not increase unless the template changes',
      'must not be incremented without template update',
      change(1, 2),
      change(1, 1),
    ),
  ],
}
