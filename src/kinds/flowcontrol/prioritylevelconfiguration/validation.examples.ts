import { rulesOfObject, rulesOfStatus } from '#kinds/example-objects.fixture.js'
import { mandatoryLevel } from '#kinds/flowcontrol/system-flow-control.js'
import {
  type Body,
  between,
  forbidden,
  invalid,
  oneOf,
  required,
  unique,
} from '#meta/rule-examples.fixture.js'
import { priorityLevelConfiguration } from './index.js'

const version = priorityLevelConfiguration.storageVersion
const REJECT = { limitResponse: { type: 'Reject' } }
const limited = (part: Body) => ({ limited: { ...REJECT, ...part } })
const response = (limitResponse: Body) => ({ limited: { limitResponse } })
const queuing = (queuing: Body) => response({ type: 'Queue', queuing })
const ZERO_SHARES = 'flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares'

const notPositive = (field: string) =>
  invalid(
    `limited.limitResponse.queuing.${field}`,
    'must be positive',
    'must be positive',
    queuing({ [field]: -1 }),
    queuing({ [field]: 0 }),
  )

export const priorityLevelRules = rulesOfObject({
  type: 'PriorityLevelConfiguration',
  version,
  at: 'spec',
  object: (spec) => ({ spec: { type: 'Limited', ...limited({}), ...spec } }),
  examples: [
    invalid(
      'type',
      'must be Exempt for the level exempt only',
      "type must be 'Exempt' if and only if name is 'exempt'",
      { type: 'Exempt', limited: null },
      { type: 'Limited' },
    ),
    forbidden(
      'exempt',
      'must not be set with type Limited',
      'must be nil if the type is Limited',
      { exempt: {} },
      {},
    ),
    required(
      'limited',
      'is required with type Limited',
      'must not be empty when type is Limited',
      { limited: null },
      limited({}),
    ),
    invalid(
      'limited.nominalConcurrencyShares',
      'must not be negative',
      'must be a non-negative integer',
      limited({ nominalConcurrencyShares: -1 }),
      limited({ nominalConcurrencyShares: 0 }),
    ),
    forbidden(
      'limited.limitResponse.queuing',
      'must not be set with type Reject',
      'must be nil if limited.limitResponse.type is not Limited',
      response({ type: 'Reject', queuing: {} }),
      response({ type: 'Reject' }),
    ),
    required(
      'limited.limitResponse.queuing',
      'is required with type Queue',
      'must not be empty if limited.limitResponse.type is Limited',
      response({ type: 'Queue' }),
      queuing({}),
    ),
    notPositive('queueLengthLimit'),
    { ...notPositive('queues'), besides: ['limited.limitResponse.queuing.handSize'] },
    invalid(
      'limited.limitResponse.queuing.queues',
      'must be at most 10000000',
      'must not be greater than 10000000',
      queuing({ queues: 10_000_001, handSize: 1 }),
      queuing({ queues: 10_000_000, handSize: 1 }),
    ),
    notPositive('handSize'),
    invalid(
      'limited.limitResponse.queuing.handSize',
      'must not be greater than the number of queues',
      'should not be greater than queues (4)',
      queuing({ queues: 4, handSize: 5 }),
      queuing({ queues: 4, handSize: 4 }),
    ),
    invalid(
      'limited.limitResponse.queuing.handSize',
      'must need at most 60 bits of entropy',
      'required entropy bits of deckSize 64 and handSize 11 should not be greater than 60',
      queuing({ queues: 64, handSize: 11 }),
      queuing({ queues: 64, handSize: 10 }),
    ),
    oneOf(
      'limited.limitResponse.type',
      ['Queue', 'Reject'],
      response({ type: 'Wait' }),
      response({ type: 'Reject' }),
    ),
    between(
      0,
      100,
      'limited.lendablePercent',
      limited({ lendablePercent: 101 }),
      limited({ lendablePercent: 100 }),
    ),
    invalid(
      'limited.borrowingLimitPercent',
      'must not be negative',
      'if specified, must be a non-negative integer',
      limited({ borrowingLimitPercent: -1 }),
      limited({ borrowingLimitPercent: 0 }),
    ),
    oneOf('type', ['Exempt', 'Limited'], { type: 'Odd', limited: null }, { type: 'Limited' }),
  ],
})

export const levelAnnotationRules = rulesOfObject({
  type: 'PriorityLevelConfiguration',
  version,
  at: 'metadata',
  object: (metadata) => ({ metadata, spec: { type: 'Limited', ...limited({}) } }),
  examples: [
    forbidden(
      'annotations',
      'must not have an annotation of an older version',
      `annotation '${ZERO_SHARES}' is forbidden`,
      { annotations: { [ZERO_SHARES]: '' } },
      { annotations: { a: '' } },
    ),
  ],
})

const EXEMPT = { type: 'Exempt', exempt: {} }
const CATCH_ALL = mandatoryLevel('catch-all')

export const exemptLevelRules = rulesOfObject({
  type: 'PriorityLevelConfiguration named exempt',
  version,
  at: 'spec',
  object: (spec) => ({ metadata: { name: 'exempt' }, spec: { ...EXEMPT, ...spec } }),
  examples: [
    forbidden(
      'limited',
      'must not be set with type Exempt',
      'must be nil if the type is not Limited',
      limited({}),
      {},
      [''],
    ),
    invalid(
      'exempt.nominalConcurrencyShares',
      'must not be negative',
      'must be a non-negative integer',
      { exempt: { nominalConcurrencyShares: -1 } },
      { exempt: { nominalConcurrencyShares: 1 } },
    ),
    between(
      0,
      100,
      'exempt.lendablePercent',
      { exempt: { lendablePercent: 101 } },
      { exempt: { lendablePercent: 100 } },
    ),
    invalid(
      '',
      'except for exempt is that of every server',
      "spec of 'exempt' except the 'spec.exempt' field must equal the fixed value",
      limited({}),
      {},
      ['limited'],
    ),
  ],
})

export const catchAllLevelRules = rulesOfObject({
  type: 'PriorityLevelConfiguration named catch-all',
  version,
  at: '',
  object: (body) => ({ metadata: { name: 'catch-all' }, ...body }),
  examples: [
    invalid(
      'spec',
      'is that of every server',
      "spec of 'catch-all' must equal the fixed value",
      { spec: { type: 'Limited', ...limited({}) } },
      { spec: CATCH_ALL },
    ),
  ],
})

const conditions = (...conditions: readonly Body[]) => ({ conditions })

export const priorityLevelStatusRules = rulesOfStatus({
  type: 'PriorityLevelConfiguration',
  version,
  at: 'status',
  before: { spec: { type: 'Limited', ...limited({}) } },
  object: (status) => status,
  examples: [
    unique(
      'conditions[1].type',
      'must be unique',
      conditions({ type: 'A' }, { type: 'A' }),
      conditions({ type: 'A' }, { type: 'B' }),
    ),
    required(
      'conditions[0].type',
      'is required',
      'must not be empty',
      conditions({ status: 'True' }),
      conditions({ type: 'A' }),
    ),
  ],
})
