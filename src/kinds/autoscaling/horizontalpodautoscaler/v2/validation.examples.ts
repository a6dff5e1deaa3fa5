import { horizontalPodAutoscaler } from '#kinds/autoscaling/horizontalpodautoscaler/index.js'
import { validateNew } from '#kinds/example-objects.fixture.js'
import { FieldErrors } from '#meta/field-errors.js'
import { pathSegment } from '#meta/formats.js'
import {
  type Body,
  follows,
  forbidden,
  given,
  invalid,
  notNegative,
  oneOf,
  type RuleExample,
  type RuleTable,
  required,
} from '#meta/rule-examples.fixture.js'

const TARGET = { kind: 'Deployment', name: 'web' }
const metric = (type: string, field: string, source: Body) => ({ metrics: [{ type, [field]: source }] })
const cpu = (target: Body, part: Body = {}) =>
  metric('Resource', 'resource', { name: 'cpu', target: { type: 'Utilization', ...target }, ...part })
const container = (part: Body) =>
  metric('ContainerResource', 'containerResource', {
    name: 'cpu',
    container: 'main',
    target: { type: 'Utilization', averageUtilization: 50 },
    ...part,
  })
const object = (target: Body, part: Body = {}) =>
  metric('Object', 'object', {
    describedObject: TARGET,
    metric: { name: 'm' },
    target: { type: 'Value', ...target },
    ...part,
  })
const external = (target: Body) =>
  metric('External', 'external', { metric: { name: 'm' }, target: { type: 'Value', ...target } })
const pods = (target: Body) =>
  metric('Pods', 'pods', { metric: { name: 'm' }, target: { type: 'AverageValue', ...target } })
const policy = (part: Body) => ({ type: 'Pods', value: 1, periodSeconds: 60, ...part })
const scaling = (rules: Body) => ({ behavior: { scaleUp: { policies: [policy({})], ...rules } } })
const AT = 'metrics[0]'
const UP = 'behavior.scaleUp'
const UTILIZATION = { averageUtilization: 50 }

const limitExamples: RuleExample[] = [
  invalid(
    'minReplicas',
    'must be at least 1',
    'must be greater than or equal to 1',
    { minReplicas: -1 },
    { minReplicas: 1 },
  ),
  invalid(
    'maxReplicas',
    'must be more than 0',
    'must be greater than 0',
    { maxReplicas: 0 },
    { maxReplicas: 1 },
    ['maxReplicas'],
  ),
  invalid(
    'maxReplicas',
    'must not be less than minReplicas',
    'must be greater than or equal to `minReplicas`',
    { minReplicas: 6 },
    { minReplicas: 5 },
  ),
  given('scaleTargetRef.kind', { scaleTargetRef: { name: 'web' } }, {}),
  follows('scaleTargetRef.name', pathSegment, { scaleTargetRef: { ...TARGET, name: 'a/b' } }, {}),
  forbidden(
    'metrics',
    'with minReplicas 0 one must be of an object or from outside',
    'must specify at least one Object or External metric to support scaling to zero replicas',
    { minReplicas: 0 },
    {},
    ['minReplicas'],
  ),
]

