import { decoderOf } from '#schema/decode.js'
import { FieldErrors } from './field-errors.js'
import { labelValue, qualifiedName } from './formats.js'
import { LabelSelector } from './label-selector.js'
import { validateLabelSelector } from './label-selector-rules.js'
import { type Body, follows, forbidden, invalid, type RuleTable, required } from './rule-examples.fixture.js'

const decode = decoderOf(LabelSelector)
const expression = (operator: string, values?: string[], key = 'app') => ({
  matchExpressions: [{ key, operator, values }],
})

export const labelSelectorRules: RuleTable = {
  type: 'LabelSelector',
  at: 'spec.selector',
  validate(body: Body) {
    const errors = new FieldErrors()
    errors.field('spec.selector', decode(body), validateLabelSelector)
    return errors.all
  },
  examples: [
    invalid(
      'matchLabels',
      'keys must match the format',
      qualifiedName,
      { matchLabels: { 'a b': 'x' } },
      { matchLabels: { 'a/b': 'x' } },
    ),
    invalid(
      'matchLabels',
      'values must match the format',
      labelValue,
      { matchLabels: { a: 'x y' } },
      { matchLabels: { a: '' } },
    ),
    required(
      'matchExpressions[0].values',
      'is required with In and NotIn',
      "must be specified when `operator` is 'In' or 'NotIn'",
      expression('In'),
      expression('In', ['a']),
    ),
    forbidden(
      'matchExpressions[0].values',
      'must not be set with Exists and DoesNotExist',
      "may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
      expression('DoesNotExist', ['a']),
      expression('DoesNotExist'),
    ),
    invalid(
      'matchExpressions[0].operator',
      'must be In, NotIn, Exists or DoesNotExist',
      'not a valid selector operator',
      expression('Gt', ['1']),
      expression('NotIn', ['1']),
    ),
    follows(
      'matchExpressions[0].key',
      qualifiedName,
      expression('Exists', [], 'a b'),
      expression('Exists', [], 'a/b'),
    ),
  ],
}
