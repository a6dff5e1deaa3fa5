import type { Random } from '../support/random.js'
import { NETWORK_ADJUSTMENTS } from './network-values.js'
import { ACCESS_ADJUSTMENTS } from './random-access.js'
import { ADMISSION_ADJUSTMENTS } from './random-admission.js'
import { CORE_ADJUSTMENTS } from './random-core.js'
import { DEFINITION_ADJUSTMENTS } from './random-definitions.js'
import { SMALL_GROUP_ADJUSTMENTS } from './random-small-groups.js'
import * as text from './random-text.js'

export type Members = Record<string, unknown>

/**
 * What must agree between the members of a struct: some are set, some taken away. What differs from version to version is
 * found under the whole name of the struct, the rest under its last word.
 */
export function adjust(struct: string, members: Members, random: Random): void {
  const adjustment = ADJUSTMENTS[struct] ?? ADJUSTMENTS[struct.slice(struct.lastIndexOf('.') + 1)]
  adjustment?.(members, random)
}

type Adjustment = (members: Members, random: Random) => void

const listIn = (members: Members, name: string) => (members[name] ?? []) as Members[]

/** Keeps one of the members that are set, or sets the one to fall back on. */
function keepOne(members: Members, names: readonly string[], fallBack?: Members): void {
  const [first, ...others] = names.filter((name) => members[name] != null)
  for (const name of others) delete members[name]
  if (first === undefined) Object.assign(members, fallBack)
}

const HANDLERS = ['exec', 'httpGet', 'tcpSocket', 'grpc', 'sleep']
const keepOneHandler: Adjustment = (members) => {
  keepOne(members, HANDLERS, { tcpSocket: { port: 80 } })
  const { exec } = members as { exec?: Members }
  if (exec) exec.command ??= ['true']
}

const nameByPosition = (list: readonly Members[], prefix: string) => {
  for (const [index, element] of list.entries()) element.name = `${prefix}-${index}`
}

function requirement(operators: readonly string[]): Adjustment {
  return (members, random) => {
    const operator = random.pick(operators)
    const some = Array.from({ length: 1 + random.below(2) }, () => text.labelValue(random))
    const one = operator === 'Gt' || operator === 'Lt'
    const values = operator.endsWith('In') ? some : one ? ['1'] : undefined
    Object.assign(members, { key: text.qualifiedName(random), operator, values })
  }
}

function selectOwnTemplate(workload: Members, random: Random): void {
  const members = { ...(workload.spec as Members | null) }
  workload.spec = members
  const template = (members.template ?? {}) as { metadata?: Members | null; spec?: Members | null }
  const labels = { app: 'web', ...((template.metadata?.labels ?? {}) as Members) }
  template.metadata = { ...template.metadata, labels }
  template.spec = {
    ...template.spec,
    containers: template.spec?.containers ?? [{ name: 'main', image: 'web' }],
  }
  members.template = template
  members.selector = random.pick([undefined, ...SELECTORS])
}

/** In groups of today the selector may not be left out. */
function selectOwnTemplateByName(workload: Members, random: Random): void {
  selectOwnTemplate(workload, random)
  ;(workload.spec as Members).selector = random.pick(SELECTORS)
}

/** The oldest of the kinds select by labels alone. */
function selectOwnTemplateByLabels(workload: Members, random: Random): void {
  selectOwnTemplate(workload, random)
  ;(workload.spec as Members).selector = random.pick([undefined, { app: 'web' }])
}

const SELECTORS = [
  { matchLabels: { app: 'web' } },
  { matchExpressions: [{ key: 'app', operator: 'In', values: ['web', 'x'] }] },
]

/** New pods come beside the old ones or after them. */
function rollDaemons(members: Members, random: Random): void {
  if (members.maxSurge == null || random.chance(0.3)) {
    members.maxSurge = random.pick([undefined, 0, '0%'])
    return
  }
  members.maxUnavailable = random.pick([0, '0%'])
  members.maxSurge = random.pick([1, 0x7fffffff, '1%', '0100%'])
}

