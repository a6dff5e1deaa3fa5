import { rulesOfStatus, template } from '#kinds/example-objects.fixture.js'
import {
  type Body,
  invalid,
  notNegative,
  type RuleExample,
  type RuleTable,
  required,
  unique,
} from '#meta/rule-examples.fixture.js'
import { job } from './index.js'

const condition = (type: string) => ({ type, status: 'True' })
const having = (...types: readonly string[]) => ({ conditions: types.map(condition) })
const START = '2024-03-01T10:00:00Z'
const END = '2024-03-01T10:01:00Z'
const complete = (part: Body = {}, ...types: readonly string[]) => ({
  ...having('Complete', 'SuccessCriteriaMet', ...types),
  startTime: START,
  completionTime: END,
  ...part,
})
const failed = (part: Body = {}) => ({ ...having('Failed', 'FailureTarget'), startTime: START, ...part })

const UNCOUNTED = 'uncountedTerminatedPods'
const uncounted = (succeeded: readonly string[], failed: readonly string[]) => ({
  [UNCOUNTED]: { succeeded, failed },
})

const rejected = (rule: string, detail: string, breaks: Body, keeps: Body, besides?: readonly string[]) =>
  invalid('conditions', rule, detail, breaks, keeps, besides)

/** Of a job with some completions by index, with a limit of failures of each. */
const INDEXED = {
  completionMode: 'Indexed',
  completions: 3,
  parallelism: 2,
  backoffLimitPerIndex: 1,
}

const table = (spec: Body, examples: readonly RuleExample[]) =>
  rulesOfStatus({
    type: 'Job',
    version: job.storageVersion,
    at: 'status',
    before: ({ before = {} }) => ({
      spec: {
        manualSelector: true,
        selector: { matchLabels: { app: 'web' } },
        template: template({ restartPolicy: 'Never' }),
        ...spec,
      },
      status: before,
    }),
    object: ({ before: _, ...status }) => status,
    examples,
  })

const countExamples: readonly RuleExample[] = [
  notNegative('active', { active: -1 }, { active: 0 }, ['ready']),
  notNegative('succeeded', { succeeded: -1 }, { succeeded: 0 }, ['succeeded']),
  notNegative('failed', { failed: -1 }, { failed: 0 }, ['failed']),
  notNegative('ready', { ready: -1 }, { ready: 0 }),
  notNegative('terminating', { terminating: -1 }, { terminating: 0 }),
  invalid(
    'ready',
    'must not be more than active',
    'cannot set more ready pods than active',
    { ready: 1 },
    { active: 1, ready: 1 },
  ),
  ...['succeeded', 'failed'].flatMap((field) => [
    invalid(
      `${UNCOUNTED}.${field}[0]`,
      'must not be empty',
      'must not be empty',
      { [UNCOUNTED]: { [field]: [''] } },
      { [UNCOUNTED]: { [field]: ['a'] } },
    ),
    unique(
      `${UNCOUNTED}.${field}[1]`,
      'must be unique',
      { [UNCOUNTED]: { [field]: ['a', 'a'] } },
      { [UNCOUNTED]: { [field]: ['a', 'b'] } },
    ),
  ]),
  unique(
    `${UNCOUNTED}.failed[0]`,
    'must not be in succeeded',
    uncounted(['a'], ['a']),
    uncounted(['a'], ['b']),
  ),
  invalid(
    'failed',
    'must not decrease',
    'cannot decrease the failed counter',
    { before: { failed: 2 }, failed: 1 },
    { before: { failed: 2 }, failed: 2 },
  ),
  invalid(
    'succeeded',
    'must not decrease',
    'cannot decrease the succeeded counter',
    { before: { succeeded: 2 }, succeeded: 1 },
    { before: { succeeded: 2 }, succeeded: 2 },
  ),
]

