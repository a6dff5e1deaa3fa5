import { template } from '#kinds/example-objects.fixture.js'
import { qualifiedName, rfc1123Subdomain } from '#meta/formats.js'
import {
  type Body,
  follows,
  given,
  invalid,
  notNegative,
  oneOf,
  type RuleExample,
  required,
  tooLarge,
  tooMany,
  unique,
} from '#meta/rule-examples.fixture.js'

export const indexed = (part: Body) => ({ completionMode: 'Indexed', completions: 3, ...part })
const failing = (rule: Body, part: Body = {}) => ({ ...part, podFailurePolicy: { rules: [rule] } })
const exiting = (part: Body) =>
  failing({ action: 'FailJob', onExitCodes: { operator: 'In', values: [1], ...part } })
export const patterns = (part: Body) =>
  failing({ action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', ...part }] })
const succeeding = (rule: Body) => indexed({ successPolicy: { rules: [rule] } })
const RULE = 'podFailurePolicy.rules[0]'
const SUCCESS = 'successPolicy.rules[0]'
const INDEXED_ONLY = 'requires indexed completion mode'
const many = (part: Body) => indexed({ completions: 100_001, backoffLimitPerIndex: 1, ...part })
const conditions = (count: number) => numbers(count).map((number) => ({ type: `C${number}`, status: 'True' }))
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** The rules on a job spec, which also apply to the template of a cron job. */
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
    'is required with maxFailedIndexes',
    'when maxFailedIndexes is specified',
    indexed({ maxFailedIndexes: 1 }),
    indexed({ maxFailedIndexes: 1, backoffLimitPerIndex: 1 }),
  ),
  notNegative(
    'maxFailedIndexes',
    indexed({ maxFailedIndexes: -1, backoffLimitPerIndex: 1 }),
    indexed({ maxFailedIndexes: 0, backoffLimitPerIndex: 1 }),
  ),
  given('managedBy', { managedBy: '' }, {}),
  follows(
    'managedBy',
    rfc1123Subdomain,
    { managedBy: 'Example.com/mine' },
    { managedBy: 'example.com/mine' },
  ),
  invalid(
    'managedBy',
    'must have a path of letters, digits and the characters of a URL',
    "Invalid path (regex used for validation is '[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')",
    { managedBy: 'example.com/a b' },
    { managedBy: 'example.com/a/b' },
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
    'is required with Indexed',
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
  invalid(
    'maxFailedIndexes',
    'must not be more than 100000',
    'must be less than or equal to 100000',
    many({ maxFailedIndexes: 100_001 }),
    many({ maxFailedIndexes: 10_000 }),
    ['maxFailedIndexes'],
  ),
  invalid(
    'parallelism',
    'must not be more than 10000 with more than 100000 completions and backoffLimitPerIndex',
    'must be less than or equal to 10000 when completions are above 100000 and used with backoff limit per index',
    many({ maxFailedIndexes: 1, parallelism: 10_001 }),
    many({ maxFailedIndexes: 1, parallelism: 10_000 }),
  ),
  required(
    'maxFailedIndexes',
    'is required with more than 100000 completions and backoffLimitPerIndex',
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
    'needs Indexed',
    INDEXED_ONLY,
    { completionMode: 'NonIndexed', backoffLimitPerIndex: 1 },
    indexed({ backoffLimitPerIndex: 1 }),
  ),
  invalid(
    'maxFailedIndexes',
    'needs Indexed',
    INDEXED_ONLY,
    { completionMode: 'NonIndexed', backoffLimitPerIndex: 1, maxFailedIndexes: 1 },
    indexed({ backoffLimitPerIndex: 1, maxFailedIndexes: 1 }),
    ['backoffLimitPerIndex'],
  ),
  tooMany(
    'podFailurePolicy.rules',
    20,
    { podFailurePolicy: { rules: numbers(21).map(() => exiting({}).podFailurePolicy.rules[0]) } },
    { podFailurePolicy: { rules: numbers(20).map(() => exiting({}).podFailurePolicy.rules[0]) } },
  ),
  required(
    `${RULE}.action`,
    'is required',
    'valid values: ["Count" "FailIndex" "FailJob" "Ignore"]',
    failing({ onExitCodes: { operator: 'In', values: [1] } }),
    exiting({}),
  ),
  invalid(
    `${RULE}.action`,
    'FailIndex needs backoffLimitPerIndex',
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
  tooMany(
    `${RULE}.onPodConditions`,
    20,
    failing({ action: 'Ignore', onPodConditions: conditions(21) }),
    failing({ action: 'Ignore', onPodConditions: conditions(20) }),
  ),
  invalid(
    RULE,
    'must not have both conditions and exit codes',
    'specifying both OnExitCodes and OnPodConditions is not supported',
    failing({
      action: 'Ignore',
      onExitCodes: { operator: 'In', values: [1] },
      onPodConditions: conditions(1),
    }),
    exiting({}),
  ),
  oneOf(
    `${RULE}.action`,
    ['Count', 'FailIndex', 'FailJob', 'Ignore'],
    failing({ action: 'Odd', onExitCodes: { operator: 'In', values: [1] } }),
    exiting({}),
  ),
  required(
    `${RULE}.onExitCodes.operator`,
    'is required',
    'valid values: ["In" "NotIn"]',
    exiting({ operator: '' }),
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
    'is required',
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
    'must match the format',
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
    'needs Indexed',
    INDEXED_ONLY,
    { completionMode: 'NonIndexed', successPolicy: { rules: [{ succeededCount: 1 }] } },
    succeeding({ succeededCount: 1 }),
  ),
  required(
    'successPolicy.rules',
    'is required',
    'at least one rules must be specified when the successPolicy is specified',
    indexed({ successPolicy: { rules: [] } }),
    succeeding({ succeededCount: 1 }),
  ),
  tooMany(
    'successPolicy.rules',
    20,
    indexed({ successPolicy: { rules: numbers(21).map(() => ({ succeededCount: 1 })) } }),
    indexed({ successPolicy: { rules: numbers(20).map(() => ({ succeededCount: 1 })) } }),
  ),
  tooLarge(
    `${SUCCESS}.succeededIndexes`,
    65_536,
    succeeding({ succeededIndexes: `${'0'.repeat(65_536)}1` }),
    succeeding({ succeededIndexes: `${'0'.repeat(65_535)}1` }),
  ),
  notNegative(
    `${SUCCESS}.succeededCount`,
    succeeding({ succeededCount: -1 }),
    succeeding({ succeededCount: 0 }),
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
  oneOf(
    'podReplacementPolicy',
    ['Failed'],
    { ...exiting({}), podReplacementPolicy: 'TerminatingOrFailed' },
    { ...exiting({}), podReplacementPolicy: 'Failed' },
  ),
  oneOf(
    'template.spec.restartPolicy',
    ['OnFailure', 'Never'],
    { template: template({ restartPolicy: 'Sometimes' }) },
    { template: template({ restartPolicy: 'Never' }) },
    ['template.spec.restartPolicy'],
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