function adjustPod(members: Members, random: Random): void {
  const volumes = listIn(members, 'volumes')
  nameByPosition(volumes, 'volume')
  const containers = listIn(members, 'containers')
  if (containers.length === 0) containers.push({ image: 'web' })
  members.containers = containers
  nameByPosition(containers, 'main')
  const init = listIn(members, 'initContainers')
  nameByPosition(init, 'init')
  for (const container of init) {
    for (const member of ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe'])
      delete container[member]
  }
  let port = 1000
  for (const name of NOT_AT_RANDOM) delete members[name]
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

function mountSome(container: Members, volumes: readonly Members[], random: Random): void {
  if (volumes.length === 0) container.volumeMounts = undefined
  for (const [index, mount] of listIn(container, 'volumeMounts').entries()) {
    mount.name = random.pick(volumes).name
    mount.mountPath = `/mnt/${index}`
  }
}

/** Only the name of a node can be examined besides its labels. */
function dropFields(affinity: Members): void {
  for (const term of JSON.stringify(affinity).includes('matchFields') ? termsIn(affinity) : []) {
    term.matchFields = undefined
  }
}

function termsIn(affinity: Members): Members[] {
  const required = (affinity.requiredDuringSchedulingIgnoredDuringExecution ?? {}) as Members
  const preferred = listIn(affinity, 'preferredDuringSchedulingIgnoredDuringExecution')
  return [
    ...listIn(required, 'nodeSelectorTerms'),
    ...preferred.map(({ preference }) => preference as Members),
  ]
}

function keepRuntimeDefault(profile: Members): void {
  Object.assign(profile, { type: 'RuntimeDefault', localhostProfile: undefined })
}

/** What new pods cannot have, or what depends on one another in ways that random values do not. */
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
  ...NETWORK_ADJUSTMENTS,
  Deployment: selectOwnTemplate,
  ReplicaSet: selectOwnTemplate,
  DaemonSet: selectOwnTemplate,
  StatefulSet: selectOwnTemplateByName,
  ControllerRevision: (members) => {
    members.data ??= {}
  },
  ReplicationController: selectOwnTemplateByLabels,
  'io.k8s.api.apps.v1.DaemonSet': selectOwnTemplateByName,
  'io.k8s.api.apps.v1.Deployment': selectOwnTemplateByName,
  'io.k8s.api.apps.v1.ReplicaSet': selectOwnTemplateByName,
  'io.k8s.api.apps.v1.RollingUpdateDaemonSet': rollDaemons,
  LabelSelectorRequirement: requirement(['In', 'NotIn', 'Exists', 'DoesNotExist']),
  NodeSelectorRequirement: requirement(['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt']),
  NodeSelectorTerm: (members) => {
    if (listIn(members, 'matchExpressions').length === 0) {
      members.matchExpressions = [{ key: 'zone', operator: 'Exists' }]
    }
  },
  NodeSelector: (members) => {
    if (listIn(members, 'nodeSelectorTerms').length === 0) {
      members.nodeSelectorTerms = [{ matchExpressions: [{ key: 'zone', operator: 'Exists' }] }]
    }
  },
  Toleration: (members, random) => {
    Object.assign(
      members,
      random.pick([
        { key: undefined, operator: 'Exists', value: '', effect: '', tolerationSeconds: undefined },
        { key: 'a/b', operator: 'Equal', value: 'x', effect: 'NoSchedule', tolerationSeconds: undefined },
        { key: 'a', operator: '', value: '', effect: 'NoExecute', tolerationSeconds: 0 },
      ]),
    )
  },
  PodSpec: adjustPod,
  Pod: (members) => {
    members.spec ??= { containers: [{ name: 'main', image: 'web' }] }
  },
  PodTemplate: (members) => {
    const template = { ...(members.template as Members | null) }
    template.spec ??= { containers: [{ name: 'main', image: 'web' }] }
    members.template = template
  },
  NodeAffinity: dropFields,
  GRPCAction: (members) => {
    members.port = 80
  },
  SecurityContext: (members) => {
    members.runAsGroup = 1
  },
  PodSecurityContext: (members) => {
    Object.assign(members, { runAsGroup: 1, seLinuxChangePolicy: 'Recursive' })
  },
  SeccompProfile: keepRuntimeDefault,
  AppArmorProfile: keepRuntimeDefault,
  WindowsSecurityContextOptions: (members) => {
    members.runAsUserName = undefined
    members.gmsaCredentialSpec = undefined
    // Processes of the host go with the network of the host, and with no other containers.
    if (members.hostProcess != null) members.hostProcess = false
  },
  Sysctl: (members, random) => {
    members.name = `kernel.n${random.below(1_000_000)}`
  },
  VolumeMount: (members) => {
    members.recursiveReadOnly = undefined
    members.subPathExpr = undefined
    if (members.mountPropagation === 'None') members.mountPropagation = undefined
  },
  ContainerPort: (members) => {
    if (members.protocol === 'SCTP') members.protocol = 'TCP'
  },
  VolumeProjection: (members) => {
    members.serviceAccountToken = undefined
    members.clusterTrustBundle = undefined
  },
  EphemeralVolumeSource: (members) => {
    members.volumeClaimTemplate = {
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    }
  },
  CSIVolumeSource: (members) => {
    members.driver = 'disk.example.com'
    members.nodePublishSecretRef = undefined
  },
  ImageVolumeSource: (members) => {
    members.reference = 'files:1'
  },
  EnvVar: (members) => {
    if (members.valueFrom != null) members.value = ''
  },
  EnvVarSource: (members) =>
    keepOne(members, ['fieldRef', 'resourceFieldRef', 'configMapKeyRef', 'secretKeyRef'], {
      fieldRef: { fieldPath: 'metadata.name' },
    }),
  EnvFromSource: (members) =>
    keepOne(members, ['configMapRef', 'secretRef'], { secretRef: { name: 'secret' } }),
  ConfigMapEnvSource: (members) => {
    members.name ??= 'config'
  },
  SecretEnvSource: (members) => {
    members.name ??= 'secret'
  },
  ConfigMapKeySelector: (members) => {
    members.name ??= 'config'
  },
  SecretKeySelector: (members) => {
    members.name ??= 'secret'
  },
  LifecycleHandler: (members, random) => {
    // How long a pause may be depends on the pod.
    delete members.sleep
    keepOneHandler(members, random)
  },
  Probe: (members, random) => {
    keepOneHandler(members, random)
    members.terminationGracePeriodSeconds = random.pick([undefined, 1])
  },
  Container: (members) => {
    const { livenessProbe } = members as { livenessProbe?: Members }
    if (livenessProbe) livenessProbe.successThreshold = 1
    const { startupProbe, readinessProbe } = members as { startupProbe?: Members; readinessProbe?: Members }
    if (startupProbe) startupProbe.successThreshold = 1
    if (readinessProbe) readinessProbe.terminationGracePeriodSeconds = undefined
    members.restartPolicy = undefined
    members.resizePolicy = undefined
  },
  ResourceRequirements: (members, random) => {
    members.claims = undefined
    const [least, most] = random.pick([
      ['0.1', 1],
      ['64Mi', '1Gi'],
      ['1', '1'],
    ] as const)
    members.limits = random.pick([undefined, {}, { cpu: most, 'example.com/gpu': 2 }])
    members.requests = random.pick([undefined, { memory: '1Mi' }, { cpu: least }])
  },
  Ingress: (members) => {
    const spec = { ...(members.spec as Members | null) }
    if (listIn(spec, 'rules').length === 0) spec.backend ??= { serviceName: 'web', servicePort: 80 }
    members.spec = spec
  },
  HTTPIngressRuleValue: (members) => {
    if (listIn(members, 'paths').length > 0) return
    members.paths = [{ backend: { serviceName: 'web', servicePort: 80 } }]
  },
  Cluster: (members) => {
    const spec = { ...(members.spec as Members | null) }
    if (listIn(spec, 'serverAddressByClientCIDRs').length === 0) {
      spec.serverAddressByClientCIDRs = [{ clientCIDR: '0.0.0.0/0' }]
    }
    members.spec = spec
  },
  Volume: (members, random) => {
    const sources = Object.keys(members).filter((name) => name !== 'name' && members[name] !== null)
    const kept = random.pick(sources)
    for (const source of sources) if (source !== kept) delete members[source]
  },
  GCEPersistentDiskVolumeSource: (members) => {
    members.readOnly = true
  },
  DownwardAPIVolumeFile: (members) =>
    keepOne(members, ['fieldRef', 'resourceFieldRef'], { fieldRef: { fieldPath: 'metadata.labels' } }),
  ObjectFieldSelector: (members, random) => {
    members.fieldPath = random.pick(['metadata.name', 'metadata.uid', "metadata.annotations['A/b']"])
  },
  ResourceFieldSelector: (members) => {
    members.containerName ??= 'main'
  },
  ProjectedVolumeSource: (members) => {
    let file = 0
    for (const source of listIn(members, 'sources')) {
      keepOne(source, ['secret', 'configMap', 'downwardAPI'])
      for (const projection of Object.values(source) as (Members | null)[]) {
        for (const item of listIn(projection ?? {}, 'items')) item.path = `file-${file++}`
      }
    }
  },
  SecretProjection: (members) => {
    members.name ??= 'secret'
  },
  ConfigMapProjection: (members) => {
    members.name ??= 'config'
  },
  SecretVolumeSource: (members) => {
    members.secretName ??= 'secret'
  },
  ConfigMapVolumeSource: (members) => {
    members.name ??= 'config'
  },
  ISCSIVolumeSource: (members) => {
    if (members.chapAuthDiscovery || members.chapAuthSession) members.secretRef ??= { name: 'chap' }
  },
  RBDVolumeSource: (members) => {
    members.monitors ??= ['monitor']
  },
  CephFSVolumeSource: (members) => {
    members.monitors ??= ['monitor']
  },
  FlockerVolumeSource: (members) => keepOne(members, ['datasetName', 'datasetUUID'], { datasetUUID: 'u' }),
  FCVolumeSource: (members, random) => {
    Object.assign(
      members,
      random.pick([
        { targetWWNs: ['w'], wwids: [], lun: 0 },
        { targetWWNs: null, wwids: ['w'] },
      ]),
    )
  },
  ScaleIOVolumeSource: (members) => {
    members.volumeName = 'volume'
  },
  StorageOSVolumeSource: (members) => {
    members.volumeName = 'volume'
    if (members.secretRef != null) members.secretRef = { name: 'secret' }
  },
  HostAlias: (members) => {
    members.ip ??= '::1'
  },
  PodDNSConfigOption: (members) => {
    members.name ??= 'ndots'
  },
  ManagedFieldsEntry: (members, random) => {
    members.operation = random.pick(['Apply', 'Update'])
    if (members.fieldsType != null) members.fieldsType = 'FieldsV1'
    if (members.manager != null) members.manager = text.qualifiedName(random)
  },
  ObjectMeta: (members) => {
    members.name ??= 'example'
    // A reference that says it is the controller would have to be the only one.
    for (const owner of listIn(members, 'ownerReferences'))
      if (owner.controller === true) owner.controller = false
  },
}
