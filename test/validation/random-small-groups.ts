import { CERTIFICATE_REQUEST } from '../support/certificates/certificate-request.js'
import type { Random } from '../support/random.js'
import type { Adjustment, FieldValues } from './random-fields.js'

/** Valid objects of small groups: jobs, autoscalers, budgets, classes, drivers, requests and flows. */

type Maker = (random: Random) => unknown

const oneOf =
  (...choices: unknown[]): Maker =>
  (random) =>
    random.pick(choices)
const count = (lowest: number, highest: number): Maker => {
  return (random) => lowest + random.below(highest - lowest + 1)
}
const amount = oneOf('1', '1500m', '100Mi')

const SPEC = { spec: { containers: [{ name: 'main', image: 'web' }], restartPolicy: 'Never' } }

export const SMALL_GROUP_MAKERS: Readonly<Record<string, Maker>> = {
  'JobSpec.managedBy': oneOf('example.com/mine'),
  'JobSpec.selector': oneOf(undefined),
  'JobSpec.manualSelector': oneOf(undefined, false),
  'JobSpec.podFailurePolicy': oneOf(
    undefined,
    { rules: [] },
    { rules: [{ action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] }] },
    { rules: [{ action: 'FailJob', onExitCodes: { operator: 'NotIn', values: [0, 42] } }] },
  ),
  'CronJobSpec.schedule': oneOf('@hourly', '*/5 * * * *', '0 0 1 jan ?', '@every 90s'),
  'CronJobSpec.timeZone': oneOf('UTC', 'Europe/Berlin'),
  'CrossVersionObjectReference.kind': oneOf('Deployment', 'Odd'),
  'CrossVersionObjectReference.name': oneOf('web', 'A b'),
  'CrossVersionObjectReference.apiVersion': oneOf('', 'v1', 'apps/v1'),
  'HorizontalPodAutoscalerSpec.minReplicas': count(1, 200),
  'HorizontalPodAutoscalerSpec.maxReplicas': count(200, 300),
  'HorizontalPodAutoscalerSpec.targetCPUUtilizationPercentage': count(1, 200),
  'MetricIdentifier.name': oneOf('m', 'requests'),
  'ResourceMetricSource.name': oneOf('cpu', 'memory'),
  'ContainerResourceMetricSource.name': oneOf('cpu', 'memory'),
  'ContainerResourceMetricSource.container': oneOf('main'),
  'HPAScalingRules.stabilizationWindowSeconds': count(0, 3600),
  'HPAScalingRules.selectPolicy': oneOf('Max', 'Min', 'Disabled'),
  'HPAScalingRules.policies': oneOf([{ type: 'Percent', value: 10, periodSeconds: 1800 }]),
  'PodDisruptionBudgetSpec.maxUnavailable': oneOf('100%', 0, 7),
  'PodDisruptionBudgetSpec.minAvailable': oneOf('0%', 0, 7),
  'PriorityClass.value': oneOf(0, -5, 1_000_000_000),
  'StorageClass.provisioner': oneOf('example.com/Disk', 'disk'),
  'StorageClass.reclaimPolicy': oneOf('Delete', 'Retain'),
  'TopologySelectorLabelRequirement.key': oneOf('zone', 'example.com/zone'),
  'TopologySelectorLabelRequirement.values': oneOf(['a'], ['a', 'b']),
  'CSIDriverSpec.volumeLifecycleModes': oneOf(['Persistent'], ['Ephemeral', 'Persistent'], []),
  'CSIDriverSpec.fsGroupPolicy': oneOf('File', 'None', 'ReadWriteOnceWithFSType'),
  'CSIDriverSpec.tokenRequests': oneOf([], [{ audience: '' }, { audience: 'a', expirationSeconds: 600 }]),
  'CSINodeSpec.drivers': oneOf(
    [],
    [{ name: 'a.example.com', nodeID: 'n', topologyKeys: ['zone'], allocatable: { count: 0 } }],
  ),
  'CSIStorageCapacity.storageClassName': oneOf('fast'),
  'VolumeAttachmentSpec.attacher': oneOf('Disk.example.com'),
  'VolumeAttachmentSpec.nodeName': oneOf('node-1'),
  'VolumeAttachmentSource.persistentVolumeName': oneOf('volume'),
  'RuntimeClass.handler': oneOf('runc', 'kata-1'),
  'Scheduling.nodeSelector': oneOf({ zone: 'a' }),
  'Overhead.podFixed': oneOf({ cpu: '250m' }, { memory: '64Mi', 'example.com/chip': '1' }),
  'CertificateSigningRequestSpec.request': oneOf(CERTIFICATE_REQUEST),
  'CertificateSigningRequestSpec.signerName': oneOf('example.com/signer', 'a.b/c.d'),
  'CertificateSigningRequestSpec.expirationSeconds': count(600, 700),
  'CertificateSigningRequestStatus.conditions': oneOf([{ type: 'Approved', status: 'True' }]),
  // The availability of this group is never checked, so nobody else writes the status.
  'APIServiceSpec.group': oneOf('apiregistration.k8s.io'),
  'APIServiceSpec.version': oneOf('v1', 'v2beta1', 'v3', 'v4alpha1'),
  'APIServiceSpec.groupPriorityMinimum': count(1, 20_000),
  'APIServiceSpec.versionPriority': count(1, 1000),
  'APIServiceSpec.insecureSkipTLSVerify': oneOf(undefined, false),
  'FlowSchemaSpec.matchingPrecedence': count(2, 10_000),
  'FlowSchemaSpec.distinguisherMethod': oneOf({ type: 'ByUser' }, { type: 'ByNamespace' }),
  'FlowSchemaSpec.rules': oneOf(
    [],
    [
      {
        subjects: [{ kind: 'ServiceAccount', serviceAccount: { namespace: 'a', name: '*' } }],
        resourceRules: [{ verbs: ['*'], apiGroups: [''], resources: ['*'], clusterScope: true }],
      },
    ],
  ),
  'PriorityLevelConfigurationReference.name': oneOf('workload-low'),
  'LimitResponse.type': oneOf('Queue'),
  'LimitResponse.queuing': oneOf({}, { queues: 8, handSize: 8, queueLengthLimit: 1 }),
  'LimitedPriorityLevelConfiguration.lendablePercent': count(0, 100),
  'ExemptPriorityLevelConfiguration.lendablePercent': count(0, 100),
}

