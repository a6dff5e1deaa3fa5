import { decodeNew, template, validateNew } from '#kinds/example-objects.fixture.js'
import { FieldErrors } from '#meta/field-errors.js'
import {
  type Body,
  fixed,
  invalid,
  notNegative,
  type RuleTable,
  required,
  unique,
} from '#meta/rule-examples.fixture.js'
import { validateJobUpdate } from './change-rules.js'
import { job } from './index.js'
import { indexed, runExamples } from './spec-rules.examples.js'

const TEMPLATE = template({ restartPolicy: 'Never' })
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
    required('selector', 'is required with manualSelector', '', { manualSelector: true }, byHand({}), [
      'template.metadata.labels',
    ]),
    invalid(
      'template.metadata.labels',
      'must match the selector',
      '`selector` does not match template `labels`',
      byHand({ selector: { matchLabels: { app: 'other' } } }),
      byHand({}),
    ),
  ],
}

/** The body is the change of a suspended job, or of a started one if it says so. */
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
      'is required when the job is complete',
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
