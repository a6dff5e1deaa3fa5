import { labelValue, qualifiedName } from './formats.js'
import { follows, forbidden, invalid, type RuleExample, required } from './rule-examples.fixture.js'

const expression = (operator: string, values?: string[], key = 'app') => ({
  matchExpressions: [{ key, operator, values }],
})

export const labelSelectorExamples: readonly RuleExample[] = [
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
  follows(
    'matchExpressions[0].values[1]',
    labelValue,
    expression('In', ['a', 'not a value']),
    expression('In', ['a', '']),
  ),
]
