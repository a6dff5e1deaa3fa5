import { validateTokenRequest } from '#kinds/authentication/token-request.js'
import { FieldErrors } from '#meta/field-errors.js'
import { invalid, type RuleTable } from '#meta/rule-examples.fixture.js'
import { mustNameAccount, tokenRequestType } from './token.js'

const seconds = (expirationSeconds: number) => ({ spec: { expirationSeconds } })

/** Requests for a token of the account `robot`. */
export const tokenRules: RuleTable = {
  type: 'TokenRequest',
  on: 'token',
  kind: 'TokenRequest',
  at: '',
  validate(body) {
    const request = tokenRequestType.decode({ spec: {}, ...body })
    const errors = new FieldErrors()
    mustNameAccount(request.metadata, 'robot', errors)
    validateTokenRequest(request, errors)
    return errors.all
  },
  examples: [
    invalid(
      'metadata.name',
      'must be that of the account',
      'must match the service account name if specified',
      { metadata: { name: 'other' } },
      { metadata: { name: 'robot' } },
    ),
    invalid(
      'spec.expirationSeconds',
      'must be at least 600',
      'may not specify a duration less than 10 minutes',
      seconds(599),
      seconds(600),
    ),
    invalid(
      'spec.expirationSeconds',
      'must be at most 4294967296',
      'may not specify a duration larger than 2^32 seconds',
      seconds(2 ** 32 + 1),
      seconds(2 ** 32),
    ),
  ],
}
