import { rulesOfCreate, rulesOfObject, rulesOfUpdate } from '#kinds/example-objects.fixture.js'
import { fixed, notNegative, required } from '#meta/rule-examples.fixture.js'
import { controllerRevision } from './index.js'

const version = controllerRevision.storageVersion

export const controllerRevisionRules = rulesOfObject({
  type: 'ControllerRevision',
  version,
  at: '',
  object: (body) => ({ data: {}, ...body }),
  examples: [notNegative('revision', { revision: -1 }, { revision: 0 })],
})

export const newControllerRevisionRules = rulesOfCreate({
  type: 'ControllerRevision',
  version,
  at: '',
  object: (body) => ({ revision: 1, ...body }),
  examples: [
    required('data', 'is required', 'data is mandatory', {}, { data: {} }),
    required('data', 'must be an object', 'data must be a valid JSON object', { data: 'text' }, { data: {} }),
  ],
})

export const controllerRevisionChangeRules = rulesOfUpdate({
  type: 'ControllerRevision',
  version,
  at: '',
  before: { revision: 1, data: { a: 1, b: 2 } },
  object: (body) => ({ revision: 2, ...body }),
  examples: [fixed('data', { data: { a: 2 } }, { data: { b: 2, a: 1 } })],
})
