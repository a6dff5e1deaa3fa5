import type { Random } from '../support/random.js'
import { NETWORK_ADJUSTMENTS } from './network-values.js'
import { ACCESS_ADJUSTMENTS } from './random-access.js'
import { ADMISSION_ADJUSTMENTS } from './random-admission.js'
import { CORE_ADJUSTMENTS } from './random-core.js'
import { DEFINITION_ADJUSTMENTS } from './random-definitions.js'
import { DEVICE_ADJUSTMENTS } from './random-devices.js'
import { type Adjustment, type FieldValues, keepOne, listIn } from './random-fields.js'
import { SMALL_GROUP_ADJUSTMENTS } from './random-small-groups.js'
import * as text from './random-text.js'
import { VOLUME_ADJUSTMENTS } from './random-volumes.js'

/**
 * Makes the fields of a struct consistent: sets some and removes some. An adjustment for one version has the full name of the
 * struct, an adjustment for all versions the last part of the name.
 */
export function adjust(struct: string, fields: FieldValues, random: Random): void {
  const adjustment = ADJUSTMENTS[struct] ?? ADJUSTMENTS[struct.slice(struct.lastIndexOf('.') + 1)]
  adjustment?.(fields, random)
}

const HANDLERS = ['exec', 'httpGet', 'tcpSocket', 'grpc', 'sleep']
const keepOneHandler: Adjustment = (fields) => {
  keepOne(fields, HANDLERS, { tcpSocket: { port: 80 } })
  const { exec } = fields as { exec?: FieldValues }
  if (exec) exec.command ??= ['true']
}

const nameByPosition = (list: readonly FieldValues[], prefix: string) => {
  for (const [index, element] of list.entries()) element.name = `${prefix}-${index}`
}

function requirement(operators: readonly string[]): Adjustment {
  return (fields, random) => {
    const operator = random.pick(operators)
    const some = Array.from({ length: 1 + random.below(2) }, () => text.labelValue(random))
    const one = operator === 'Gt' || operator === 'Lt'
    const values = operator.endsWith('In') ? some : one ? ['1'] : undefined
    Object.assign(fields, { key: text.qualifiedName(random), operator, values })
  }
}

function selectOwnTemplate(workload: FieldValues, random: Random): void {
  const fields = { ...(workload.spec as FieldValues | null) }
  workload.spec = fields
  const template = (fields.template ?? {}) as { metadata?: FieldValues | null; spec?: FieldValues | null }
  const labels = { app: 'web', ...((template.metadata?.labels ?? {}) as FieldValues) }
  template.metadata = { ...template.metadata, labels }
  template.spec = {
    ...template.spec,
    containers: template.spec?.containers ?? [{ name: 'main', image: 'web' }],
  }
  fields.template = template
  fields.selector = random.pick([undefined, ...SELECTORS])
}

/** In current groups the selector is required. */
function selectOwnTemplateByName(workload: FieldValues, random: Random): void {
  selectOwnTemplate(workload, random)
  ;(workload.spec as FieldValues).selector = random.pick(SELECTORS)
}

/** The selector of a ReplicationController is a label map. */
function selectOwnTemplateByLabels(workload: FieldValues, random: Random): void {
  selectOwnTemplate(workload, random)
  ;(workload.spec as FieldValues).selector = random.pick([undefined, { app: 'web' }])
}

const SELECTORS = [
  { matchLabels: { app: 'web' } },
  { matchExpressions: [{ key: 'app', operator: 'In', values: ['web', 'x'] }] },
]

/** Either maxSurge or maxUnavailable is set. */
function rollDaemons(fields: FieldValues, random: Random): void {
  if (fields.maxSurge == null || random.chance(0.3)) {
    fields.maxSurge = random.pick([undefined, 0, '0%'])
    return
  }
  fields.maxUnavailable = random.pick([0, '0%'])
  fields.maxSurge = random.pick([1, 0x7fffffff, '1%', '0100%'])
}

