import { rulesOfCreate, rulesOfObject, rulesOfUpdate, template } from '#kinds/example-objects.fixture.js'
import { type Body, fixed, invalid, required } from '#meta/rule-examples.fixture.js'
import { job } from './index.js'
import { indexed, runExamples } from './spec-rules.examples.js'

const { storageVersion: version } = job
const TEMPLATE = template({ restartPolicy: 'Never' })
const labelled = (labels: Body) => ({
  template: template({ restartPolicy: 'Never' }, { labels: { app: 'web', ...labels } }),
})
const byHand = (part: Body = {}) => ({
  manualSelector: true,
  selector: { matchLabels: { app: 'web' } },
  ...part,
})

const UID_LABELS = ['controller-uid', 'batch.kubernetes.io/controller-uid']
const LABELS = ['job-name', 'batch.kubernetes.io/job-name']

/** An update without the generated selector breaks further rules. */
export const generatedSelectorRules = rulesOfCreate({
  type: 'Job',
  version,
  at: 'spec',
  object: (spec) => ({ spec: { template: TEMPLATE, ...spec } }),
  examples: [
    ...UID_LABELS.map((label) =>
      invalid(
        `template.metadata.labels[${label}]`,
        'must be the uid of the job, unless manualSelector is true',
        "must be ''",
        labelled({ [label]: 'other' }),
        byHand(labelled({ [label]: 'other' })),
        // The selector has this one.
        label.includes('/') ? ['template.metadata.labels'] : undefined,
      ),
    ),
    ...LABELS.map((label) =>
      invalid(
        `template.metadata.labels[${label}]`,
        'must be the name of the job, unless manualSelector is true',
        "must be 'example'",
        labelled({ [label]: 'other' }),
        byHand(labelled({ [label]: 'other' })),
      ),
    ),
    invalid(
      'selector',
      'must be left to the server, unless manualSelector is true',
      '`selector` not auto-generated',
      { selector: { matchLabels: { app: 'web' } } },
      byHand(),
    ),
  ],
})

export const jobRules = rulesOfObject({
  type: 'Job',
  version,
  at: 'spec',
  object: (spec) => ({ spec: { template: TEMPLATE, ...spec } }),
  examples: [
    ...runExamples,
    required('selector', 'is required with manualSelector', '', { manualSelector: true }, byHand(), [
      'template.metadata.labels',
    ]),
    invalid(
      'template.metadata.labels',
      'must match the selector',
      '`selector` does not match template `labels`',
      byHand({ selector: { matchLabels: { app: 'other' } } }),
      byHand(),
    ),
  ],
})

export const jobNameRules = rulesOfCreate({
  type: 'Job',
  version,
  at: 'metadata',
  object: ({ completions, ...metadata }) => ({
    metadata,
    spec: { template: TEMPLATE, completionMode: 'Indexed', completions },
  }),
  examples: [
    invalid(
      'name',
      'of an indexed job must leave room for the index',
      `will not able to create pod with invalid DNS label: ${'a'.repeat(62)}-9`,
      { name: 'a'.repeat(62), completions: 10 },
      { name: 'a'.repeat(61), completions: 10 },
    ),
  ],
})

const placed = (part: Body) => ({ template: template({ restartPolicy: 'Never', ...part }) })

/** The body is the change of a suspended job, or of a started one if it says so. */
export const jobChangeRules = rulesOfUpdate({
  type: 'Job',
  version,
  at: 'spec',
  before: ({ started = false, from = {} }) => ({
    spec: byHand({ template: TEMPLATE, suspend: true, ...(from as Body) }),
    status: started ? { startTime: '2024-03-01T10:00:00Z' } : {},
  }),
  object: ({ started: _, from = {}, ...spec }) => ({
    spec: byHand({ template: TEMPLATE, suspend: true, ...(from as Body), ...spec }),
  }),
  examples: [
    fixed(
      'completions',
      { from: { completions: 1 }, completions: 2 },
      { from: { completions: 1 }, parallelism: 2 },
    ),
    invalid(
      'completions',
      'of an indexed job must stay or become equal to parallelism',
      'can only be modified in tandem with spec.parallelism',
      { from: indexed({ parallelism: 3 }), completions: 4 },
      { from: indexed({ parallelism: 3 }), completions: 4, parallelism: 4 },
    ),
    fixed('selector', { selector: { matchExpressions: [{ key: 'app', operator: 'Exists' }] } }, {}),
    fixed(
      'template',
      { started: true, ...placed({ nodeSelector: { a: 'b' } }) },
      placed({ nodeSelector: { a: 'b' } }),
    ),
    fixed('completionMode', { completionMode: 'Indexed', completions: 1 }, {}),
    fixed(
      'podFailurePolicy',
      {
        podFailurePolicy: { rules: [{ action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget' }] }] },
        podReplacementPolicy: 'Failed',
      },
      {},
    ),
    fixed('backoffLimitPerIndex', { from: indexed({ parallelism: 3 }), backoffLimitPerIndex: 1 }, {}),
    fixed('managedBy', { managedBy: 'example.com/a' }, {}),
    fixed(
      'successPolicy',
      { from: indexed({ parallelism: 3 }), successPolicy: { rules: [{ succeededCount: 1 }] } },
      {},
    ),
  ],
})
