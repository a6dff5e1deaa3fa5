import { FieldErrors } from '#meta/field-errors.js'
import { given, oneOf, type RuleTable } from '#meta/rule-examples.fixture.js'
import { bindingType, validateBinding } from './binding.js'

/** Nothing is stored: a binding only changes its pod. */
export const bindingRules: RuleTable = {
  type: 'Binding',
  on: 'binding',
  kind: 'Binding',
  at: 'target',
  validate(target) {
    const errors = new FieldErrors()
    validateBinding(bindingType.decode({ target }), errors)
    return errors.all
  },
  examples: [
    oneOf('kind', ['Node', '<empty>'], { kind: 'Pod', name: 'n' }, { kind: 'Node', name: 'n' }),
    given('name', { kind: 'Node' }, { name: 'n' }),
  ],
}
