import { qualifiedName } from './formats.js'
import {
  type Body,
  follows,
  invalid,
  oneOf,
  type RuleExample,
  required,
  tooLarge,
  unique,
} from './rule-examples.fixture.js'

export const CONDITION = {
  type: 'A',
  status: 'True',
  lastTransitionTime: '2024-03-01T10:00:00Z',
  reason: 'R',
  message: '',
}

const condition = (part: Body): Body => ({ conditions: [{ ...CONDITION, ...part }] })
const KEPT = condition({})

/** The rules on the conditions of a status, for bodies that are a status. */
export const conditionExamples: readonly RuleExample[] = [
  unique(
    'conditions[1].type',
    'must be unique',
    { conditions: [CONDITION, CONDITION] },
    { conditions: [CONDITION] },
  ),
  follows('conditions[0].type', qualifiedName, condition({ type: 'a b' }), KEPT),
  oneOf('conditions[0].status', ['False', 'True', 'Unknown'], condition({ status: 'Maybe' }), KEPT),
  invalid(
    'conditions[0].observedGeneration',
    'must not be negative',
    'must be greater than or equal to zero',
    condition({ observedGeneration: -1 }),
    condition({ observedGeneration: 1 }),
  ),
  required(
    'conditions[0].lastTransitionTime',
    'is required',
    'must be set',
    condition({ lastTransitionTime: null }),
    KEPT,
  ),
  required('conditions[0].reason', 'is required', 'must be set', condition({ reason: '' }), KEPT),
  invalid(
    'conditions[0].reason',
    'must match the format',
    "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName',  or 'ReasonA,ReasonB',  or 'ReasonA:ReasonB', regex used for validation is '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?')",
    condition({ reason: 'a-b' }),
    condition({ reason: 'a_b' }),
  ),
  tooLarge(
    'conditions[0].reason',
    1024,
    condition({ reason: 'a'.repeat(1025) }),
    condition({ reason: 'a'.repeat(1024) }),
  ),
  tooLarge(
    'conditions[0].message',
    32_768,
    condition({ message: 'a'.repeat(32_769) }),
    condition({ message: 'a'.repeat(32_768) }),
  ),
]
