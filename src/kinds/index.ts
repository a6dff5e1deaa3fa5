import type { StoredKind } from '#registry/kind.js'
import { mutatingAdmissionPolicy } from './admissionregistration/mutatingadmissionpolicy/index.js'
import { mutatingAdmissionPolicyBinding } from './admissionregistration/mutatingadmissionpolicybinding/index.js'
import { mutatingWebhookConfiguration } from './admissionregistration/mutatingwebhookconfiguration/index.js'
import { validatingAdmissionPolicy } from './admissionregistration/validatingadmissionpolicy/index.js'
import { validatingAdmissionPolicyBinding } from './admissionregistration/validatingadmissionpolicybinding/index.js'
import { validatingWebhookConfiguration } from './admissionregistration/validatingwebhookconfiguration/index.js'
import { customResourceDefinition } from './apiextensions/customresourcedefinition/index.js'
import { apiService } from './apiregistration/apiservice/index.js'
import { controllerRevision } from './apps/controllerrevision/index.js'
import { daemonSet } from './apps/daemonset/index.js'
import { deployment } from './apps/deployment/index.js'
import { replicaSet } from './apps/replicaset/index.js'
import { statefulSet } from './apps/statefulset/index.js'
import { selfSubjectReview } from './authentication/selfsubjectreview/index.js'
import { tokenReview } from './authentication/tokenreview/index.js'
import { localSubjectAccessReview } from './authorization/localsubjectaccessreview/index.js'
import { selfSubjectAccessReview } from './authorization/selfsubjectaccessreview/index.js'
import { selfSubjectRulesReview } from './authorization/selfsubjectrulesreview/index.js'
import { subjectAccessReview } from './authorization/subjectaccessreview/index.js'
import { horizontalPodAutoscaler } from './autoscaling/horizontalpodautoscaler/index.js'
import { cronJob } from './batch/cronjob/index.js'
import { job } from './batch/job/index.js'
import { certificateSigningRequest } from './certificates/certificatesigningrequest/index.js'
import { lease } from './coordination/lease/index.js'
import { binding } from './core/binding/index.js'
import { componentStatus } from './core/componentstatus/index.js'
import { configMap } from './core/configmap/index.js'
import { endpoints } from './core/endpoints/index.js'
import { event } from './core/event/index.js'
import { limitRange } from './core/limitrange/index.js'
import { namespace } from './core/namespace/index.js'
import { node } from './core/node/index.js'
import { persistentVolume } from './core/persistentvolume/index.js'
import { persistentVolumeClaim } from './core/persistentvolumeclaim/index.js'
import { pod } from './core/pod/index.js'
import { podTemplate } from './core/podtemplate/index.js'
import { replicationController } from './core/replicationcontroller/index.js'
import { resourceQuota } from './core/resourcequota/index.js'
import { secret } from './core/secret/index.js'
import { service } from './core/service/index.js'
import { serviceAccount } from './core/serviceaccount/index.js'
import { endpointSlice } from './discovery/endpointslice/index.js'
import { cluster } from './federation/cluster/index.js'
import { flowSchema } from './flowcontrol/flowschema/index.js'
import { priorityLevelConfiguration } from './flowcontrol/prioritylevelconfiguration/index.js'
import { ingress } from './networking/ingress/index.js'
import { ingressClass } from './networking/ingressclass/index.js'
import { ipAddress } from './networking/ipaddress/index.js'
import { networkPolicy } from './networking/networkpolicy/index.js'
import { serviceCIDR } from './networking/servicecidr/index.js'
import { runtimeClass } from './node/runtimeclass/index.js'
import { podDisruptionBudget } from './policy/poddisruptionbudget/index.js'
import { clusterRole } from './rbac/clusterrole/index.js'
import { clusterRoleBinding } from './rbac/clusterrolebinding/index.js'
import { role } from './rbac/role/index.js'
import { roleBinding } from './rbac/rolebinding/index.js'
import { deviceClass } from './resource/deviceclass/index.js'
import { resourceClaim } from './resource/resourceclaim/index.js'
import { resourceClaimTemplate } from './resource/resourceclaimtemplate/index.js'
import { resourceSlice } from './resource/resourceslice/index.js'
import { priorityClass } from './scheduling/priorityclass/index.js'
import { csiDriver } from './storage/csidriver/index.js'
import { csiNode } from './storage/csinode/index.js'
import { csiStorageCapacity } from './storage/csistoragecapacity/index.js'
import { storageClass } from './storage/storageclass/index.js'
import { volumeAttachment } from './storage/volumeattachment/index.js'
import { volumeAttributesClass } from './storage/volumeattributesclass/index.js'

/** All built-in kinds. This is the only list of them. */
export const kinds: readonly StoredKind[] = [
  cluster,
  daemonSet,
  deployment,
  ingress,
  replicaSet,
  binding,
  componentStatus,
  configMap,
  secret,
  serviceAccount,
  endpoints,
  limitRange,
  namespace,
  node,
  persistentVolume,
  persistentVolumeClaim,
  resourceQuota,
  event,
  lease,
  cronJob,
  job,
  horizontalPodAutoscaler,
  certificateSigningRequest,
  podDisruptionBudget,
  csiDriver,
  csiNode,
  csiStorageCapacity,
  storageClass,
  volumeAttachment,
  volumeAttributesClass,
  deviceClass,
  resourceClaim,
  resourceClaimTemplate,
  resourceSlice,
  priorityClass,
  runtimeClass,
  flowSchema,
  priorityLevelConfiguration,
  apiService,
  customResourceDefinition,
  ingressClass,
  networkPolicy,
  ipAddress,
  serviceCIDR,
  endpointSlice,
  service,
  replicationController,
  controllerRevision,
  statefulSet,
  pod,
  podTemplate,
  clusterRoleBinding,
  clusterRole,
  roleBinding,
  role,
  selfSubjectReview,
  tokenReview,
  localSubjectAccessReview,
  selfSubjectAccessReview,
  selfSubjectRulesReview,
  subjectAccessReview,
  mutatingWebhookConfiguration,
  validatingAdmissionPolicy,
  validatingAdmissionPolicyBinding,
  validatingWebhookConfiguration,
  mutatingAdmissionPolicy,
  mutatingAdmissionPolicyBinding,
]
