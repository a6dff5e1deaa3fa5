import type { StoredKind } from '../registry/kind.js'
import { mutatingWebhookConfiguration } from './admissionregistration/mutatingwebhookconfiguration/index.js'
import { validatingAdmissionPolicy } from './admissionregistration/validatingadmissionpolicy/index.js'
import { validatingAdmissionPolicyBinding } from './admissionregistration/validatingadmissionpolicybinding/index.js'
import { validatingWebhookConfiguration } from './admissionregistration/validatingwebhookconfiguration/index.js'
import { customResourceDefinition } from './apiextensions/customresourcedefinition/index.js'
import { controllerrevision } from './apps/controllerrevision/index.js'
import { daemonset } from './apps/daemonset/index.js'
import { deployment } from './apps/deployment/index.js'
import { replicaset } from './apps/replicaset/index.js'
import { statefulset } from './apps/statefulset/index.js'
import { selfSubjectReview } from './authentication/selfsubjectreview/index.js'
import { tokenReview } from './authentication/tokenreview/index.js'
import { localSubjectAccessReview } from './authorization/localsubjectaccessreview/index.js'
import { selfSubjectAccessReview } from './authorization/selfsubjectaccessreview/index.js'
import { selfSubjectRulesReview } from './authorization/selfsubjectrulesreview/index.js'
import { subjectAccessReview } from './authorization/subjectaccessreview/index.js'
import { horizontalpodautoscaler } from './autoscaling/horizontalpodautoscaler/index.js'
import { cronjob } from './batch/cronjob/index.js'
import { job } from './batch/job/index.js'
import { certificatesigningrequest } from './certificates/certificatesigningrequest/index.js'
import { lease } from './coordination/lease/index.js'
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
import { replicationcontroller } from './core/replicationcontroller/index.js'
import { resourceQuota } from './core/resourcequota/index.js'
import { secret } from './core/secret/index.js'
import { service } from './core/service/index.js'
import { serviceAccount } from './core/serviceaccount/index.js'
import { endpointSlice } from './discovery/endpointslice/index.js'
import { cluster } from './federation/cluster/index.js'
import { flowschema } from './flowcontrol/flowschema/index.js'
import { prioritylevelconfiguration } from './flowcontrol/prioritylevelconfiguration/index.js'
import { ingress } from './networking/ingress/index.js'
import { ingressClass } from './networking/ingressclass/index.js'
import { ipAddress } from './networking/ipaddress/index.js'
import { networkPolicy } from './networking/networkpolicy/index.js'
import { serviceCIDR } from './networking/servicecidr/index.js'
import { runtimeclass } from './node/runtimeclass/index.js'
import { poddisruptionbudget } from './policy/poddisruptionbudget/index.js'
import { clusterRole } from './rbac/clusterrole/index.js'
import { clusterRoleBinding } from './rbac/clusterrolebinding/index.js'
import { role } from './rbac/role/index.js'
import { roleBinding } from './rbac/rolebinding/index.js'
import { priorityclass } from './scheduling/priorityclass/index.js'
import { csidriver } from './storage/csidriver/index.js'
import { csinode } from './storage/csinode/index.js'
import { csistoragecapacity } from './storage/csistoragecapacity/index.js'
import { storageclass } from './storage/storageclass/index.js'
import { volumeattachment } from './storage/volumeattachment/index.js'

/** Every kind that the server serves. The only such list. */
export const kinds: readonly StoredKind[] = [
  cluster,
  daemonset,
  deployment,
  ingress,
  replicaset,
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
  cronjob,
  job,
  horizontalpodautoscaler,
  certificatesigningrequest,
  poddisruptionbudget,
  csidriver,
  csinode,
  csistoragecapacity,
  storageclass,
  volumeattachment,
  priorityclass,
  runtimeclass,
  flowschema,
  prioritylevelconfiguration,
  customResourceDefinition,
  ingressClass,
  networkPolicy,
  ipAddress,
  serviceCIDR,
  endpointSlice,
  service,
  replicationcontroller,
  controllerrevision,
  statefulset,
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
]
