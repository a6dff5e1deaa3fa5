import { labelSelectorRules } from '../meta/label-selector-rules.rules.js'
import type { RuleTable } from '../meta/rule-examples.fixture.js'
import { metadataChangeRules } from '../registry/metadata/metadata-change-rules.rules.js'
import * as metadata from '../registry/metadata/metadata-rules.rules.js'
import { deleteOptionsRules, todaysDeleteOptionsRules } from '../registry/write/delete-options.rules.js'
import { mutatingWebhookRules } from './admissionregistration/mutatingwebhookconfiguration/validation.rules.js'
import { validatingPolicyRules } from './admissionregistration/validatingadmissionpolicy/validation.rules.js'
import { validatingPolicyBindingRules } from './admissionregistration/validatingadmissionpolicybinding/validation.rules.js'
import { validatingWebhookRules } from './admissionregistration/validatingwebhookconfiguration/validation.rules.js'
import * as definition from './apiextensions/customresourcedefinition/validation.rules.js'
import * as controllerRevision from './apps/controllerrevision/validation.rules.js'
import * as daemonSet from './apps/daemonset/extensions-v1beta1/validation.rules.js'
import * as appsDeployment from './apps/deployment/apps-v1/validation.rules.js'
import * as deployment from './apps/deployment/extensions-v1beta1/validation.rules.js'
import * as appsReplicaset from './apps/replicaset/apps-v1/validation.rules.js'
import * as replicaSet from './apps/replicaset/extensions-v1beta1/validation.rules.js'
import { scaleRules } from './apps/scale/validation.rules.js'
import * as statefulSet from './apps/statefulset/validation.rules.js'
import * as access from './authorization/access-rules.rules.js'
import * as autoscaler from './autoscaling/horizontalpodautoscaler/v2/validation.rules.js'
import * as cronJob from './batch/cronjob/validation.rules.js'
import * as job from './batch/job/validation.rules.js'
import { leaseRules } from './coordination/lease/validation.rules.js'
import * as configMap from './core/configmap/validation.rules.js'
import { endpointsRules } from './core/endpoints/validation.rules.js'
import { coreEventRules } from './core/event/core-v1/validation.rules.js'
import * as event from './core/event/events-v1/validation.rules.js'
import { limitRangeRules } from './core/limitrange/validation.rules.js'
import * as namespace from './core/namespace/validation.rules.js'
import * as node from './core/node/validation.rules.js'
import * as persistentVolume from './core/persistentvolume/validation.rules.js'
import * as persistentVolumeClaim from './core/persistentvolumeclaim/validation.rules.js'
import * as podObject from './core/pod/validation.rules.js'
import * as replicationController from './core/replicationcontroller/validation.rules.js'
import * as resourceQuota from './core/resourcequota/validation.rules.js'
import * as secret from './core/secret/validation.rules.js'
import * as service from './core/service/validation.rules.js'
import * as defaulted from './defaulted-rules.rules.js'
import { endpointSliceRules } from './discovery/endpointslice/validation.rules.js'
import { clusterRules } from './federation/cluster/validation.rules.js'
import * as ingress from './networking/ingress/extensions-v1beta1/validation.rules.js'
import * as networkingIngress from './networking/ingress/networking-v1/validation.rules.js'
import * as ingressClass from './networking/ingressclass/validation.rules.js'
import { ipAddressRules } from './networking/ipaddress/validation.rules.js'
import { networkPolicyRules } from './networking/networkpolicy/validation.rules.js'
import { serviceCIDRRules } from './networking/servicecidr/validation.rules.js'
import * as budget from './policy/poddisruptionbudget/validation.rules.js'
import * as clusterRole from './rbac/clusterrole/validation.rules.js'
import * as roleBinding from './rbac/rolebinding/validation.rules.js'
import * as priorityClass from './scheduling/priorityclass/validation.rules.js'
import * as affinity from './shared/pod/affinity-rules.rules.js'
import * as container from './shared/pod/container-rules.rules.js'
import * as env from './shared/pod/env-rules.rules.js'
import * as mount from './shared/pod/mount-rules.rules.js'
import * as pod from './shared/pod/pod-spec-rules.rules.js'
import { podTemplateRules } from './shared/pod/pod-template-rules.rules.js'
import * as probe from './shared/pod/probe-rules.rules.js'
import * as resource from './shared/pod/resource-rules.rules.js'
import * as cloud from './shared/pod/volumes/cloud-rules.rules.js'
import * as config from './shared/pod/volumes/config-rules.rules.js'
import * as network from './shared/pod/volumes/network-rules.rules.js'
import * as volume from './shared/pod/volumes/volume-rules.rules.js'
import { selectorChangeRules } from './shared/selector-change.rules.js'
import * as storageClass from './storage/storageclass/validation.rules.js'