function adjustPod(fields: FieldValues, random: Random): void {
  const volumes = listIn(fields, 'volumes')
  nameByPosition(volumes, 'volume')
  const containers = listIn(fields, 'containers')
  if (containers.length === 0) containers.push({ image: 'web' })
  fields.containers = containers
  nameByPosition(containers, 'main')
  const init = listIn(fields, 'initContainers')
  nameByPosition(init, 'init')
  for (const container of init) {
    for (const field of ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe'])
      delete container[field]
  }
  let port = 1000
  for (const name of NOT_AT_RANDOM) delete fields[name]
  for (const container of [...containers, ...init]) {
    container.image ??= 'web'
    for (const mapping of listIn(container, 'ports')) {
      port++
      Object.assign(mapping, { name: random.pick(['', `p${port}`]), containerPort: port })
      mapping.hostPort = random.pick([undefined, 0, port])
    }
    mountSome(container, volumes, random)
  }
}

function mountSome(container: FieldValues, volumes: readonly FieldValues[], random: Random): void {
  if (volumes.length === 0) container.volumeMounts = undefined
  for (const [index, mount] of listIn(container, 'volumeMounts').entries()) {
    mount.name = random.pick(volumes).name
    mount.mountPath = `/mnt/${index}`
    // Containers are not privileged.
    if (mount.mountPropagation === 'Bidirectional') mount.mountPropagation = 'HostToContainer'
  }
}

/** `matchFields` supports only the name of a node. */
function dropFields(affinity: FieldValues): void {
  for (const term of JSON.stringify(affinity).includes('matchFields') ? termsIn(affinity) : []) {
    term.matchFields = undefined
  }
}

function termsIn(affinity: FieldValues): FieldValues[] {
  const required = (affinity.requiredDuringSchedulingIgnoredDuringExecution ?? {}) as FieldValues
  const preferred = listIn(affinity, 'preferredDuringSchedulingIgnoredDuringExecution')
  return [
    ...listIn(required, 'nodeSelectorTerms'),
    ...preferred.map(({ preference }) => preference as FieldValues),
  ]
}

function keepRuntimeDefault(profile: FieldValues): void {
  Object.assign(profile, { type: 'RuntimeDefault', localhostProfile: undefined })
}

/** Fields that new pods cannot have, or that random values would make inconsistent. */
const NOT_AT_RANDOM = [
  'ephemeralContainers',
  'schedulingGates',
  'readinessGates',
  'topologySpreadConstraints',
  'resourceClaims',
  'resources',
  'overhead',
  'runtimeClassName',
  'shareProcessNamespace',
  'hostUsers',
  'os',
]

const ADJUSTMENTS: Readonly<Record<string, Adjustment>> = {
  ...ACCESS_ADJUSTMENTS,
  ...ADMISSION_ADJUSTMENTS,
  ...CORE_ADJUSTMENTS,
  ...SMALL_GROUP_ADJUSTMENTS,
  ...DEFINITION_ADJUSTMENTS,
  ...DEVICE_ADJUSTMENTS,
  ...NETWORK_ADJUSTMENTS,
  ...VOLUME_ADJUSTMENTS,
  Deployment: selectOwnTemplate,
  ReplicaSet: selectOwnTemplate,
  DaemonSet: selectOwnTemplate,
  StatefulSet: selectOwnTemplateByName,
  ControllerRevision: (fields) => {
    fields.data ??= {}
  },
  ReplicationController: selectOwnTemplateByLabels,
  'io.k8s.api.apps.v1.DaemonSet': selectOwnTemplateByName,
  'io.k8s.api.apps.v1.Deployment': selectOwnTemplateByName,
  'io.k8s.api.apps.v1.ReplicaSet': selectOwnTemplateByName,
  'io.k8s.api.apps.v1.RollingUpdateDaemonSet': rollDaemons,
  PodAffinityTerm: (fields) => {
    for (const name of ['matchLabelKeys', 'mismatchLabelKeys']) delete fields[name]
  },
  LabelSelectorRequirement: requirement(['In', 'NotIn', 'Exists', 'DoesNotExist']),
  NodeSelectorRequirement: requirement(['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt']),
  NodeSelectorTerm: (fields) => {
    if (listIn(fields, 'matchExpressions').length === 0) {
      fields.matchExpressions = [{ key: 'zone', operator: 'Exists' }]
    }
  },
  NodeSelector: (fields) => {
    if (listIn(fields, 'nodeSelectorTerms').length === 0) {
      fields.nodeSelectorTerms = [{ matchExpressions: [{ key: 'zone', operator: 'Exists' }] }]
    }
  },
  Toleration: (fields, random) => {
    Object.assign(
      fields,
      random.pick([
        { key: undefined, operator: 'Exists', value: '', effect: '', tolerationSeconds: undefined },
        { key: 'a/b', operator: 'Equal', value: 'x', effect: 'NoSchedule', tolerationSeconds: undefined },
        { key: 'a', operator: '', value: '', effect: 'NoExecute', tolerationSeconds: 0 },
      ]),
    )
  },
  NodeSwapStatus: (fields) => {
    fields.capacity = 1
  },
  PodSpec: adjustPod,
  Pod: (fields) => {
    fields.spec ??= { containers: [{ name: 'main', image: 'web' }] }
  },
  PodTemplate: (fields) => {
    const template = { ...(fields.template as FieldValues | null) }
    template.spec ??= { containers: [{ name: 'main', image: 'web' }] }
    fields.template = template
  },
  NodeAffinity: dropFields,
  GRPCAction: (fields) => {
    fields.port = 80
  },
  SecurityContext: (fields) => {
    Object.assign(fields, { runAsGroup: 1, procMount: 'Default', windowsOptions: undefined })
  },
  PodSecurityContext: (fields) => {
    Object.assign(fields, {
      runAsGroup: 1,
      seLinuxChangePolicy: 'Recursive',
      windowsOptions: undefined,
    })
  },
  SeccompProfile: keepRuntimeDefault,
  AppArmorProfile: keepRuntimeDefault,
  WindowsSecurityContextOptions: (fields) => {
    fields.runAsUserName = undefined
    fields.gmsaCredentialSpec = undefined
    // Host processes require the host network, and no other containers.
    if (fields.hostProcess != null) fields.hostProcess = false
  },
  Sysctl: (fields, random) => {
    fields.name = `kernel.n${random.below(1_000_000)}`
  },
  VolumeMount: (fields) => {
    fields.recursiveReadOnly = undefined
    fields.subPathExpr = undefined
    if (fields.mountPropagation === 'None') fields.mountPropagation = undefined
  },
  ContainerPort: (fields) => {
    if (fields.protocol === 'SCTP') fields.protocol = 'TCP'
  },
  EnvVar: (fields) => {
    if (fields.valueFrom != null) fields.value = ''
  },
  EnvVarSource: (fields) =>
    keepOne(fields, ['fieldRef', 'resourceFieldRef', 'configMapKeyRef', 'secretKeyRef'], {
      fieldRef: { fieldPath: 'metadata.name' },
    }),
  EnvFromSource: (fields) =>
    keepOne(fields, ['configMapRef', 'secretRef'], { secretRef: { name: 'secret' } }),
  ConfigMapEnvSource: (fields) => {
    fields.name ??= 'config'
  },
  SecretEnvSource: (fields) => {
    fields.name ??= 'secret'
  },
  ConfigMapKeySelector: (fields) => {
    fields.name ??= 'config'
  },
  SecretKeySelector: (fields) => {
    fields.name ??= 'secret'
  },
  LifecycleHandler: (fields, random) => {
    // The maximum sleep depends on the pod.
    delete fields.sleep
    keepOneHandler(fields, random)
  },
  Probe: (fields, random) => {
    keepOneHandler(fields, random)
    fields.terminationGracePeriodSeconds = random.pick([undefined, 1])
  },
  Container: (fields) => {
    const { livenessProbe } = fields as { livenessProbe?: FieldValues }
    if (livenessProbe) livenessProbe.successThreshold = 1
    const { startupProbe, readinessProbe } = fields as {
      startupProbe?: FieldValues
      readinessProbe?: FieldValues
    }
    if (startupProbe) startupProbe.successThreshold = 1
    if (readinessProbe) readinessProbe.terminationGracePeriodSeconds = undefined
    fields.restartPolicy = undefined
    fields.resizePolicy = undefined
  },
  ResourceRequirements: (fields, random) => {
    fields.claims = undefined
    const [least, most] = random.pick([
      ['0.1', 1],
      ['64Mi', '1Gi'],
      ['1', '1'],
    ] as const)
    fields.limits = random.pick([undefined, {}, { cpu: most, 'example.com/gpu': 2 }])
    fields.requests = random.pick([undefined, { memory: '1Mi' }, { cpu: least }])
  },
  Ingress: (fields) => {
    const spec = { ...(fields.spec as FieldValues | null) }
    if (listIn(spec, 'rules').length === 0) spec.backend ??= { serviceName: 'web', servicePort: 80 }
    fields.spec = spec
  },
  HTTPIngressRuleValue: (fields) => {
    if (listIn(fields, 'paths').length > 0) return
    fields.paths = [{ backend: { serviceName: 'web', servicePort: 80 } }]
  },
  Cluster: (fields) => {
    const spec = { ...(fields.spec as FieldValues | null) }
    if (listIn(spec, 'serverAddressByClientCIDRs').length === 0) {
      spec.serverAddressByClientCIDRs = [{ clientCIDR: '0.0.0.0/0' }]
    }
    fields.spec = spec
  },
  HostAlias: (fields) => {
    fields.ip ??= '::1'
  },
  PodDNSConfigOption: (fields) => {
    fields.name ??= 'ndots'
  },
  ManagedFieldsEntry: (fields, random) => {
    fields.operation = random.pick(['Apply', 'Update'])
    if (fields.fieldsType != null) fields.fieldsType = 'FieldsV1'
    if (fields.manager != null) fields.manager = text.qualifiedName(random)
  },
  ObjectMeta: (fields) => {
    fields.name ??= 'example'
    // Only one reference may be the controller.
    for (const owner of listIn(fields, 'ownerReferences'))
      if (owner.controller === true) owner.controller = false
  },
}
