import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeOneOf, mustNotBeNegative } from '#meta/field-rules.js'
import { qualifiedName } from '#meta/formats.js'
import type { Lease, LeaseSpec } from './schema.js'

export function validateLease({ spec }: Readonly<Lease>, errors: FieldErrors): void {
  errors.member('spec', spec, validateSpec)
}

/** Those without a prefix; others are between a client and its coordinator. */
const STRATEGIES = ['OldestEmulationVersion']

function validateSpec(spec: LeaseSpec, errors: FieldErrors): void {
  const { leaseDurationSeconds, leaseTransitions, strategy, preferredHolder } = spec
  if (leaseDurationSeconds !== undefined && leaseDurationSeconds <= 0) {
    errors.invalid('leaseDurationSeconds', leaseDurationSeconds, 'must be greater than 0')
  }
  mustNotBeNegative('leaseTransitions', leaseTransitions, errors)
  if (strategy?.includes('/')) errors.format('strategy', strategy, qualifiedName)
  else mustBeOneOf('strategy', strategy, STRATEGIES, errors)
  if (preferredHolder && !strategy) {
    errors.forbidden('preferredHolder', 'may only be specified if `strategy` is defined')
  }
}