const metricExamples: RuleExample[] = [
  oneOf(
    `${AT}.type`,
    ['ContainerResource', 'External', 'Object', 'Pods', 'Resource'],
    { metrics: [{ type: 'Odd' }] },
    cpu(UTILIZATION),
  ),
  required(
    `${AT}.resource`,
    'is required when the type says so',
    'must populate information for the given metric source',
    { metrics: [{ type: 'Resource' }] },
    cpu(UTILIZATION),
  ),
  forbidden(
    `${AT}.pods`,
    'must not be set beside another source',
    'must populate the given metric source only',
    {
      metrics: [
        { ...cpu(UTILIZATION).metrics[0], ...pods({ averageValue: '1' }).metrics[0], type: 'Resource' },
      ],
    },
    cpu(UTILIZATION),
  ),
  required(
    `${AT}.resource.name`,
    'is required',
    'must specify a resource name',
    cpu(UTILIZATION, { name: '' }),
    cpu(UTILIZATION),
  ),
  invalid(
    `${AT}.resource.target.type`,
    'must be one of the supported values',
    'must be either Utilization, Value, or AverageValue',
    cpu({ ...UTILIZATION, type: 'Odd' }),
    cpu(UTILIZATION),
  ),
  invalid(
    `${AT}.resource.target.averageUtilization`,
    'must be more than 0',
    'must be greater than 0',
    cpu({ averageUtilization: 0 }),
    cpu({ averageUtilization: 1 }),
  ),
  required(
    `${AT}.resource.target.averageUtilization`,
    'is required unless averageValue is',
    'must set either a target raw value or a target utilization',
    cpu({}),
    cpu({ averageValue: '100m' }),
  ),
  forbidden(
    `${AT}.resource.target.averageValue`,
    'must not be set beside averageUtilization',
    'may not set both a target raw value and a target utilization',
    cpu({ ...UTILIZATION, averageValue: '1' }),
    cpu(UTILIZATION),
  ),
  required(
    `${AT}.containerResource.container`,
    'is required',
    'must specify a container',
    container({ container: '' }),
    container({}),
  ),
  required(
    `${AT}.object.metric.name`,
    'is required',
    'must specify a metric name',
    object({ value: '1' }, { metric: {} }),
    object({ value: '1' }),
  ),
  required(
    `${AT}.object.target.averageValue`,
    'is required unless value is',
    'must specify either a target value or a target averageValue',
    object({}),
    object({ averageValue: '1' }),
  ),
  invalid(
    `${AT}.object.target.value`,
    'must be positive',
    'must be positive',
    object({ value: '-1' }),
    object({ value: '1m' }),
  ),
  required(
    `${AT}.external.target.averageValue`,
    'is required unless value is',
    'must set either a target value for metric or a per-pod target',
    external({}),
    external({ value: '1' }),
  ),
  forbidden(
    `${AT}.external.target.value`,
    'must not be set beside averageValue',
    'may not set both a target value for metric and a per-pod target',
    external({ value: '1', averageValue: '1' }),
    external({ averageValue: '1' }),
  ),
  required(
    `${AT}.pods.target.averageValue`,
    'is required',
    'must specify a positive target averageValue',
    pods({}),
    pods({ averageValue: '1' }),
  ),
]

const behaviorExamples: RuleExample[] = [
  invalid(
    `${UP}.stabilizationWindowSeconds`,
    'must not be negative',
    'must be greater than or equal to zero',
    scaling({ stabilizationWindowSeconds: -1 }),
    scaling({ stabilizationWindowSeconds: 0 }),
  ),
  invalid(
    `${UP}.stabilizationWindowSeconds`,
    'must not be more than 3600',
    'must be less than or equal to 3600',
    scaling({ stabilizationWindowSeconds: 3601 }),
    scaling({ stabilizationWindowSeconds: 3600 }),
  ),
  oneOf(`${UP}.selectPolicy`, ['Disabled', 'Max', 'Min'], scaling({ selectPolicy: 'Odd' }), scaling({})),
  required(
    `${UP}.policies`,
    'is required',
    'must specify at least one Policy',
    scaling({ policies: [] }),
    scaling({}),
  ),
  oneOf(
    `${UP}.policies[0].type`,
    ['Percent', 'Pods'],
    scaling({ policies: [policy({ type: 'Odd' })] }),
    scaling({}),
  ),
  invalid(
    `${UP}.policies[0].value`,
    'must be more than 0',
    'must be greater than zero',
    scaling({ policies: [policy({ value: 0 })] }),
    scaling({}),
  ),
  invalid(
    `${UP}.policies[0].periodSeconds`,
    'must not be more than 1800',
    'must be less than or equal to 1800',
    scaling({ policies: [policy({ periodSeconds: 1801 })] }),
    scaling({ policies: [policy({ periodSeconds: 1800 })] }),
  ),
]

export const autoscalerRules: RuleTable = {
  type: 'HorizontalPodAutoscaler',
  at: 'spec',
  validate: (spec) =>
    validateNew(horizontalPodAutoscaler.storageVersion, {
      spec: { scaleTargetRef: TARGET, maxReplicas: 5, ...spec },
    }),
  examples: [...limitExamples, ...metricExamples, ...behaviorExamples],
}

export const autoscalerStatusRules: RuleTable = {
  type: 'HorizontalPodAutoscaler',
  on: 'status',
  at: 'status',
  validate(status) {
    const { decode, rules } = horizontalPodAutoscaler.storageVersion
    const errors = new FieldErrors()
    const object = decode({ status })
    rules.validateStatusUpdate?.(object, object, errors)
    return errors.all
  },
  examples: [
    notNegative('currentReplicas', { currentReplicas: -1 }, { currentReplicas: 0 }),
    notNegative('desiredReplicas', { desiredReplicas: -1 }, { desiredReplicas: 0 }),
  ],
}
