import { validateNew } from '#kinds/example-objects.fixture.js'
import { FieldErrors } from '#meta/field-errors.js'
import { type Body, invalid, notNegative, type RuleTable, required } from '#meta/rule-examples.fixture.js'
import { controllerRevision, validateControllerRevisionUpdate } from './index.js'

const revision = (number: number) => ({ revision: number, data: {} })

export const controllerRevisionRules: RuleTable = {
  type: 'ControllerRevision',
  at: '',
  validate: (body) => validateNew(controllerRevision.storageVersion, body),
  examples: [
    required('data', 'is required', 'data is mandatory', { revision: 1 }, revision(1)),
    invalid('data', 'must be an object', 'must be an object', { data: 'text' }, { data: {} }),
    notNegative('revision', revision(-1), revision(0)),
  ],
}

const change = (before: Body, after: Body) => ({ before, after })

export const controllerRevisionChangeRules: RuleTable = {
  type: 'ControllerRevision',
  on: 'change',
  at: '',
  validate({ before, after }: Body) {
    const errors = new FieldErrors()
    const { decode } = controllerRevision.storageVersion
    validateControllerRevisionUpdate(decode(after), decode(before), errors)
    return errors.all
  },
  examples: [
    invalid(
      'data',
      'is immutable',
      'field is immutable',
      change({ data: { a: 1 } }, { data: { a: 2 } }),
      change({ data: { a: 1, b: 2 } }, { data: { b: 2, a: 1 } }),
    ),
  ],
}