/** Every rule there is, in the order in which the docs show them. */
export const ruleTables: readonly RuleTable[] = [
  metadata.metadataRules,
  metadata.clusterWideMetadataRules,
  metadata.anyNameRules,
  metadataChangeRules,
  deleteOptionsRules,
  todaysDeleteOptionsRules,
  labelSelectorRules,
  deployment.deploymentRules,
  appsDeployment.deploymentRules,
  deployment.deploymentStatusRules,
  deployment.rollbackRules,
  scaleRules,
  replicaSet.replicaSetRules,
  appsReplicaset.replicaSetRules,
  replicaSet.replicaSetStatusRules,
  daemonSet.daemonSetRules,
  daemonSet.templateGenerationRules,
  daemonSet.daemonSetChangeRules,
  daemonSet.daemonSetStatusRules,
  selectorChangeRules,
  statefulSet.statefulSetRules,
  statefulSet.statefulSetChangeRules,
  statefulSet.statefulSetStatusRules,
  replicationController.replicationControllerRules,
  replicationController.replicationControllerStatusRules,
  controllerRevision.controllerRevisionRules,
  controllerRevision.controllerRevisionChangeRules,
  ingress.ingressRules,
  ingress.ingressStatusRules,
  job.jobRules,
  job.jobChangeRules,
  job.jobStatusRules,
  cronJob.cronJobRules,
  cronJob.jobTemplateRules,
  autoscaler.autoscalerRules,
  autoscaler.autoscalerStatusRules,
  budget.budgetRules,
  budget.budgetStatusRules,
  priorityClass.priorityClassRules,
  priorityClass.priorityClassChangeRules,
  storageClass.storageClassRules,
  storageClass.storageClassChangeRules,
  networkingIngress.networkingIngressRules,
  networkingIngress.ingressClassNameRules,
  networkingIngress.networkingIngressStatusRules,
  ingressClass.ingressClassRules,
  ingressClass.ingressClassChangeRules,
  networkPolicyRules,
  ipAddressRules,
  serviceCIDRRules,
  service.serviceRules,
  service.serviceChangeRules,
  service.serviceStatusRules,
  endpointSliceRules,
  clusterRules,
  configMap.configMapRules,
  configMap.configMapChangeRules,
  secret.secretRules,
  secret.secretChangeRules,
  endpointsRules,
  ...limitRangeRules,
  namespace.namespaceRules,
  namespace.namespaceStatusRules,
  node.nodeRules,
  node.nodeChangeRules,
  node.nodeStatusRules,
  persistentVolume.persistentVolumeRules,
  persistentVolume.persistentVolumeChangeRules,
  persistentVolumeClaim.claimRules,
  persistentVolumeClaim.claimChangeRules,
  persistentVolumeClaim.claimStatusRules,
  resourceQuota.resourceQuotaRules,
  resourceQuota.resourceQuotaChangeRules,
  resourceQuota.resourceQuotaStatusRules,
  coreEventRules,
  event.eventRules,
  event.eventChangeRules,
  leaseRules,
  podObject.podRules,
  podObject.podChangeRules,
  podObject.podStatusRules,
  podTemplateRules,
  pod.podSpecRules,
  pod.tolerationRules,
  affinity.nodeAffinityRules,
  affinity.podAffinityRules,
  affinity.podAntiAffinityRules,
  container.containerListRules,
  container.containerRules,
  container.containerPortRules,
  env.envVarRules,
  env.fieldRefRules,
  env.resourceRefRules,
  env.configMapKeyRules,
  env.secretKeyRules,
  env.envFromRules,
  mount.volumeMountRules,
  mount.volumeDeviceRules,
  probe.livenessProbeRules,
  probe.readinessProbeRules,
  probe.probeHandlerRules,
  probe.lifecycleHandlerRules,
  resource.resourceRules,
  resource.securityContextRules,
  volume.volumeRules,
  volume.emptyDirRules,
  volume.hostPathRules,
  volume.gitRepoRules,
  cloud.gcePersistentDiskRules,
  cloud.awsElasticBlockStoreRules,
  config.secretRules,
  network.nfsRules,
  network.iscsiRules,
  network.glusterfsRules,
  network.flockerRules,
  cloud.claimRules,
  network.rbdRules,
  cloud.cinderRules,
  network.cephfsRules,
  network.quobyteRules,
  config.downwardApiRules,
  network.fcRules,
  network.flexVolumeRules,
  config.configMapRules,
  cloud.azureFileRules,
  cloud.vsphereRules,
  cloud.photonRules,
  network.portworxRules,
  cloud.azureDiskRules,
  network.storageosRules,
  config.projectedRules,
  network.scaleIoRules,
  defaulted.defaultedDeploymentRules,
  defaulted.defaultedDaemonSetRules,
  clusterRole.clusterRoleRules,
  clusterRole.roleRules,
  roleBinding.roleBindingRules,
  roleBinding.roleBindingChangeRules,
  roleBinding.clusterRoleBindingRules,
  access.subjectAccessReviewRules,
  access.localSubjectAccessReviewRules,
  definition.definitionNameRules,
  definition.definitionRules,
  definition.definitionChangeRules,
  mutatingWebhookRules,
  validatingWebhookRules,
  validatingPolicyRules,
  validatingPolicyBindingRules,
]
