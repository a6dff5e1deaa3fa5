import { labelSelectorRules } from '#meta/label-selector-rules.examples.js'
import type { RuleTable } from '#meta/rule-examples.fixture.js'
import { metadataChangeRules } from '#registry/metadata/metadata-change-rules.examples.js'
import * as metadata from '#registry/metadata/metadata-rules.examples.js'
import { deleteOptionsRules, todaysDeleteOptionsRules } from '#registry/write/delete-options.examples.js'
import { mutatingWebhookRules } from './admissionregistration/mutatingwebhookconfiguration/validation.examples.js'
import { validatingPolicyRules } from './admissionregistration/validatingadmissionpolicy/validation.examples.js'
import { validatingPolicyBindingRules } from './admissionregistration/validatingadmissionpolicybinding/validation.examples.js'
import { validatingWebhookRules } from './admissionregistration/validatingwebhookconfiguration/validation.examples.js'
import * as definition from './apiextensions/customresourcedefinition/validation.examples.js'
import * as controllerRevision from './apps/controllerrevision/validation.examples.js'
import * as daemonSet from './apps/daemonset/extensions-v1beta1/validation.examples.js'
import * as appsDeployment from './apps/deployment/apps-v1/validation.examples.js'
import * as deployment from './apps/deployment/extensions-v1beta1/validation.examples.js'
import * as appsReplicaset from './apps/replicaset/apps-v1/validation.examples.js'
import * as replicaSet from './apps/replicaset/extensions-v1beta1/validation.examples.js'
import { scaleRules } from './apps/scale/validation.examples.js'
import * as statefulSet from './apps/statefulset/validation.examples.js'
import * as access from './authorization/access-rules.examples.js'
import * as autoscaler from './autoscaling/horizontalpodautoscaler/v2/validation.examples.js'
import * as cronJob from './batch/cronjob/validation.examples.js'
import * as job from './batch/job/validation.examples.js'
import { leaseRules } from './coordination/lease/validation.examples.js'
import * as configMap from './core/configmap/validation.examples.js'
import { endpointsRules } from './core/endpoints/validation.examples.js'
import { coreEventRules } from './core/event/core-v1/validation.examples.js'
import * as event from './core/event/events-v1/validation.examples.js'
import { limitRangeRules } from './core/limitrange/validation.examples.js'
import * as namespace from './core/namespace/validation.examples.js'
import * as node from './core/node/validation.examples.js'
import * as persistentVolume from './core/persistentvolume/validation.examples.js'
import * as persistentVolumeClaim from './core/persistentvolumeclaim/validation.examples.js'
import * as podObject from './core/pod/validation.examples.js'
import * as replicationController from './core/replicationcontroller/validation.examples.js'
import * as resourceQuota from './core/resourcequota/validation.examples.js'
import * as secret from './core/secret/validation.examples.js'
import * as service from './core/service/validation.examples.js'
import * as defaulted from './defaulted-rules.examples.js'
import { endpointSliceRules } from './discovery/endpointslice/validation.examples.js'
import { clusterRules } from './federation/cluster/validation.examples.js'
import { overridePolicyRules } from './federation/policies/override-rules.examples.js'
import {
  clusterPropagationPolicyRules,
  propagationPolicyRules,
} from './federation/policies/propagation-rules.examples.js'
import * as ingress from './networking/ingress/extensions-v1beta1/validation.examples.js'
import * as networkingIngress from './networking/ingress/networking-v1/validation.examples.js'
import * as ingressClass from './networking/ingressclass/validation.examples.js'
import { ipAddressRules } from './networking/ipaddress/validation.examples.js'
import { networkPolicyRules } from './networking/networkpolicy/validation.examples.js'
import { serviceCIDRRules } from './networking/servicecidr/validation.examples.js'
import * as budget from './policy/poddisruptionbudget/validation.examples.js'
import * as clusterRole from './rbac/clusterrole/validation.examples.js'
import * as roleBinding from './rbac/rolebinding/validation.examples.js'
import * as priorityClass from './scheduling/priorityclass/validation.examples.js'
import * as container from './shared/pod/containers/container-rules.examples.js'
import * as env from './shared/pod/containers/env-rules.examples.js'
import * as mount from './shared/pod/containers/mount-rules.examples.js'
import * as probe from './shared/pod/containers/probe-rules.examples.js'
import * as resource from './shared/pod/containers/resource-rules.examples.js'
import * as pod from './shared/pod/pod-spec-rules.examples.js'
import { podTemplateRules } from './shared/pod/pod-template.examples.js'
import * as affinity from './shared/pod/scheduling/affinity-rules.examples.js'
import * as cloud from './shared/pod/volumes/cloud-rules.examples.js'
import * as config from './shared/pod/volumes/config-rules.examples.js'
import * as network from './shared/pod/volumes/network-rules.examples.js'
import * as volume from './shared/pod/volumes/volume-rules.examples.js'
import { selectorChangeRules } from './shared/workload/selector.examples.js'
import * as storageClass from './storage/storageclass/validation.examples.js'

/** All rules, in the order of the docs. */
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
  propagationPolicyRules,
  clusterPropagationPolicyRules,
  overridePolicyRules,
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
