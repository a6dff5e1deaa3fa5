import { runExamples } from '#kinds/batch/job/spec-rules.examples.js'
import { template, validateNew } from '#kinds/example-objects.fixture.js'
import { type Body, given, invalid, notNegative, oneOf, type RuleTable } from '#meta/rule-examples.fixture.js'
import { cronJob } from './index.js'

const jobTemplate = (spec: Body = {}) => ({
  jobTemplate: { spec: { template: template({ restartPolicy: 'Never' }), ...spec } },
})
const validateSpec = (spec: Body) =>
  validateNew(cronJob.storageVersion, { spec: { schedule: '@daily', ...jobTemplate(), ...spec } })

export const cronJobRules: RuleTable = {
  type: 'CronJob',
  at: 'spec',
  validate: validateSpec,
  examples: [
    given('schedule', { schedule: '' }, { schedule: '*/5 * * * *' }),
    invalid(
      'schedule',
      'must have five fields, or be a word such as @hourly',
      'expected exactly 5 fields, found 4: [* * * *]',
      { schedule: '* * * *' },
      { schedule: '@every 1h30m' },
    ),
    invalid(
      'schedule',
      'must have numbers that exist',
      'end of range (61) above maximum (59): 61',
      { schedule: '61 * * * *' },
      { schedule: '0-59/2 1,2 1 jan Mon-fri' },
    ),
    invalid(
      'schedule',
      'must not name a time zone',
      'cannot use TZ or CRON_TZ in schedule, use timeZone field instead',
      { schedule: 'TZ=UTC 0 * * * *' },
      { schedule: '0 * * * *' },
    ),
    notNegative('startingDeadlineSeconds', { startingDeadlineSeconds: -1 }, { startingDeadlineSeconds: 0 }),
    invalid(
      'timeZone',
      'must not be empty',
      'timeZone must be nil or non-empty string',
      { timeZone: '' },
      { timeZone: 'UTC' },
    ),
    invalid(
      'timeZone',
      'must be one of the database of time zones',
      'unknown time zone Nowhere/Land',
      { timeZone: 'Nowhere/Land' },
      { timeZone: 'Europe/Berlin' },
    ),
    oneOf(
      'concurrencyPolicy',
      ['Allow', 'Forbid', 'Replace'],
      { concurrencyPolicy: 'Maybe' },
      { concurrencyPolicy: 'Forbid' },
    ),
    notNegative(
      'successfulJobsHistoryLimit',
      { successfulJobsHistoryLimit: -1 },
      { successfulJobsHistoryLimit: 0 },
    ),
    notNegative('failedJobsHistoryLimit', { failedJobsHistoryLimit: -1 }, { failedJobsHistoryLimit: 0 }),
    invalid(
      'jobTemplate.spec.selector',
      'is set by the server',
      '`selector` will be auto-generated',
      jobTemplate({ selector: {} }),
      jobTemplate(),
    ),
    oneOf(
      'jobTemplate.spec.manualSelector',
      ['nil', 'false'],
      jobTemplate({ manualSelector: true }),
      jobTemplate({ manualSelector: false }),
    ),
  ],
}

export const jobTemplateRules: RuleTable = {
  type: 'JobTemplateSpec',
  at: 'spec.jobTemplate.spec',
  validate: (spec) => validateSpec(jobTemplate(spec)),
  examples: runExamples,
}
