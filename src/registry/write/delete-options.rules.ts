import { ApiError } from '../../meta/api-error.js'
import type { FieldError } from '../../meta/field-error.js'
import { invalid, type RuleTable } from '../../meta/rule-examples.fixture.js'
import { ANONYMOUS } from '../../meta/user.js'
import { readDeleteOptions } from './delete-options.js'

export const deleteOptionsRules: RuleTable = {
  type: 'DeleteOptions',
  on: 'delete',
  at: '',
  validate(body) {
    try {
      readDeleteOptions(body, new URLSearchParams(), ANONYMOUS)
      return []
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const beforeDetail = `Invalid value: ${JSON.stringify(body.propagationPolicy)}: `
      return (error.details?.causes ?? []).map(
        ({ field = '', message = '' }): FieldError => ({
          type: 'invalid',
          field,
          value: body.propagationPolicy,
          detail: message.replace(beforeDetail, ''),
        }),
      )
    }
  },
  examples: [
    invalid(
      'propagationPolicy',
      'goes without orphanDependents beside it',
      'OrphanDependents and DeletionPropagation cannot be both set',
      { propagationPolicy: 'Orphan', orphanDependents: true },
      { orphanDependents: true },
    ),
    invalid(
      'propagationPolicy',
      'must be Foreground, Background or Orphan',
      'DeletionPropagation need to be one of "Foreground", "Background", "Orphan" or nil',
      { propagationPolicy: 'Sideways' },
      { propagationPolicy: 'Orphan' },
    ),
  ],
}
