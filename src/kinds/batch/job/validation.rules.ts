import { FieldErrors } from '../../../meta/field-errors.js'
import { qualifiedName } from '../../../meta/formats.js'
import {
  type Body,
  fixed,
  invalid,
  notNegative,
  oneOf,
  type RuleExample,
  type RuleTable,
  required,
  tooLarge,
  tooMany,
  unique,
} from '../../../meta/rule-examples.fixture.js'
import { decodeNew, template, validateNew } from '../../example-objects.fixture.js'
import { validateJobUpdate } from './change-rules.js'
import { job } from './index.js'

const TEMPLATE = template({ restartPolicy: 'Never' })
const indexed = (part: Body) => ({ completionMode: 'Indexed', completions: 3, ...part })
const failing = (rule: Body, part: Body = {}) => ({ ...part, podFailurePolicy: { rules: [rule] } })
const exiting = (part: Body) =>
  failing({ action: 'FailJob', onExitCodes: { operator: 'In', values: [1], ...part } })
const patterns = (part: Body) =>
  failing({ action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', ...part }] })
const succeeding = (rule: Body) => indexed({ successPolicy: { rules: [rule] } })
const RULE = 'podFailurePolicy.rules[0]'
const SUCCESS = 'successPolicy.rules[0]'
const INDEXED_ONLY = 'requires indexed completion mode'
const many = (part: Body) => indexed({ completions: 100_001, backoffLimitPerIndex: 1, ...part })
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** The rules on what a job does, which hold in the template of a cron job too. */
export const runExamples: RuleExample[] = [
  notNegative('parallelism', { parallelism: -1 }, { parallelism: 0 }),
  notNegative('completions', { completions: -1 }, { completions: 0 }),
  notNegative('activeDeadlineSeconds', { activeDeadlineSeconds: -1 }, { activeDeadlineSeconds: 0 }),
  notNegative('backoffLimit', { backoffLimit: -1 }, { backoffLimit: 0 }),
  notNegative('ttlSecondsAfterFinished', { ttlSecondsAfterFinished: -1 }, { ttlSecondsAfterFinished: 0 }),
  notNegative(
    'backoffLimitPerIndex',
    indexed({ backoffLimitPerIndex: -1 }),
    indexed({ backoffLimitPerIndex: 0 }),
  ),
  required(
    'backoffLimitPerIndex',
    'must be given with maxFailedIndexes',
    'when maxFailedIndexes is specified',
    indexed({ maxFailedIndexes: 1 }),
    indexed({ maxFailedIndexes: 1, backoffLimitPerIndex: 1 }),
  ),
  invalid(
    'managedBy',
    'must be a domain and a path',
    'must be a domain-prefixed path (such as "acme.io/foo")',
    { managedBy: 'mine' },
    { managedBy: 'example.com/mine' },
  ),
  tooLarge(
    'managedBy',
    63,
    { managedBy: `example.com/${'x'.repeat(52)}` },
    { managedBy: `example.com/${'x'.repeat(51)}` },
  ),
  oneOf(
    'completionMode',
    ['NonIndexed', 'Indexed'],
    { completionMode: 'Odd' },
    { completionMode: 'NonIndexed' },
  ),
  required(
    'completions',
    'must be given with Indexed',
    'when completion mode is Indexed',
    { completionMode: 'Indexed', parallelism: 1 },
    indexed({}),
  ),
  invalid(
    'maxFailedIndexes',
    'must not be more than completions',
    'must be less than or equal to completions',
    indexed({ backoffLimitPerIndex: 1, maxFailedIndexes: 4 }),
    indexed({ backoffLimitPerIndex: 1, maxFailedIndexes: 3 }),
  ),
  invalid(
    'parallelism',
    'must not be more than 100000 with Indexed',
    'must be less than or equal to 100000 when completion mode is Indexed',
    indexed({ parallelism: 100_001 }),
    indexed({ parallelism: 100_000 }),
  ),
  required(
    'maxFailedIndexes',
    'must be given with more than 100000 completions and backoffLimitPerIndex',
    'must be specified when completions is above 100000',
    many({}),
    many({ maxFailedIndexes: 1 }),
  ),
  invalid(
    'maxFailedIndexes',
    'must not be more than 10000 with more than 100000 completions',
    'must be less than or equal to 10000 when completions are above 100000 and used with backoff limit per index',
    many({ maxFailedIndexes: 10_001 }),
    many({ maxFailedIndexes: 10_000 }),
  ),
  invalid(
    'backoffLimitPerIndex',
    'goes with Indexed only',
    INDEXED_ONLY,
    { completionMode: 'NonIndexed', backoffLimitPerIndex: 1 },
    indexed({ backoffLimitPerIndex: 1 }),
  ),
  tooMany(
    'podFailurePolicy.rules',
    20,
    { podFailurePolicy: { rules: numbers(21).map(() => exiting({}).podFailurePolicy.rules[0]) } },
    { podFailurePolicy: { rules: numbers(20).map(() => exiting({}).podFailurePolicy.rules[0]) } },
  ),
  required(
    `${RULE}.action`,
    'must be given',
    'valid values: ["Count" "FailIndex" "FailJob" "Ignore"]',
    failing({ onExitCodes: { operator: 'In', values: [1] } }),
    exiting({}),
  ),
  invalid(
    `${RULE}.action`,
    'FailIndex goes with backoffLimitPerIndex only',
    'requires the backoffLimitPerIndex to be set',
    failing({ action: 'FailIndex', onExitCodes: { operator: 'In', values: [1] } }),
    failing(
      { action: 'FailIndex', onExitCodes: { operator: 'In', values: [1] } },
      indexed({ backoffLimitPerIndex: 1 }),
    ),
  ),
  invalid(
    RULE,
    'must have one condition',
    'specifying one of OnExitCodes and OnPodConditions is required',
    failing({ action: 'FailJob' }),
    exiting({}),
  ),
  oneOf(`${RULE}.onExitCodes.operator`, ['In', 'NotIn'], exiting({ operator: 'Odd' }), exiting({})),
  invalid(
    `${RULE}.onExitCodes.containerName`,
    'must name a container',
    'must be one of the container or initContainer names in the pod template',
    exiting({ containerName: 'other' }),
    exiting({ containerName: 'main' }),
  ),
  invalid(
    `${RULE}.onExitCodes.values`,
    'must be given',
    'at least one value is required',
    exiting({ values: [] }),
    exiting({}),
  ),
  tooMany(
    `${RULE}.onExitCodes.values`,
    255,
    exiting({ values: numbers(256) }),
    exiting({ values: numbers(255) }),
  ),
  invalid(
    `${RULE}.onExitCodes.values[0]`,
    'must not be 0 with In',
    'must not be 0 for the In operator',
    exiting({ values: [0] }),
    exiting({ operator: 'NotIn', values: [0] }),
  ),
  unique(`${RULE}.onExitCodes.values[1]`, 'must be unique', exiting({ values: [1, 1] }), exiting({})),
  invalid(
    `${RULE}.onExitCodes.values`,
    'must be in ascending order',
    'must be ordered',
    exiting({ values: [2, 1] }),
    exiting({ values: [1, 2] }),
  ),
  invalid(
    `${RULE}.onPodConditions[0].type`,
    'must have the format',
    qualifiedName,
    patterns({ type: 'a b', status: 'True' }),
    patterns({ status: 'True' }),
  ),
  oneOf(
    `${RULE}.onPodConditions[0].status`,
    ['False', 'True', 'Unknown'],
    patterns({ status: 'Maybe' }),
    patterns({ status: 'True' }),
  ),
  invalid(
    'successPolicy',
    'goes with Indexed only',
    INDEXED_ONLY,
    { completionMode: 'NonIndexed', successPolicy: { rules: [{ succeededCount: 1 }] } },
    succeeding({ succeededCount: 1 }),
  ),
  required(
    'successPolicy.rules',
    'must be given',
    'at least one rules must be specified when the successPolicy is specified',
    indexed({ successPolicy: { rules: [] } }),
    succeeding({ succeededCount: 1 }),
  ),
  required(
    SUCCESS,
    'must have a count or indexes',
    'at least one of succeededCount or succeededIndexes must be specified',
    succeeding({}),
    succeeding({ succeededIndexes: '0' }),
  ),
  invalid(
    `${SUCCESS}.succeededIndexes`,
    'must be numbers and ranges below completions, in ascending order',
    'error parsing succeededIndexes: non-increasing order, previous: 2, current: 1',
    succeeding({ succeededIndexes: '2,1' }),
    succeeding({ succeededIndexes: '0-1,2' }),
  ),
  invalid(
    `${SUCCESS}.succeededCount`,
    'must not be more than completions',
    'must be less than or equal to 3 (the number of specified completions)',
    succeeding({ succeededCount: 4 }),
    succeeding({ succeededCount: 3 }),
  ),
  invalid(
    `${SUCCESS}.succeededCount`,
    'must not be more than there are indexes',
    'must be less than or equal to 1 (the number of indexes in the specified succeededIndexes field)',
    succeeding({ succeededCount: 2, succeededIndexes: '1' }),
    succeeding({ succeededCount: 1, succeededIndexes: '1' }),
  ),
  oneOf(
    'podReplacementPolicy',
    ['Failed', 'TerminatingOrFailed'],
    { podReplacementPolicy: 'Odd' },
    { podReplacementPolicy: 'Failed' },
  ),
  required(
    'template.spec.restartPolicy',
    'must not be Always',
    'valid values: "OnFailure", "Never"',
    { template: template({ restartPolicy: 'Always' }) },
    { template: template({ restartPolicy: 'OnFailure' }) },
  ),
  invalid(
    'template.spec.restartPolicy',
    'must be Never with podFailurePolicy',
    'only "Never" is supported when podFailurePolicy is specified',
    { ...exiting({}), template: template({ restartPolicy: 'OnFailure' }) },
    exiting({}),
  ),
]

const labelled = (labels: Body) => ({
  template: template({ restartPolicy: 'Never' }, { labels: { app: 'web', ...labels } }),
})
const byHand = (part: Body) => ({ manualSelector: true, selector: { matchLabels: { app: 'web' } }, ...part })

export const jobRules: RuleTable = {
  type: 'Job',
  at: 'spec',
  validate: (spec) => validateNew(job.storageVersion, { spec: { template: TEMPLATE, ...spec } }),
  examples: [
    invalid(
      'template.metadata.labels[job-name]',
      'must be the name of the job, unless manualSelector is true',
      "must be 'example'",
      labelled({ 'job-name': 'other' }),
      byHand(labelled({ 'job-name': 'other' })),
    ),
    invalid(
      'selector',
      'must be left to the server, unless manualSelector is true',
      '`selector` not auto-generated',
      { selector: { matchLabels: { app: 'web' } } },
      byHand({}),
    ),
    ...runExamples,
    required('selector', 'must be given with manualSelector', '', { manualSelector: true }, byHand({}), [
      'template.metadata.labels',
    ]),
    invalid(
      'template.metadata.labels',
      'must be what the selector selects',
      '`selector` does not match template `labels`',
      byHand({ selector: { matchLabels: { app: 'other' } } }),
      byHand({}),
    ),
  ],
}

/** A body says what is changed in a job that is suspended, or was started if it says so. */
const changing = ({ started = false, from = {}, ...to }: Body) => {
  const decode = (spec: Body) => decodeNew(job.storageVersion, { spec: { template: TEMPLATE, ...spec } })
  const current = decode({ suspend: true, ...(from as Body) })
  if (started) current.status.startTime = '2024-03-01T10:00:00Z'
  const errors = new FieldErrors()
  validateJobUpdate(decode({ suspend: true, ...(from as Body), ...to }), current, errors)
  return errors.all
}

const placed = { template: template({ restartPolicy: 'Never', nodeSelector: { a: 'b' } }) }
const elastic = (part: Body) => ({ from: indexed({ parallelism: 3 }), ...part })

export const jobChangeRules: RuleTable = {
  type: 'Job',
  on: 'change',
  at: 'spec',
  validate: changing,
  examples: [
    fixed('completions', { completions: 2 }, { parallelism: 2, completions: 1 }),
    invalid(
      'completions',
      'of an indexed job must stay or become equal to parallelism',
      'can only be modified in tandem with spec.parallelism',
      elastic({ completions: 4 }),
      elastic({ completions: 4, parallelism: 4 }),
    ),
    fixed('selector', byHand({ template: TEMPLATE }), {}),
    fixed('template', { started: true, ...placed }, placed),
    fixed('completionMode', { completionMode: 'Indexed', completions: 1 }, {}),
    fixed('managedBy', { managedBy: 'example.com/a' }, {}),
  ],
}

const CONDITION = { type: 'Complete', status: 'True' }
const MET = { type: 'SuccessCriteriaMet', status: 'True' }
const TIMES = { startTime: '2024-03-01T10:00:00Z', completionTime: '2024-03-01T10:01:00Z' }
const complete = (part: Body) => ({ conditions: [CONDITION, MET], ...TIMES, ...part })

export const jobStatusRules: RuleTable = {
  type: 'Job',
  on: 'status',
  at: 'status',
  validate({ before = {}, ...status }) {
    const decode = (status: unknown) => job.storageVersion.decode({ spec: { template: TEMPLATE }, status })
    const errors = new FieldErrors()
    job.storageVersion.rules.validateStatusUpdate?.(decode(status), decode(before), errors)
    return errors.all
  },
  examples: [
    notNegative('active', { active: -1 }, { active: 0 }, ['ready']),
    notNegative('succeeded', { succeeded: -1 }, { succeeded: 0 }, ['succeeded']),
    notNegative('terminating', { terminating: -1 }, { terminating: 0 }),
    invalid(
      'ready',
      'must not be more than active',
      'cannot set more ready pods than active',
      { ready: 1 },
      {
        active: 1,
        ready: 1,
      },
    ),
    unique(
      'uncountedTerminatedPods.failed[0]',
      'must be unique',
      { uncountedTerminatedPods: { succeeded: ['a'], failed: ['a'] } },
      { uncountedTerminatedPods: { succeeded: ['a'], failed: ['b'] } },
    ),
    invalid(
      'conditions',
      'must not be both Complete and Failed',
      'cannot set Complete=True and Failed=true conditions',
      complete({
        conditions: [
          CONDITION,
          MET,
          { type: 'Failed', status: 'True' },
          { type: 'FailureTarget', status: 'True' },
        ],
      }),
      complete({}),
      ['conditions'],
    ),
    invalid(
      'active',
      'must be 0 in the end',
      'active>0 is invalid for finished job',
      complete({ active: 1 }),
      complete({}),
    ),
    required(
      'completionTime',
      'must be given when the job is complete',
      'completionTime is required for Complete jobs',
      complete({ completionTime: undefined }),
      complete({}),
    ),
    invalid(
      'completionTime',
      'must not be before startTime',
      'completionTime cannot be set before startTime',
      complete({ completionTime: '2024-03-01T09:00:00Z' }),
      complete({}),
    ),
    invalid(
      'succeeded',
      'must not decrease',
      'cannot decrease the succeeded counter',
      { before: { succeeded: 2 }, succeeded: 1 },
      { before: { succeeded: 2 }, succeeded: 2 },
    ),
    invalid(
      'conditions',
      'must not end what has ended',
      'cannot disable the terminal Complete=True condition',
      { before: complete({}), ...TIMES, completionTime: undefined },
      { before: complete({}), ...complete({}) },
      ['completionTime', 'conditions'],
    ),
  ],
}
