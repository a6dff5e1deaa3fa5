import { patterns, runExamples } from '#kinds/batch/job/spec-rules.examples.js'
import { rulesOfCreate, rulesOfObject, template } from '#kinds/example-objects.fixture.js'
import { type Body, given, invalid, notNegative, oneOf, required } from '#meta/rule-examples.fixture.js'
import { cronJob } from './index.js'

const jobTemplate = (spec: Body = {}) => ({
  jobTemplate: { spec: { template: template({ restartPolicy: 'Never' }), ...spec } },
})
const cron = (spec: Body = {}) => ({ spec: { schedule: '@daily', ...jobTemplate(), ...spec } })
const { storageVersion: version } = cronJob

export const cronJobRules = rulesOfObject({
  type: 'CronJob',
  version,
  at: 'spec',
  object: cron,
  examples: [
    given('schedule', { schedule: '' }, { schedule: '*/5 * * * *' }),
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
    invalid(
      'timeZone',
      'must not be Local',
      'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones',
      { timeZone: 'Local' },
      { timeZone: 'UTC' },
    ),
    invalid(
      'timeZone',
      'must be the name of a zone',
      'unknown time zone ../UTC',
      { timeZone: '../UTC' },
      { timeZone: 'Etc/UTC' },
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
})

const schedule = (rule: string, detail: string, breaks: string, keeps: string, besides?: readonly string[]) =>
  invalid('schedule', rule, detail, { schedule: breaks }, { schedule: keeps }, besides)

const NUMBERS = 'must have numbers that exist'
const notANumber = (text: string) =>
  `failed to parse int from ${text}: strconv.Atoi: parsing "${text}": invalid syntax`

export const scheduleRules = rulesOfObject({
  type: 'CronJob, schedule',
  version,
  at: 'spec',
  object: cron,
  examples: [
    schedule(
      'must not begin with an unknown time zone',
      'provided bad location Nowhere: unknown time zone Nowhere',
      'CRON_TZ=Nowhere * * * * *',
      '* * * * *',
      ['schedule'],
    ),
    schedule('must be a known word', 'unrecognized descriptor: @often', '@often', '@midnight'),
    schedule(
      'must have a duration after @every',
      'failed to parse duration @every 1: time: missing unit in duration "1"',
      '@every 1',
      '@every 1h30m',
    ),
    schedule(
      'must have a duration after @every',
      'failed to parse duration @every x: time: invalid duration "x"',
      '@every x',
      '@every -1s',
    ),
    schedule(
      'must have five fields, or be a word such as @hourly',
      'expected exactly 5 fields, found 4: [* * * *]',
      '* * * *',
      '*  *  *  *  *',
    ),
    schedule('must have numbers', notANumber('x'), 'x * * * *', '0-59/2 1,2 1 jan Mon-fri'),
    schedule('must have numbers in ranges', notANumber(''), '-5 * * * *', '1-5 * * * *'),
    schedule('must have ranges of two numbers', 'too many hyphens: 1-2-3', '1-2-3 * * * *', '1-2 * * * *'),
    schedule('must have one step', 'too many slashes: 1/2/3', '1/2/3 * * * *', '1/2 * * * *'),
    schedule(
      'must not have a negative step',
      'negative number (-2) not allowed: -2',
      '*/-2 * * * *',
      '*/2 * * * *',
    ),
    schedule(NUMBERS, 'beginning of range (0) below minimum (1): 0', '* * 0 * *', '* * 1 * *'),
    schedule(NUMBERS, 'end of range (61) above maximum (59): 61', '61 * * * *', '59 * * * *'),
    schedule(
      'must have ranges in ascending order',
      'beginning of range (5) beyond end of range (2): 5-2',
      '5-2 * * * *',
      '2-5 * * * *',
    ),
    schedule(
      'must not have a step of 0',
      'step of range should be a positive number: */0',
      '*/0 * * * *',
      '*/1 * * * *',
    ),
  ],
})

export const newCronJobRules = rulesOfCreate({
  type: 'CronJob',
  version,
  at: 'metadata',
  object: (metadata) => ({ metadata, ...cron() }),
  examples: [
    invalid(
      'name',
      'must not be longer than 52 characters',
      'must be no more than 52 characters',
      { name: 'a'.repeat(53) },
      { name: 'a'.repeat(52) },
    ),
  ],
})

/** The defaults of jobs do not apply to a template. */
const templateExamples = [
  required(
    'podFailurePolicy.rules[0].onPodConditions[0].status',
    'is required',
    'valid values: ["False" "True" "Unknown"]',
    patterns({}),
    patterns({ status: 'True' }),
  ),
]

export const jobTemplateRules = rulesOfObject({
  type: 'JobTemplateSpec',
  version,
  at: 'spec.jobTemplate.spec',
  object: (spec) => cron(jobTemplate(spec)),
  examples: [...runExamples, ...templateExamples],
})
