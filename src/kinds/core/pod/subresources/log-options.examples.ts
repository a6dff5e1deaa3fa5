import { FieldErrors } from '#meta/field-errors.js'
import { forbidden, invalid, notNegative, type RuleTable } from '#meta/rule-examples.fixture.js'
import { type LogOptions, validateLogOptions } from './log-options.js'

/** The parameters of a request, before there is a pod. */
export const logOptionRules: RuleTable = {
  type: 'PodLogOptions',
  on: 'log',
  kind: 'PodLogOptions',
  at: '',
  validate(options) {
    const errors = new FieldErrors()
    validateLogOptions(options as unknown as LogOptions, errors)
    return errors.all
  },
  examples: [
    notNegative('tailLines', { tailLines: -1 }, { tailLines: 0 }),
    invalid('limitBytes', 'must be positive', 'must be greater than 0', { limitBytes: 0 }, { limitBytes: 1 }),
    forbidden(
      '[]',
      'must not have both sinceTime and sinceSeconds',
      'at most one of `sinceTime` or `sinceSeconds` may be specified',
      { sinceSeconds: 1, sinceTime: '2024-03-01T10:00:00Z' },
      { sinceTime: '2024-03-01T10:00:00Z' },
    ),
    invalid(
      'sinceSeconds',
      'must be positive',
      'must be greater than 0',
      { sinceSeconds: 0 },
      { sinceSeconds: 1 },
    ),
    forbidden('stream', 'must not be set', 'may not be specified', { stream: 'All' }, {}),
  ],
}
