import type { RuleTable } from '#meta/rule-examples.fixture.js'
import { metadataChangeRules } from '#registry/metadata/metadata-change-rules.examples.js'
import * as metadata from '#registry/metadata/metadata-rules.examples.js'
import { deleteOptionsRules, todaysDeleteOptionsRules } from '#registry/write/delete-options.examples.js'
import { mutatingPolicyRules } from './admissionregistration/mutatingadmissionpolicy/validation.examples.js'
import { mutatingPolicyBindingRules } from './admissionregistration/mutatingadmissionpolicybinding/validation.examples.js'
import {
  mutatingWebhookNameRules,
  mutatingWebhookRules,
} from './admissionregistration/mutatingwebhookconfiguration/validation.examples.js'
import {
  validatingPolicyRules,
  validatingPolicyStatusRules,
} from './admissionregistration/validatingadmissionpolicy/validation.examples.js'
import { validatingPolicyBindingRules } from './admissionregistration/validatingadmissionpolicybinding/validation.examples.js'
import {
  validatingWebhookNameRules,
  validatingWebhookRules,
} from './admissionregistration/validatingwebhookconfiguration/validation.examples.js'
import {
  conversionChangeRules,
  conversionRules,
} from './apiextensions/customresourcedefinition/conversion.examples.js'
import { keywordRules } from './apiextensions/customresourcedefinition/keywords.examples.js'
import {
  rootSchemaRules,
  statusSchemaRules,
} from './apiextensions/customresourcedefinition/root-schema.examples.js'
import { structureRules } from './apiextensions/customresourcedefinition/structure.examples.js'
import * as definition from './apiextensions/customresourcedefinition/validation.examples.js'
import {
  ruleCostRules,
  ruleDefinitionRules,
} from './apiextensions/customresourcedefinition/validation-rules.examples.js'
import { versionRules } from './apiextensions/customresourcedefinition/versions.examples.js'
import * as apiService from './apiregistration/apiservice/validation.examples.js'
import * as controllerRevision from './apps/controllerrevision/validation.examples.js'
import * as appsDaemonSet from './apps/daemonset/apps-v1/validation.examples.js'
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
import { jobStatusRules } from './batch/job/status.examples.js'
import * as job from './batch/job/validation.examples.js'
import * as signingRequest from './certificates/certificatesigningrequest/validation.examples.js'
import { leaseRules } from './coordination/lease/validation.examples.js'
import * as configMap from './core/configmap/validation.examples.js'
import { endpointsRules } from './core/endpoints/validation.examples.js'
import { coreEventRules } from './core/event/core-v1/validation.examples.js'
import * as event from './core/event/events-v1/validation.examples.js'
import { limitRangeRules } from './core/limitrange/validation.examples.js'
import * as namespace from './core/namespace/validation.examples.js'
import * as node from './core/node/validation.examples.js'
import * as volumeSource from './core/persistentvolume/source-rules.examples.js'
import * as persistentVolume from './core/persistentvolume/validation.examples.js'
import * as persistentVolumeClaim from './core/persistentvolumeclaim/validation.examples.js'
import { podStatusRules } from './core/pod/status-rules.examples.js'
import { bindingRules } from './core/pod/subresources/binding.examples.js'
import { ephemeralContainerRules } from './core/pod/subresources/ephemeral-containers.examples.js'
import { evictionRules } from './core/pod/subresources/eviction.examples.js'
import { logOptionRules } from './core/pod/subresources/log-options.examples.js'
import { resizeRules } from './core/pod/subresources/resize.examples.js'
import { podChangeRules } from './core/pod/update-rules.examples.js'
import { podRules } from './core/pod/validation.examples.js'
import * as replicationController from './core/replicationcontroller/validation.examples.js'
import * as resourceQuota from './core/resourcequota/validation.examples.js'
import * as secret from './core/secret/validation.examples.js'
import * as serviceAddress from './core/service/address-rules.examples.js'
import { serviceFamilyRules } from './core/service/family-rules.examples.js'
import * as serviceUpdate from './core/service/update-rules.examples.js'
import * as service from './core/service/validation.examples.js'
import { tokenRules } from './core/serviceaccount/token.examples.js'
import * as defaulted from './defaulted-rules.examples.js'
import {
  endpointSliceChangeRules,
  endpointSliceRules,
} from './discovery/endpointslice/validation.examples.js'
import { clusterRules } from './federation/cluster/validation.examples.js'
import { overridePolicyRules } from './federation/policies/override-rules.examples.js'
import {
  clusterPropagationPolicyRules,
  propagationPolicyRules,
} from './federation/policies/propagation-rules.examples.js'
import * as flowSchema from './flowcontrol/flowschema/validation.examples.js'
import * as priorityLevel from './flowcontrol/prioritylevelconfiguration/validation.examples.js'
import * as ingress from './networking/ingress/extensions-v1beta1/validation.examples.js'
import * as networkingIngress from './networking/ingress/networking-v1/validation.examples.js'
import * as ingressClass from './networking/ingressclass/validation.examples.js'
import * as ipAddress from './networking/ipaddress/validation.examples.js'
import { networkPolicyRules } from './networking/networkpolicy/validation.examples.js'
import * as serviceCIDR from './networking/servicecidr/validation.examples.js'
import * as runtimeClass from './node/runtimeclass/validation.examples.js'
import * as budget from './policy/poddisruptionbudget/validation.examples.js'
import * as clusterRole from './rbac/clusterrole/validation.examples.js'
import * as roleBinding from './rbac/rolebinding/validation.examples.js'
import * as resourceClaim from './resource/claim.examples.js'
import * as resourceSlice from './resource/slice.examples.js'
import * as priorityClass from './scheduling/priorityclass/validation.examples.js'
import * as container from './shared/pod/containers/container-rules.examples.js'
import * as env from './shared/pod/containers/env-rules.examples.js'
import * as mount from './shared/pod/containers/mount-rules.examples.js'
import * as probe from './shared/pod/containers/probe-rules.examples.js'
import * as resource from './shared/pod/containers/resource-rules.examples.js'
import * as pod from './shared/pod/pod-spec-rules.examples.js'
import { podMetadataRules, podTemplateRules } from './shared/pod/pod-template.examples.js'
import { podClaimRules, usedClaimRules } from './shared/pod/resource-claims.examples.js'
import * as affinity from './shared/pod/scheduling/affinity-rules.examples.js'
import { securityContextRules } from './shared/pod/security/security-context.examples.js'
import * as system from './shared/pod/security/system-rules.examples.js'
import * as cloud from './shared/pod/volumes/cloud-rules.examples.js'
import * as config from './shared/pod/volumes/config-rules.examples.js'
import { ephemeralRules, ownedClaimRules } from './shared/pod/volumes/ephemeral-rules.examples.js'
import * as network from './shared/pod/volumes/network-rules.examples.js'
import { projectedRules } from './shared/pod/volumes/projected-rules.examples.js'
import * as volume from './shared/pod/volumes/volume-rules.examples.js'
import { selectorChangeRules } from './shared/workload/selector.examples.js'
import { driverChangeRules, driverRules } from './storage/csidriver/validation.examples.js'
import { nodeDriverChangeRules, nodeDriverRules } from './storage/csinode/validation.examples.js'
import {
  storageCapacityChangeRules,
  storageCapacityRules,
} from './storage/csistoragecapacity/validation.examples.js'
import * as storageClass from './storage/storageclass/validation.examples.js'
import * as attachment from './storage/volumeattachment/validation.examples.js'
import * as volumeAttributesClass from './storage/volumeattributesclass/validation.examples.js'