const endExamples: readonly RuleExample[] = [
  rejected(
    'must not be both Complete and Failed',
    'cannot set Complete=True and Failed=true conditions',
    complete({}, 'Failed', 'FailureTarget'),
    complete(),
    ['conditions'],
  ),
  rejected(
    'must not be both Complete and FailureTarget',
    'cannot set Complete=True and FailureTarget=true conditions',
    complete({}, 'FailureTarget'),
    complete(),
    ['conditions'],
  ),
  invalid(
    'completionTime',
    'must not be set before the job is complete',
    'cannot set completionTime when there is no Complete=True condition',
    { completionTime: END },
    {},
  ),
  required(
    'completionTime',
    'is required when the job is complete',
    'completionTime is required for Complete jobs',
    complete({ completionTime: undefined }),
    complete(),
  ),
  invalid(
    'completionTime',
    'must not be before startTime',
    'completionTime cannot be set before startTime',
    complete({ completionTime: '2024-03-01T09:00:00Z' }),
    complete(),
  ),
  rejected(
    'with Failed must be FailureTarget too',
    'cannot set Failed=True condition without the FailureTarget=true condition',
    failed(having('Failed')),
    failed(),
  ),
  rejected(
    'with Complete must be SuccessCriteriaMet too',
    'cannot set Complete=True condition without the SuccessCriteriaMet=true condition',
    complete(having('Complete')),
    complete(),
  ),
  invalid(
    'active',
    'must be 0 in the end',
    'active>0 is invalid for finished job',
    failed({ active: 1 }),
    failed(),
  ),
  invalid(
    'terminating',
    'must be 0 in the end',
    'terminating>0 is invalid for finished job',
    failed({ terminating: 1 }),
    failed(),
  ),
  required(
    'startTime',
    'is required in the end',
    'startTime is required for finished job',
    failed({ startTime: undefined }),
    failed(),
  ),
  invalid(
    UNCOUNTED,
    'must be empty in the end',
    'uncountedTerminatedPods needs to be empty for finished job',
    failed(uncounted(['a'], [])),
    failed(uncounted([], [])),
  ),
  rejected(
    'must not be both SuccessCriteriaMet and Failed',
    'cannot set SuccessCriteriaMet=True and Failed=true conditions',
    failed(having('SuccessCriteriaMet', 'Failed', 'FailureTarget')),
    failed(),
    ['conditions'],
  ),
  rejected(
    'must not be both SuccessCriteriaMet and FailureTarget',
    'cannot set SuccessCriteriaMet=True and FailureTarget=true conditions',
    having('SuccessCriteriaMet', 'FailureTarget'),
    having('SuccessCriteriaMet'),
  ),
]

const LASTING: readonly [type: string, before: Body, after: Body][] = [
  ['Failed', failed(), failed(having('FailureTarget'))],
  ['Complete', complete(), { ...having('SuccessCriteriaMet'), startTime: START }],
  ['FailureTarget', having('FailureTarget'), {}],
]

const changeExamples: readonly RuleExample[] = [
  ...LASTING.map(([type, before, after]) =>
    rejected(
      `must keep ${type}`,
      `cannot disable the terminal ${type}=True condition`,
      { before, ...after },
      { before, ...before },
    ),
  ),
  rejected(
    'must keep SuccessCriteriaMet',
    'cannot disable the SuccessCriteriaMet=True condition',
    { before: having('SuccessCriteriaMet') },
    { before: having('SuccessCriteriaMet'), ...having('SuccessCriteriaMet') },
  ),
  invalid(
    'completionTime',
    'must not change',
    'completionTime cannot be mutated',
    { before: complete(), ...complete({ completionTime: '2024-03-01T10:02:00Z' }) },
    { before: complete(), ...complete() },
  ),
  required(
    'startTime',
    'must not change while the job is not suspended',
    'startTime cannot be removed for unsuspended job',
    { before: { startTime: START } },
    { before: { startTime: START }, startTime: START },
  ),
]

const PARSED = 'must be numbers and ranges below completions, in ascending order'
const UNORDERED = 'non-increasing order, previous: 2, current: 1'

export const jobStatusRules = [
  table({}, [
    ...countExamples,
    ...endExamples,
    ...changeExamples,
    invalid(
      'completedIndexes',
      'must be empty unless the job is indexed',
      'cannot set non-empty completedIndexes when non-indexed completion mode',
      { completedIndexes: '0' },
      { completedIndexes: '' },
    ),
    invalid(
      'failedIndexes',
      'must not be set without backoffLimitPerIndex',
      'cannot set non-null failedIndexes when backoffLimitPerIndex is null',
      { failedIndexes: '' },
      {},
    ),
  ]),
  table(INDEXED, [
    invalid(
      'completedIndexes',
      PARSED,
      `error parsing completedIndexes: ${UNORDERED}`,
      { completedIndexes: '2,1' },
      { completedIndexes: '0-1,2' },
    ),
    invalid(
      'failedIndexes',
      PARSED,
      `error parsing failedIndexes: ${UNORDERED}`,
      { failedIndexes: '2,1' },
      { failedIndexes: '1,2' },
    ),
    invalid(
      'failedIndexes',
      'must not be in completedIndexes',
      'failedIndexes and completedIndexes overlap at index: 1',
      { failedIndexes: '1-2', completedIndexes: '0-1' },
      { failedIndexes: '2', completedIndexes: '0-1' },
    ),
  ]),
  table({ ...INDEXED, successPolicy: { rules: [{ succeededCount: 1 }] } }, [
    rejected(
      'with a success policy must be SuccessCriteriaMet before Complete',
      'cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True',
      complete(having('Complete')),
      complete(),
      ['conditions'],
    ),
  ]),
  withoutRequest(
    table({}, [
      rejected(
        'must not gain SuccessCriteriaMet after Complete',
        'cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions',
        { before: complete(having('Complete')), ...complete() },
        { before: complete(), ...complete() },
      ),
    ]),
  ),
]

/** No client can store the job before the change. */
function withoutRequest({ write: _, ...table }: RuleTable): RuleTable {
  return { ...table, type: 'Job that an old server completed', kind: 'Job' }
}
