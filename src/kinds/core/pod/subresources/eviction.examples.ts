import { FieldErrors } from '#meta/field-errors.js'
import { invalid, type RuleTable } from '#meta/rule-examples.fixture.js'
import { evictionType, validateEviction } from './eviction.js'

const UNSAFE = 'ignoreStoreReadErrorWithClusterBreakingPotential'

/** Nothing is stored: an eviction deletes its pod. */
export const evictionRules: RuleTable = {
  type: 'Eviction',
  on: 'eviction',
  kind: 'Eviction',
  at: 'deleteOptions',
  validate(deleteOptions) {
    const errors = new FieldErrors()
    validateEviction(evictionType.decode({ deleteOptions }), errors)
    return errors.all
  },
  examples: [
    invalid(
      UNSAFE,
      'must not be true',
      'can not be set for pod eviction, try after removing the option',
      { [UNSAFE]: true },
      { [UNSAFE]: false },
    ),
  ],
}
