import { validateConditions } from '#kinds/flowcontrol/condition.js'
import { mandatoryLevel } from '#kinds/flowcontrol/system-flow-control.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeOneOf, mustLieBetween } from '#meta/field-rules.js'
import { semanticEqual } from '#schema/equal.js'
import {
  type LimitedPriorityLevelConfiguration,
  type LimitResponse,
  type PriorityLevelConfiguration,
  PriorityLevelConfigurationSpec,
  type QueuingConfiguration,
} from './schema.js'

const TYPES = ['Exempt', 'Limited']
const RESPONSES = ['Queue', 'Reject']
const MAX_QUEUES = 10_000_000
/** A hash of the flow chooses the hand. */
const MAX_HASH_BITS = 60

export function validateLevel(
  { metadata, spec }: Readonly<PriorityLevelConfiguration>,
  errors: FieldErrors,
): void {
  const { annotations, name } = metadata
  if (annotations?.[ZERO_SHARES] !== undefined) {
    errors.forbidden('metadata.annotations', `annotation '${ZERO_SHARES}' is forbidden`)
  }
  if ((name === 'exempt') !== (spec.type === 'Exempt')) {
    errors.invalid('spec.type', spec.type, "type must be 'Exempt' if and only if name is 'exempt'")
  }
  errors.field('spec', spec, validateSpec)
  mustBeMandatory(name, spec, errors)
}

/** Some settings of the level for requests without a limit may change, and nothing of the level for the rest. */
function mustBeMandatory(
  name: string | undefined,
  spec: PriorityLevelConfigurationSpec,
  errors: FieldErrors,
): void {
  const mandatory = mandatoryLevel(name)
  if (mandatory === undefined) return
  const isExempt = name === 'exempt'
  const compared = isExempt ? { ...spec, exempt: mandatory.exempt } : spec
  if (semanticEqual(PriorityLevelConfigurationSpec, compared, mandatory)) return
  const what = isExempt ? "spec of 'exempt' except the 'spec.exempt' field" : `spec of '${name}'`
  errors.invalid('spec', spec, `${what} must equal the fixed value`)
}

const ZERO_SHARES = 'flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares'

function validateSpec({ type, limited, exempt }: PriorityLevelConfigurationSpec, errors: FieldErrors): void {
  mustBeOneOf('type', type, TYPES, errors)
  if (type === 'Limited') {
    if (exempt !== undefined) errors.forbidden('exempt', 'must be nil if the type is Limited')
    if (limited === undefined) errors.required('limited', 'must not be empty when type is Limited')
    errors.field('limited', limited, validateLimited)
  }
  if (type === 'Exempt') {
    if (limited !== undefined) errors.forbidden('limited', 'must be nil if the type is not Limited')
    mustNotBeNegative('exempt.nominalConcurrencyShares', exempt?.nominalConcurrencyShares, errors)
    mustLieBetween(0, 100, 'exempt.lendablePercent', exempt?.lendablePercent, errors)
  }
}

function mustNotBeNegative(field: string, value: number | undefined, errors: FieldErrors): void {
  if (value !== undefined && value < 0) errors.invalid(field, value, 'must be a non-negative integer')
}

function validateLimited(limited: LimitedPriorityLevelConfiguration, errors: FieldErrors): void {
  const { borrowingLimitPercent } = limited
  mustNotBeNegative('nominalConcurrencyShares', limited.nominalConcurrencyShares, errors)
  errors.field('limitResponse', limited.limitResponse, validateResponse)
  mustLieBetween(0, 100, 'lendablePercent', limited.lendablePercent, errors)
  if (borrowingLimitPercent !== undefined && borrowingLimitPercent < 0) {
    errors.invalid(
      'borrowingLimitPercent',
      borrowingLimitPercent,
      'if specified, must be a non-negative integer',
    )
  }
}

function validateResponse({ type, queuing }: LimitResponse, errors: FieldErrors): void {
  mustBeOneOf('type', type, RESPONSES, errors)
  if (type === 'Reject' && queuing !== undefined) {
    errors.forbidden('queuing', 'must be nil if limited.limitResponse.type is not Limited')
  }
  if (type === 'Queue' && queuing === undefined) {
    errors.required('queuing', 'must not be empty if limited.limitResponse.type is Limited')
  }
  if (type === 'Queue') errors.field('queuing', queuing, validateQueuing)
}

function validateQueuing(queuing: QueuingConfiguration, errors: FieldErrors): void {
  const { queueLengthLimit = 0, queues = 0, handSize = 0 } = queuing
  if (queueLengthLimit <= 0) errors.invalid('queueLengthLimit', queueLengthLimit, 'must be positive')
  if (queues <= 0) errors.invalid('queues', queues, 'must be positive')
  else if (queues > MAX_QUEUES) errors.invalid('queues', queues, `must not be greater than ${MAX_QUEUES}`)
  if (handSize <= 0) errors.invalid('handSize', handSize, 'must be positive')
  else if (handSize > queues) {
    errors.invalid('handSize', handSize, `should not be greater than queues (${queues})`)
  } else if (Math.ceil(Math.log2(queues) * handSize) > MAX_HASH_BITS) {
    errors.invalid(
      'handSize',
      handSize,
      `required entropy bits of deckSize ${queues} and handSize ${handSize} should not be greater than ${MAX_HASH_BITS}`,
    )
  }
}

export function validateLevelStatus(
  { status }: Readonly<PriorityLevelConfiguration>,
  _current: Readonly<PriorityLevelConfiguration>,
  errors: FieldErrors,
): void {
  validateConditions(status.conditions, errors)
}
