import type { Random } from '../support/random.js'
import { NETWORK_MAKERS } from './network-values.js'
import { CORE_MAKERS } from './random-core.js'
import { DEFINITION_MAKERS } from './random-definitions.js'
import { SMALL_GROUP_MAKERS } from './random-small-groups.js'
import * as text from './random-text.js'

type Maker = (random: Random) => unknown

const oneOf =
  (...choices: unknown[]): Maker =>
  (random) =>
    random.pick(choices)
const atMost =
  (highest: number): Maker =>
  (random) =>
    random.below(highest + 1)
const listOf =
  (make: Maker, most = 3): Maker =>
  (random) =>
    Array.from({ length: 1 + random.below(most) }, () => make(random))
const mapOf =
  (key: (random: Random) => string, value: Maker): Maker =>
  (random) =>
    Object.fromEntries(Array.from({ length: random.below(4) }, () => [key(random), value(random)]))

const port: Maker = (random) => (random.chance(0.5) ? 1 + random.below(65535) : text.portName(random))
const countOrPercent: Maker = (random) =>
  random.chance(0.5) ? 1 + random.below(9) : `${1 + random.below(100)}%`
const labels = mapOf(text.qualifiedName, text.labelValue)
const iscsiName = oneOf(
  'iqn.2001-04.com.example:disk1',
  'eui.0123456789abcdef',
  `naa.${'0123456789abcdef'.repeat(2)}`,
)
const leftOut: Maker = () => undefined
const word: Maker = (random) => text.dnsLabel(random)

