import { ApiError } from '#meta/api-error.js'
import type { FieldError } from '#meta/field-error.js'
import { type Body, invalid, oneOf, type RuleTable } from '#meta/rule-examples.fixture.js'
import { ANONYMOUS } from '#meta/user.js'
import { CURRENT_CONVENTIONS, type GroupConventions, LEGACY_CONVENTIONS } from '#registry/kind.js'
import { Query } from '#util/text/query.js'
import { readDeleteOptions } from './delete-options.js'

const validateBy = (conventions: GroupConventions) => (body: Body) => {
  try {
    readDeleteOptions(body, Query.EMPTY, ANONYMOUS, conventions)
    return []
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return (error.details?.causes ?? []).map(({ field = '', message = '', reason }): FieldError => {
      const [, detail = ''] = message.split(`: ${JSON.stringify(body.propagationPolicy)}: `)
      const type = reason === 'FieldValueNotSupported' ? 'notSupported' : 'invalid'
      return { type, field, value: body.propagationPolicy, detail }
    })
  }
}

const BOTH = [{ propagationPolicy: 'Orphan', orphanDependents: true }, { orphanDependents: true }] as const
const UNKNOWN = [{ propagationPolicy: 'Sideways' }, { propagationPolicy: 'Orphan' }] as const

export const deleteOptionsRules: RuleTable = {
  type: 'DeleteOptions',
  on: 'delete',
  at: '',
  validate: validateBy(LEGACY_CONVENTIONS),
  examples: [
    invalid(
      'propagationPolicy',
      'must not be set together with orphanDependents',
      'OrphanDependents and DeletionPropagation cannot be both set',
      ...BOTH,
    ),
    invalid(
      'propagationPolicy',
      'must be Foreground, Background or Orphan',
      'DeletionPropagation need to be one of "Foreground", "Background", "Orphan" or nil',
      ...UNKNOWN,
    ),
  ],
}

export const todaysDeleteOptionsRules: RuleTable = {
  type: 'DeleteOptions of current groups',
  on: 'delete',
  at: '',
  validate: validateBy(CURRENT_CONVENTIONS),
  examples: [
    invalid(
      'propagationPolicy',
      'must not be set together with orphanDependents',
      'orphanDependents and deletionPropagation cannot be both set',
      ...BOTH,
    ),
    oneOf('propagationPolicy', ['Foreground', 'Background', 'Orphan', 'nil'], ...UNKNOWN),
  ],
}