const SOURCES: Readonly<Record<string, string>> = {
  Object: 'object',
  Pods: 'pods',
  Resource: 'resource',
  ContainerResource: 'containerResource',
  External: 'external',
}

/** One source, and its type. */
const keepOneSource: Adjustment = (metric, random) => {
  const given = Object.keys(SOURCES).filter((type) => metric[SOURCES[type] as string] != null)
  const kept = given.length === 0 ? 'Resource' : random.pick(given)
  for (const [type, field] of Object.entries(SOURCES)) if (type !== kept) delete metric[field]
  metric.type = kept
  metric.resource ??= kept === 'Resource' ? { name: 'cpu', target: {} } : undefined
}

const wantValue =
  (type: string, field: string, make: Maker): Adjustment =>
  (source, random) => {
    source.target = { type, [field]: make(random) }
  }

const wantAny =
  (...wants: Adjustment[]): Adjustment =>
  (source, random) =>
    random.pick(wants)(source, random)

const value = wantValue('Value', 'value', amount)
const averageValue = wantValue('AverageValue', 'averageValue', amount)
const utilization = wantValue('Utilization', 'averageUtilization', count(1, 200))

function adjustRun(spec: FieldValues, random: Random): void {
  if (random.chance(0.5)) {
    const { backoffLimitPerIndex: perIndex } = spec
    const maxFailedIndexes = perIndex == null ? undefined : random.pick([undefined, 5])
    Object.assign(spec, { completionMode: 'Indexed', completions: 5, parallelism: 3, maxFailedIndexes })
    spec.successPolicy = random.pick([
      undefined,
      { rules: [{ succeededIndexes: '0-2,4', succeededCount: 4 }] },
    ])
  } else {
    spec.completionMode = random.pick([undefined, 'NonIndexed'])
    for (const field of ['backoffLimitPerIndex', 'maxFailedIndexes', 'successPolicy']) delete spec[field]
  }
  if (spec.podFailurePolicy != null) spec.podReplacementPolicy = 'Failed'
  const template = { ...SPEC, ...((spec.template ?? {}) as { spec?: FieldValues | null }) }
  template.spec = { ...SPEC.spec, ...template.spec, restartPolicy: 'Never' }
  template.spec.containers ??= SPEC.spec.containers
  spec.template = template
}