/** Makers of field values, by struct and field, where the type alone is not enough. */
export const MAKERS: Readonly<Record<string, Maker>> = {
  ...CORE_MAKERS,
  ...SMALL_GROUP_MAKERS,
  ...NETWORK_MAKERS,
  ...DEFINITION_MAKERS,
  'ObjectMeta.name': text.dns1035Label,
  'ObjectMeta.generateName': (random) => `${text.dns1035Label(random)}-`,
  'ObjectMeta.namespace': leftOut,
  'ObjectMeta.resourceVersion': leftOut,
  'ObjectMeta.clusterName': text.dns1035Label,
  'ObjectMeta.labels': labels,
  'ObjectMeta.annotations': mapOf(text.qualifiedName, text.anyText),
  'ObjectMeta.finalizers': listOf((random) => `example.com/${text.dnsLabel(random)}`),
  'OwnerReference.apiVersion': oneOf('v1', 'apps/v1'),
  'OwnerReference.kind': word,
  'OwnerReference.name': word,
  'OwnerReference.uid': word,
  'OwnerReference.controller': oneOf(false),
  'Initializer.name': (random) => `${text.dnsLabel(random)}.example.com`,
  'Initializers.result': leftOut,
  'LabelSelector.matchLabels': labels,

  'DeploymentStrategy.type': oneOf('', 'RollingUpdate'),
  'StatefulSetUpdateStrategy.type': oneOf('', 'RollingUpdate'),
  'RollingUpdateStatefulSetStrategy.maxUnavailable': countOrPercent,
  'StatefulSetSpec.podManagementPolicy': oneOf('', 'OrderedReady', 'Parallel'),
  'StatefulSetPersistentVolumeClaimRetentionPolicy.whenDeleted': oneOf('', 'Retain', 'Delete'),
  'StatefulSetPersistentVolumeClaimRetentionPolicy.whenScaled': oneOf('', 'Retain', 'Delete'),
  'ControllerRevision.data': oneOf({}, { b: [1, { a: null }], a: { '': 'ü' } }),
  'DaemonSetUpdateStrategy.type': oneOf('', 'OnDelete', 'RollingUpdate'),
  'RollingUpdateDeployment.maxUnavailable': countOrPercent,
  'RollingUpdateDeployment.maxSurge': countOrPercent,
  'RollingUpdateDaemonSet.maxUnavailable': countOrPercent,
  'DeploymentSpec.minReadySeconds': atMost(500),
  'DeploymentSpec.progressDeadlineSeconds': (random) => 501 + random.below(500),
  'IngressBackend.serviceName': text.dns1035Label,
  'IngressBackend.servicePort': port,
  'IngressRule.host': text.host,
  'HTTPIngressPath.path': oneOf('', '/', '/a(b|c)*', '/[a-z]+', '/ü'),
  'IngressTLS.hosts': listOf(text.host),
  'ServerAddressByClientCIDR.clientCIDR': oneOf('', '0.0.0.0/0', '10.1.0.0/16', '::/0'),

  'PodSpec.restartPolicy': oneOf('', 'Always'),
  'PodSpec.dnsPolicy': oneOf('', 'ClusterFirstWithHostNet', 'ClusterFirst', 'Default'),
  'PodSpec.activeDeadlineSeconds': leftOut,
  'PodSpec.nodeSelector': labels,
  'PodSpec.serviceAccountName': text.subdomain,
  'PodSpec.serviceAccount': text.subdomain,
  'PodSpec.nodeName': text.subdomain,
  'PodSpec.hostname': text.dnsLabel,
  'PodSpec.subdomain': text.dnsLabel,
  'PodSpec.priorityClassName': text.subdomain,
  'PodSecurityContext.runAsUser': atMost(70_000),
  'PodSecurityContext.fsGroup': atMost(70_000),
  'PodSecurityContext.supplementalGroups': listOf(atMost(70_000)),
  'SecurityContext.privileged': oneOf(false),
  'SecurityContext.runAsUser': atMost(70_000),
  'PodDNSConfig.nameservers': listOf(text.address),
  'PodDNSConfig.searches': listOf(text.subdomain),
  'PodDNSConfigOption.name': oneOf('ndots', 'debug'),
  'HostAlias.ip': text.address,
  'HostAlias.hostnames': listOf(text.subdomain),
  'PodAffinityTerm.namespaces': listOf(text.dnsLabel),
  'PodAffinityTerm.topologyKey': text.qualifiedName,
  'PreferredSchedulingTerm.weight': (random) => 1 + random.below(100),
  'WeightedPodAffinityTerm.weight': (random) => 1 + random.below(100),

  'Container.image': oneOf('web', 'web:1', 'registry.example/web:latest', 'web@sha256:0', 'not an image'),
  'Container.imagePullPolicy': oneOf('', 'Always', 'IfNotPresent', 'Never'),
  'Container.terminationMessagePolicy': oneOf('', 'File', 'FallbackToLogsOnError'),
  'ContainerPort.protocol': oneOf('', 'TCP', 'UDP'),
  'EnvVar.name': text.envVarName,
  'EnvFromSource.prefix': text.envVarName,
  'ObjectFieldSelector.apiVersion': oneOf('', 'v1'),
  'ObjectFieldSelector.fieldPath': oneOf('metadata.name', 'metadata.uid', "metadata.labels['a']"),
  'ResourceFieldSelector.containerName': word,
  'ResourceFieldSelector.resource': oneOf('limits.cpu', 'requests.cpu'),
  'ResourceFieldSelector.divisor': oneOf('0', '1', '1m', 1),
  'ConfigMapKeySelector.name': text.subdomain,
  'ConfigMapKeySelector.key': text.configKey,
  'SecretKeySelector.name': text.subdomain,
  'SecretKeySelector.key': text.configKey,
  'ConfigMapEnvSource.name': text.subdomain,
  'SecretEnvSource.name': text.subdomain,
  'VolumeMount.subPath': text.relativePath,
  'VolumeMount.mountPropagation': oneOf('Bidirectional', 'HostToContainer'),
  'Container.volumeDevices': leftOut,
  'ExecAction.command': listOf(text.anyText),
  'HTTPGetAction.port': port,
  'HTTPGetAction.scheme': oneOf('', 'HTTP', 'HTTPS'),
  'HTTPHeader.name': word,
  'TCPSocketAction.port': port,

  'HostPathVolumeSource.path': text.absolutePath,
  'HostPathVolumeSource.type': oneOf('', 'Directory', 'Socket'),
  'GitRepoVolumeSource.repository': word,
  'GitRepoVolumeSource.directory': text.relativePath,
  'GCEPersistentDiskVolumeSource.pdName': word,
  'GCEPersistentDiskVolumeSource.partition': atMost(255),
  'GCEPersistentDiskVolumeSource.readOnly': oneOf(true),
  'AWSElasticBlockStoreVolumeSource.volumeID': word,
  'AWSElasticBlockStoreVolumeSource.partition': atMost(255),
  'SecretVolumeSource.secretName': word,
  'SecretVolumeSource.defaultMode': atMost(0o777),
  'ConfigMapVolumeSource.name': word,
  'ConfigMapVolumeSource.defaultMode': atMost(0o777),
  'DownwardAPIVolumeSource.defaultMode': atMost(0o777),
  'ProjectedVolumeSource.defaultMode': atMost(0o777),
  'SecretProjection.name': word,
  'ConfigMapProjection.name': word,
  'KeyToPath.key': word,
  'KeyToPath.path': text.relativePath,
  'KeyToPath.mode': atMost(0o777),
  'DownwardAPIVolumeFile.path': text.relativePath,
  'DownwardAPIVolumeFile.mode': atMost(0o777),
  'NFSVolumeSource.server': word,
  'NFSVolumeSource.path': text.absolutePath,
  'ISCSIVolumeSource.targetPortal': oneOf('10.0.0.1:3260'),
  'ISCSIVolumeSource.iqn': iscsiName,
  'ISCSIVolumeSource.lun': atMost(255),
  'ISCSIVolumeSource.initiatorName': iscsiName,
  'GlusterfsVolumeSource.endpoints': word,
  'GlusterfsVolumeSource.path': word,
  'RBDVolumeSource.monitors': listOf(word),
  'RBDVolumeSource.image': word,
  'CephFSVolumeSource.monitors': listOf(word),
  'CinderVolumeSource.volumeID': word,
  'AzureFileVolumeSource.secretName': word,
  'AzureFileVolumeSource.shareName': word,
  'AzureDiskVolumeSource.diskName': word,
  'AzureDiskVolumeSource.cachingMode': oneOf('None', 'ReadOnly', 'ReadWrite'),
  'AzureDiskVolumeSource.kind': oneOf('Dedicated', 'Shared'),
  'AzureDiskVolumeSource.diskURI': oneOf('https://account/container/disk.vhd'),
  'VsphereVirtualDiskVolumeSource.volumePath': word,
  'PhotonPersistentDiskVolumeSource.pdID': word,
  'PersistentVolumeClaimVolumeSource.claimName': word,
  'PortworxVolumeSource.volumeID': word,
  'ScaleIOVolumeSource.gateway': word,
  'ScaleIOVolumeSource.system': word,
  'FlexVolumeSource.driver': word,
  'QuobyteVolumeSource.registry': oneOf('a:1', 'a:1,[::1]:2'),
  'QuobyteVolumeSource.volume': word,
  'FCVolumeSource.lun': atMost(255),
  'FlockerVolumeSource.datasetName': word,
  'FlockerVolumeSource.datasetUUID': word,
  'StorageOSVolumeSource.volumeNamespace': text.dnsLabel,
}
