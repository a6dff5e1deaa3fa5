import { horizontalPodAutoscaler } from '#kinds/autoscaling/horizontalpodautoscaler/index.js'
import { rulesOfObject, rulesOfStatus } from '#kinds/example-objects.fixture.js'
import { pathSegment, qualifiedName, rfc1123Label } from '#meta/formats.js'
import {
  type Body,
  follows,
  forbidden,
  given,
  invalid,
  notNegative,
  oneOf,
  type RuleExample,
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
const external = (target: Body, part: Body = {}) =>
  metric('External', 'external', { metric: { name: 'm' }, target: { type: 'Value', ...target }, ...part })
const pods = (target: Body, part: Body = {}) =>
  metric('Pods', 'pods', { metric: { name: 'm' }, target: { type: 'AverageValue', ...target }, ...part })
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
  follows('scaleTargetRef.kind', pathSegment, { scaleTargetRef: { ...TARGET, kind: 'a/b' } }, {}),
  given('scaleTargetRef.name', { scaleTargetRef: { kind: 'Deployment' } }, {}),
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
  ...[object, external, pods].map((metric) => {
    const field = metric({}).metrics[0]?.type.toLowerCase()
    const target = { averageValue: '1' }
    return follows(
      `${AT}.${field}.metric.name`,
      pathSegment,
      metric(target, { metric: { name: 'a/b' } }),
      metric(target),
    )
  }),
  ...[external, pods].map((metric) => {
    const field = metric({}).metrics[0]?.type.toLowerCase()
    const target = { averageValue: '1' }
    return required(
      `${AT}.${field}.metric.name`,
      'is required',
      'must specify a metric name',
      metric(target, { metric: {} }),
      metric(target),
    )
  }),
  required(
    `${AT}.type`,
    'is required',
    'must specify a metric source type',
    { metrics: [{ ...cpu(UTILIZATION).metrics[0], type: '' }] },
    cpu(UTILIZATION),
    [`${AT}.type`],
  ),
  invalid(
    `${AT}.resource.target.averageValue`,
    'must be positive',
    'must be positive',
    cpu({ averageValue: '0' }),
    cpu({ averageValue: '1' }),
  ),
  required(
    `${AT}.resource.target.type`,
    'is required',
    'must specify a metric target type',
    cpu({ ...UTILIZATION, type: '' }),
    cpu(UTILIZATION),
    [`${AT}.resource.target.type`],
  ),
  required(
    `${AT}.containerResource.target.averageUtilization`,
    'is required unless averageValue is',
    'must set either a target raw value or a target utilization',
    container({ target: { type: 'Utilization' } }),
    container({}),
  ),
  forbidden(
    `${AT}.containerResource.target.averageValue`,
    'must not be set beside averageUtilization',
    'may not set both a target raw value and a target utilization',
    container({ target: { type: 'Utilization', averageUtilization: 50, averageValue: '1' } }),
    container({}),
  ),
  required(
    `${AT}.containerResource.name`,
    'is required',
    'must specify a resource name',
    container({ name: '' }),
    container({}),
  ),
  follows(`${AT}.containerResource.name`, qualifiedName, container({ name: 'a b' }), container({}), [
    `${AT}.containerResource.name`,
  ]),
  invalid(
    `${AT}.containerResource.name`,
    'must be a standard resource or have a domain',
    'must be a standard resource type or fully qualified',
    container({ name: 'gold' }),
    container({ name: 'example.com/gold' }),
    [`${AT}.containerResource.name`],
  ),
  invalid(
    `${AT}.containerResource.name`,
    'must be a resource of containers',
    'must be a standard resource for containers',
    container({ name: 'pods' }),
    container({ name: 'memory' }),
  ),
  invalid(
    `${AT}.containerResource.name`,
    'must not begin with requests',
    "doesn't follow extended resource name standard",
    container({ name: 'requests.example.com/gold' }),
    container({ name: 'example.com/gold' }),
  ),
  follows(
    `${AT}.containerResource.container`,
    rfc1123Label,
    container({ container: 'Main' }),
    container({ container: 'main' }),
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
    'must set either a target value or averageValue',
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
    'must be more than 0',
    'must be greater than zero',
    scaling({ policies: [policy({ periodSeconds: 0 })] }),
    scaling({ policies: [policy({ periodSeconds: 1 })] }),
  ),
  invalid(
    `${UP}.policies[0].periodSeconds`,
    'must not be more than 1800',
    'must be less than or equal to 1800',
    scaling({ policies: [policy({ periodSeconds: 1801 })] }),
    scaling({ policies: [policy({ periodSeconds: 1800 })] }),
  ),
]

const { storageVersion: version } = horizontalPodAutoscaler
const autoscaler = (spec: Body = {}) => ({ spec: { scaleTargetRef: TARGET, maxReplicas: 5, ...spec } })

export const autoscalerRules = rulesOfObject({
  type: 'HorizontalPodAutoscaler',
  version,
  at: 'spec',
  object: autoscaler,
  examples: [...limitExamples, ...metricExamples, ...behaviorExamples],
})

export const autoscalerStatusRules = rulesOfStatus({
  type: 'HorizontalPodAutoscaler',
  version,
  at: 'status',
  before: autoscaler(),
  object: (status) => ({ desiredReplicas: 0, ...status }),
  examples: [
    notNegative('currentReplicas', { currentReplicas: -1 }, { currentReplicas: 0 }),
    notNegative('desiredReplicas', { desiredReplicas: -1 }, { desiredReplicas: 0 }),
  ],
})