const named =
  (name: string): Adjustment =>
  (object) => {
    object.metadata = { ...(object.metadata as FieldValues | null), name, uid: 'u-1' }
  }

const runs =
  (name: string, inTemplate: boolean): Adjustment =>
  (object, random) => {
    named(name)(object, random)
    const run: FieldValues = {}
    if (inTemplate) {
      const spec = { schedule: '@daily', ...(object.spec as FieldValues | null) }
      const template = { ...((spec as FieldValues).jobTemplate as FieldValues | null) }
      if (template.spec == null) adjustRun(run, random)
      object.spec = { ...spec, jobTemplate: { ...template, spec: template.spec ?? run } }
    } else if (object.spec == null) {
      adjustRun(run, random)
      object.spec = run
    }
  }

const scales: Adjustment = (object, random) => {
  const scaleTargetRef = { kind: 'Deployment', name: 'web' }
  object.spec ??= { scaleTargetRef, maxReplicas: 200 + random.below(100) }
}

export const SMALL_GROUP_ADJUSTMENTS: Readonly<Record<string, Adjustment>> = {
  JobSpec: adjustRun,
  Job: runs('job', false),
  CronJob: runs('cron', true),
  HorizontalPodAutoscaler: scales,
  MetricSpec: (metric, random) => {
    keepOneSource(metric, random)
    if (metric.type === 'Resource') utilization(metric.resource as FieldValues, random)
  },
  ObjectMetricSource: wantAny(value, averageValue),
  ExternalMetricSource: wantAny(value, averageValue),
  PodsMetricSource: averageValue,
  ResourceMetricSource: wantAny(utilization, averageValue),
  ContainerResourceMetricSource: wantAny(utilization, averageValue),
  PodDisruptionBudgetSpec: (spec) => {
    if (spec.minAvailable != null) delete spec.maxUnavailable
  },
  CertificateSigningRequestSpec: (spec) => {
    spec.usages = ['client auth', 's/mime']
  },
  TopologySelectorLabelRequirement: (requirement) => {
    requirement.values ??= ['a']
  },
  // Keys and terms are unique.
  TopologySelectorTerm: (term) => {
    term.matchLabelExpressions = [{ key: 'zone', values: ['a'] }]
  },
  StorageClass: (object) => {
    if (Array.isArray(object.allowedTopologies))
      object.allowedTopologies = object.allowedTopologies.slice(0, 1)
  },
  VolumeAttachmentSource: (source) => {
    source.persistentVolumeName ??= 'volume'
    delete source.inlineVolumeSpec
  },
  'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.ServiceReference': (fields, random) => {
    Object.assign(fields, { namespace: 'apis', name: 'boats', port: count(1, 65_535)(random) })
  },
  APIService: (object) => {
    object.spec ??= { groupPriorityMinimum: 1, versionPriority: 1 }
    const spec = object.spec as FieldValues
    spec.group ??= 'apiregistration.k8s.io'
    spec.version ??= 'v1'
    object.metadata = { ...(object.metadata as FieldValues), name: `${spec.version}.${spec.group}` }
    if (spec.service == null) delete spec.caBundle
  },
  FlowSchema: (object) => {
    object.spec ??= { priorityLevelConfiguration: { name: 'a' } }
  },
  // Tolerations of a class are unique.
  Scheduling: (scheduling) => {
    if (Array.isArray(scheduling.tolerations)) scheduling.tolerations = scheduling.tolerations.slice(0, 1)
  },
  PriorityLevelConfigurationSpec: (spec) => {
    // Only the priority level `exempt` is exempt.
    spec.type = 'Limited'
    delete spec.exempt
    spec.limited ??= { limitResponse: { type: 'Reject' } }
  },
  LimitedPriorityLevelConfiguration: (limited) => {
    limited.limitResponse ??= { type: 'Reject' }
  },
  LimitResponse: (response) => {
    if (response.queuing == null) response.type = 'Reject'
  },
  PriorityLevelConfiguration: (object) => {
    object.spec ??= { type: 'Limited', limited: { limitResponse: { type: 'Reject' } } }
  },
}