/** All rules, in the order of the docs. */
export const ruleTables: readonly RuleTable[] = [
  metadata.metadataRules,
  metadata.clusterWideMetadataRules,
  metadata.anyNameRules,
  metadataChangeRules,
  deleteOptionsRules,
  todaysDeleteOptionsRules,
  budget.labelSelectorRules,
  deployment.deploymentRules,
  appsDeployment.deploymentRules,
  appsDeployment.deploymentStatusRules,
  deployment.rollbackRules,
  scaleRules,
  replicaSet.replicaSetRules,
  appsReplicaset.replicaSetRules,
  appsReplicaset.replicaSetStatusRules,
  daemonSet.daemonSetRules,
  appsDaemonSet.daemonSetRules,
  daemonSet.templateGenerationRules,
  daemonSet.daemonSetChangeRules,
  appsDaemonSet.daemonSetStatusRules,
  ...selectorChangeRules,
  statefulSet.statefulSetRules,
  statefulSet.newStatefulSetRules,
  statefulSet.statefulSetChangeRules,
  statefulSet.statefulSetStatusRules,
  replicationController.replicationControllerRules,
  replicationController.replicationControllerChangeRules,
  replicationController.replicationControllerStatusRules,
  controllerRevision.controllerRevisionRules,
  controllerRevision.newControllerRevisionRules,
  controllerRevision.controllerRevisionChangeRules,
  ingress.ingressRules,
  ingress.ingressStatusRules,
  job.generatedSelectorRules,
  job.jobRules,
  job.jobChangeRules,
  job.jobNameRules,
  ...jobStatusRules,
  cronJob.cronJobRules,
  cronJob.newCronJobRules,
  cronJob.scheduleRules,
  cronJob.jobTemplateRules,
  autoscaler.autoscalerRules,
  autoscaler.autoscalerStatusRules,
  budget.budgetRules,
  budget.budgetNameRules,
  budget.budgetStatusRules,
  priorityClass.priorityClassRules,
  priorityClass.priorityClassChangeRules,
  storageClass.storageClassRules,
  storageClass.storageClassChangeRules,
  resourceClaim.resourceClaimRules,
  resourceClaim.resourceClaimChangeRules,
  resourceClaim.resourceClaimStatusRules,
  resourceClaim.resourceClaimAllocationRules,
  resourceClaim.resourceClaimTemplateRules,
  resourceClaim.resourceClaimTemplateChangeRules,
  resourceSlice.resourceSliceRules,
  resourceSlice.resourceSliceChangeRules,
  resourceSlice.deviceClassRules,
  ...podClaimRules,
  ...usedClaimRules,
  volumeAttributesClass.volumeAttributesClassRules,
  volumeAttributesClass.volumeAttributesClassChangeRules,
  driverRules,
  driverChangeRules,
  nodeDriverRules,
  nodeDriverChangeRules,
  storageCapacityRules,
  storageCapacityChangeRules,
  attachment.attachmentRules,
  attachment.newAttachmentRules,
  attachment.inlineVolumeRules,
  attachment.attachmentChangeRules,
  attachment.attachmentStatusRules,
  networkingIngress.networkingIngressRules,
  networkingIngress.ingressClassNameRules,
  networkingIngress.networkingIngressStatusRules,
  ingressClass.ingressClassRules,
  ingressClass.ingressClassChangeRules,
  networkPolicyRules,
  ipAddress.ipAddressRules,
  ipAddress.ipAddressNameRules,
  ipAddress.ipAddressChangeRules,
  serviceCIDR.serviceCIDRRules,
  serviceCIDR.serviceCIDRChangeRules,
  serviceCIDR.serviceCIDRCountRules,
  service.serviceRules,
  service.serviceAnnotationRules,
  serviceAddress.serviceAddressRules,
  serviceAddress.serviceAddressChangeRules,
  ...serviceFamilyRules,
  serviceUpdate.serviceChangeRules,
  serviceUpdate.serviceStatusRules,
  endpointSliceRules,
  endpointSliceChangeRules,
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
  namespace.namespaceFinalizeRules,
  namespace.namespaceStatusRules,
  namespace.deletedNamespaceStatusRules,
  node.nodeRules,
  node.nodeAnnotationRules,
  node.newNodeStatusRules,
  node.nodeChangeRules,
  node.nodeAddressRules,
  node.nodeStatusRules,
  persistentVolume.persistentVolumeRules,
  persistentVolume.persistentVolumeAnnotationRules,
  volumeSource.volumeSourceRules,
  persistentVolume.persistentVolumeChangeRules,
  persistentVolume.persistentVolumeAttributesRules,
  persistentVolumeClaim.claimRules,
  persistentVolumeClaim.claimChangeRules,
  persistentVolumeClaim.boundClaimRules,
  persistentVolumeClaim.claimStatusRules,
  resourceQuota.resourceQuotaRules,
  resourceQuota.resourceQuotaChangeRules,
  resourceQuota.resourceQuotaStatusRules,
  coreEventRules,
  event.eventRules,
  event.eventChangeRules,
  leaseRules,
  runtimeClass.runtimeClassRules,
  runtimeClass.runtimeClassChangeRules,
  signingRequest.signingRequestRules,
  signingRequest.signingRequestStatusRules,
  signingRequest.issuedRequestRules,
  signingRequest.approvalRules,
  ...signingRequest.decidedRequestRules,
  apiService.apiServiceRules,
  apiService.apiServiceNameRules,
  apiService.apiServiceStatusRules,
  flowSchema.flowSchemaRules,
  flowSchema.mandatorySchemaRules,
  flowSchema.flowSchemaStatusRules,
  priorityLevel.priorityLevelRules,
  priorityLevel.levelAnnotationRules,
  priorityLevel.exemptLevelRules,
  priorityLevel.catchAllLevelRules,
  priorityLevel.priorityLevelStatusRules,
  ...podRules,
  ...podChangeRules,
  ...podStatusRules,
  bindingRules,
  evictionRules,
  logOptionRules,
  tokenRules,
  ...ephemeralContainerRules,
  ...resizeRules,
  ...system.systemRules,
  podMetadataRules,
  ...podTemplateRules,
  ...pod.podSpecRules,
  ...pod.admittedPodRules,
  ...pod.tolerationRules,
  ...affinity.nodeAffinityRules,
  ...affinity.podAffinityRules,
  ...affinity.podAntiAffinityRules,
  ...container.containerListRules,
  ...container.containerRules,
  ...container.containerPortRules,
  ...env.envVarRules,
  ...env.fieldRefRules,
  ...env.resourceRefRules,
  ...env.configMapKeyRules,
  ...env.secretKeyRules,
  ...env.envFromRules,
  ...mount.volumeMountRules,
  ...mount.volumeDeviceRules,
  ...probe.livenessProbeRules,
  ...probe.readinessProbeRules,
  ...probe.startupProbeRules,
  ...probe.probeHandlerRules,
  ...probe.lifecycleHandlerRules,
  ...resource.resourceRules,
  resource.podResourceRules,
  ...securityContextRules,
  ...volume.volumeRules,
  ...volume.emptyDirRules,
  ...volume.hostPathRules,
  ...volume.gitRepoRules,
  ...cloud.gcePersistentDiskRules,
  ...cloud.awsElasticBlockStoreRules,
  ...config.secretRules,
  ...network.nfsRules,
  ...network.iscsiRules,
  ...network.glusterfsRules,
  ...network.flockerRules,
  ...cloud.claimRules,
  ...network.rbdRules,
  ...cloud.cinderRules,
  ...network.cephfsRules,
  ...network.quobyteRules,
  ...config.downwardApiRules,
  ...network.fcRules,
  ...network.flexVolumeRules,
  ...config.configMapRules,
  ...cloud.azureFileRules,
  ...cloud.vsphereRules,
  ...cloud.photonRules,
  ...network.portworxRules,
  ...cloud.azureDiskRules,
  ...network.storageosRules,
  ...projectedRules,
  ...network.scaleIoRules,
  ...network.csiRules,
  ...ephemeralRules,
  ownedClaimRules,
  defaulted.defaultedDeploymentRules,
  defaulted.defaultedDaemonSetRules,
  ...defaulted.defaultedRules,
  clusterRole.clusterRoleRules,
  clusterRole.clusterRoleNameRules,
  clusterRole.roleRules,
  roleBinding.roleBindingRules,
  roleBinding.roleBindingChangeRules,
  roleBinding.clusterRoleBindingRules,
  roleBinding.clusterRoleBindingChangeRules,
  access.subjectAccessReviewRules,
  access.localSubjectAccessReviewRules,
  definition.definitionNameRules,
  definition.definitionRules,
  definition.wholeDefinitionRules,
  definition.storedVersionRules,
  definition.definitionStatusRules,
  versionRules,
  conversionRules,
  conversionChangeRules,
  definition.definitionChangeRules,
  rootSchemaRules,
  statusSchemaRules,
  structureRules,
  keywordRules,
  ruleDefinitionRules,
  ruleCostRules,
  mutatingPolicyRules,
  mutatingPolicyBindingRules,
  mutatingWebhookRules,
  mutatingWebhookNameRules,
  validatingWebhookRules,
  validatingWebhookNameRules,
  validatingPolicyRules,
  validatingPolicyStatusRules,
  validatingPolicyBindingRules,
]
