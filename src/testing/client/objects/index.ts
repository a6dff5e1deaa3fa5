// Written by `npm run types:objects` from the schemas of the kinds. Do not edit.

import type { Stored } from '../stored.js'
import type {
  MutatingWebhookConfiguration,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
  ValidatingWebhookConfiguration,
} from './admissionregistration-v1.js'
import type { CustomResourceDefinition } from './apiextensions-v1.js'
import type { APIService } from './apiregistration-v1.js'
import type {
  DaemonSet as AppsV1DaemonSet,
  Deployment as AppsV1Deployment,
  ReplicaSet as AppsV1ReplicaSet,
  ControllerRevision,
  StatefulSet,
} from './apps-v1.js'
import type { SelfSubjectReview, TokenReview } from './authentication-v1.js'
import type {
  LocalSubjectAccessReview,
  SelfSubjectAccessReview,
  SelfSubjectRulesReview,
  SubjectAccessReview,
} from './authorization-v1.js'
import type { HorizontalPodAutoscaler as AutoscalingV1HorizontalPodAutoscaler } from './autoscaling-v1.js'
import type { HorizontalPodAutoscaler as AutoscalingV2HorizontalPodAutoscaler } from './autoscaling-v2.js'
import type { CronJob, Job } from './batch-v1.js'
import type { CertificateSigningRequest } from './certificates-v1.js'
import type { Lease } from './coordination-v1.js'
import type {
  Binding,
  ComponentStatus,
  ConfigMap,
  Event as CoreV1Event,
  Endpoints,
  LimitRange,
  Namespace,
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  PodTemplate,
  ReplicationController,
  ResourceQuota,
  Secret,
  Service,
  ServiceAccount,
} from './core-v1.js'
import type { EndpointSlice } from './discovery-v1.js'
import type { Event as EventsV1Event } from './events-v1.js'
import type { FlowSchema, PriorityLevelConfiguration } from './flowcontrol-v1.js'
import type {
  IngressClass,
  IPAddress,
  Ingress as NetworkingV1Ingress,
  NetworkPolicy,
  ServiceCIDR,
} from './networking-v1.js'
import type { RuntimeClass } from './node-v1.js'
import type { PodDisruptionBudget } from './policy-v1.js'
import type {
  DaemonSet as ExtensionsV1beta1DaemonSet,
  Deployment as ExtensionsV1beta1Deployment,
  Ingress as ExtensionsV1beta1Ingress,
  ReplicaSet as ExtensionsV1beta1ReplicaSet,
} from './prerelease/extensions-v1beta1.js'
import type { Cluster } from './prerelease/federation-v1beta1.js'
import type { ClusterRole, ClusterRoleBinding, Role, RoleBinding } from './rbac-v1.js'
import type { PriorityClass } from './scheduling-v1.js'
import type { CSIDriver, CSINode, CSIStorageCapacity, StorageClass, VolumeAttachment } from './storage-v1.js'

/**
 * The types of the built-in kinds, by their apiVersion and kind.
 *
 * @example
 * const replicasOf = (deployment: BuiltInObjects['apps/v1']['Deployment']) => deployment.spec.replicas
 */
export interface BuiltInObjects {
  'admissionregistration.k8s.io/v1': {
    MutatingWebhookConfiguration: Stored<MutatingWebhookConfiguration>
    ValidatingAdmissionPolicy: Stored<ValidatingAdmissionPolicy>
    ValidatingAdmissionPolicyBinding: Stored<ValidatingAdmissionPolicyBinding>
    ValidatingWebhookConfiguration: Stored<ValidatingWebhookConfiguration>
  }
  'apiextensions.k8s.io/v1': {
    CustomResourceDefinition: Stored<CustomResourceDefinition>
  }
  'apiregistration.k8s.io/v1': {
    APIService: Stored<APIService>
  }
  'apps/v1': {
    ControllerRevision: Stored<ControllerRevision>
    DaemonSet: Stored<AppsV1DaemonSet>
    Deployment: Stored<AppsV1Deployment>
    ReplicaSet: Stored<AppsV1ReplicaSet>
    StatefulSet: Stored<StatefulSet>
  }
  'authentication.k8s.io/v1': {
    SelfSubjectReview: SelfSubjectReview
    TokenReview: TokenReview
  }
  'authorization.k8s.io/v1': {
    LocalSubjectAccessReview: LocalSubjectAccessReview
    SelfSubjectAccessReview: SelfSubjectAccessReview
    SelfSubjectRulesReview: SelfSubjectRulesReview
    SubjectAccessReview: SubjectAccessReview
  }
  'autoscaling/v1': {
    HorizontalPodAutoscaler: Stored<AutoscalingV1HorizontalPodAutoscaler>
  }
  'autoscaling/v2': {
    HorizontalPodAutoscaler: Stored<AutoscalingV2HorizontalPodAutoscaler>
  }
  'batch/v1': {
    CronJob: Stored<CronJob>
    Job: Stored<Job>
  }
  'certificates.k8s.io/v1': {
    CertificateSigningRequest: Stored<CertificateSigningRequest>
  }
  'coordination.k8s.io/v1': {
    Lease: Stored<Lease>
  }
  'discovery.k8s.io/v1': {
    EndpointSlice: Stored<EndpointSlice>
  }
  'events.k8s.io/v1': {
    Event: Stored<EventsV1Event>
  }
  'extensions/v1beta1': {
    DaemonSet: Stored<ExtensionsV1beta1DaemonSet>
    Deployment: Stored<ExtensionsV1beta1Deployment>
    Ingress: Stored<ExtensionsV1beta1Ingress>
    ReplicaSet: Stored<ExtensionsV1beta1ReplicaSet>
  }
  'federation/v1beta1': {
    Cluster: Stored<Cluster>
  }
  'flowcontrol.apiserver.k8s.io/v1': {
    FlowSchema: Stored<FlowSchema>
    PriorityLevelConfiguration: Stored<PriorityLevelConfiguration>
  }
  'networking.k8s.io/v1': {
    IPAddress: Stored<IPAddress>
    Ingress: Stored<NetworkingV1Ingress>
    IngressClass: Stored<IngressClass>
    NetworkPolicy: Stored<NetworkPolicy>
    ServiceCIDR: Stored<ServiceCIDR>
  }
  'node.k8s.io/v1': {
    RuntimeClass: Stored<RuntimeClass>
  }
  'policy/v1': {
    PodDisruptionBudget: Stored<PodDisruptionBudget>
  }
  'rbac.authorization.k8s.io/v1': {
    ClusterRole: Stored<ClusterRole>
    ClusterRoleBinding: Stored<ClusterRoleBinding>
    Role: Stored<Role>
    RoleBinding: Stored<RoleBinding>
  }
  'scheduling.k8s.io/v1': {
    PriorityClass: Stored<PriorityClass>
  }
  'storage.k8s.io/v1': {
    CSIDriver: Stored<CSIDriver>
    CSINode: Stored<CSINode>
    CSIStorageCapacity: Stored<CSIStorageCapacity>
    StorageClass: Stored<StorageClass>
    VolumeAttachment: Stored<VolumeAttachment>
  }
  v1: {
    Binding: Binding
    ComponentStatus: Stored<ComponentStatus>
    ConfigMap: Stored<ConfigMap>
    Endpoints: Stored<Endpoints>
    Event: Stored<CoreV1Event>
    LimitRange: Stored<LimitRange>
    Namespace: Stored<Namespace>
    Node: Stored<Node>
    PersistentVolume: Stored<PersistentVolume>
    PersistentVolumeClaim: Stored<PersistentVolumeClaim>
    Pod: Stored<Pod>
    PodTemplate: Stored<PodTemplate>
    ReplicationController: Stored<ReplicationController>
    ResourceQuota: Stored<ResourceQuota>
    Secret: Stored<Secret>
    Service: Stored<Service>
    ServiceAccount: Stored<ServiceAccount>
  }
}

/** The types of the built-in kinds, by the names that `until` and `history` take. */
export interface BuiltInNames {
  apiservice: BuiltInObjects['apiregistration.k8s.io/v1']['APIService']
  apiservices: BuiltInObjects['apiregistration.k8s.io/v1']['APIService']
  certificatesigningrequest: BuiltInObjects['certificates.k8s.io/v1']['CertificateSigningRequest']
  certificatesigningrequests: BuiltInObjects['certificates.k8s.io/v1']['CertificateSigningRequest']
  cj: BuiltInObjects['batch/v1']['CronJob']
  cluster: BuiltInObjects['federation/v1beta1']['Cluster']
  clusterrole: BuiltInObjects['rbac.authorization.k8s.io/v1']['ClusterRole']
  clusterrolebinding: BuiltInObjects['rbac.authorization.k8s.io/v1']['ClusterRoleBinding']
  clusterrolebindings: BuiltInObjects['rbac.authorization.k8s.io/v1']['ClusterRoleBinding']
  clusterroles: BuiltInObjects['rbac.authorization.k8s.io/v1']['ClusterRole']
  clusters: BuiltInObjects['federation/v1beta1']['Cluster']
  cm: BuiltInObjects['v1']['ConfigMap']
  componentstatus: BuiltInObjects['v1']['ComponentStatus']
  componentstatuses: BuiltInObjects['v1']['ComponentStatus']
  configmap: BuiltInObjects['v1']['ConfigMap']
  configmaps: BuiltInObjects['v1']['ConfigMap']
  controllerrevision: BuiltInObjects['apps/v1']['ControllerRevision']
  controllerrevisions: BuiltInObjects['apps/v1']['ControllerRevision']
  crd: BuiltInObjects['apiextensions.k8s.io/v1']['CustomResourceDefinition']
  crds: BuiltInObjects['apiextensions.k8s.io/v1']['CustomResourceDefinition']
  cronjob: BuiltInObjects['batch/v1']['CronJob']
  cronjobs: BuiltInObjects['batch/v1']['CronJob']
  cs: BuiltInObjects['v1']['ComponentStatus']
  csidriver: BuiltInObjects['storage.k8s.io/v1']['CSIDriver']
  csidrivers: BuiltInObjects['storage.k8s.io/v1']['CSIDriver']
  csinode: BuiltInObjects['storage.k8s.io/v1']['CSINode']
  csinodes: BuiltInObjects['storage.k8s.io/v1']['CSINode']
  csistoragecapacities: BuiltInObjects['storage.k8s.io/v1']['CSIStorageCapacity']
  csistoragecapacity: BuiltInObjects['storage.k8s.io/v1']['CSIStorageCapacity']
  csr: BuiltInObjects['certificates.k8s.io/v1']['CertificateSigningRequest']
  customresourcedefinition: BuiltInObjects['apiextensions.k8s.io/v1']['CustomResourceDefinition']
  customresourcedefinitions: BuiltInObjects['apiextensions.k8s.io/v1']['CustomResourceDefinition']
  daemonset: BuiltInObjects['apps/v1']['DaemonSet']
  daemonsets: BuiltInObjects['apps/v1']['DaemonSet']
  deploy: BuiltInObjects['apps/v1']['Deployment']
  deployment: BuiltInObjects['apps/v1']['Deployment']
  deployments: BuiltInObjects['apps/v1']['Deployment']
  ds: BuiltInObjects['apps/v1']['DaemonSet']
  endpoints: BuiltInObjects['v1']['Endpoints']
  endpointslice: BuiltInObjects['discovery.k8s.io/v1']['EndpointSlice']
  endpointslices: BuiltInObjects['discovery.k8s.io/v1']['EndpointSlice']
  ep: BuiltInObjects['v1']['Endpoints']
  ev: BuiltInObjects['v1']['Event']
  event: BuiltInObjects['v1']['Event']
  events: BuiltInObjects['v1']['Event']
  flowschema: BuiltInObjects['flowcontrol.apiserver.k8s.io/v1']['FlowSchema']
  flowschemas: BuiltInObjects['flowcontrol.apiserver.k8s.io/v1']['FlowSchema']
  horizontalpodautoscaler: BuiltInObjects['autoscaling/v2']['HorizontalPodAutoscaler']
  horizontalpodautoscalers: BuiltInObjects['autoscaling/v2']['HorizontalPodAutoscaler']
  hpa: BuiltInObjects['autoscaling/v2']['HorizontalPodAutoscaler']
  ing: BuiltInObjects['networking.k8s.io/v1']['Ingress']
  ingress: BuiltInObjects['networking.k8s.io/v1']['Ingress']
  ingressclass: BuiltInObjects['networking.k8s.io/v1']['IngressClass']
  ingressclasses: BuiltInObjects['networking.k8s.io/v1']['IngressClass']
  ingresses: BuiltInObjects['networking.k8s.io/v1']['Ingress']
  ip: BuiltInObjects['networking.k8s.io/v1']['IPAddress']
  ipaddress: BuiltInObjects['networking.k8s.io/v1']['IPAddress']
  ipaddresses: BuiltInObjects['networking.k8s.io/v1']['IPAddress']
  job: BuiltInObjects['batch/v1']['Job']
  jobs: BuiltInObjects['batch/v1']['Job']
  lease: BuiltInObjects['coordination.k8s.io/v1']['Lease']
  leases: BuiltInObjects['coordination.k8s.io/v1']['Lease']
  limitrange: BuiltInObjects['v1']['LimitRange']
  limitranges: BuiltInObjects['v1']['LimitRange']
  limits: BuiltInObjects['v1']['LimitRange']
  mutatingwebhookconfiguration: BuiltInObjects['admissionregistration.k8s.io/v1']['MutatingWebhookConfiguration']
  mutatingwebhookconfigurations: BuiltInObjects['admissionregistration.k8s.io/v1']['MutatingWebhookConfiguration']
  namespace: BuiltInObjects['v1']['Namespace']
  namespaces: BuiltInObjects['v1']['Namespace']
  netpol: BuiltInObjects['networking.k8s.io/v1']['NetworkPolicy']
  networkpolicies: BuiltInObjects['networking.k8s.io/v1']['NetworkPolicy']
  networkpolicy: BuiltInObjects['networking.k8s.io/v1']['NetworkPolicy']
  no: BuiltInObjects['v1']['Node']
  node: BuiltInObjects['v1']['Node']
  nodes: BuiltInObjects['v1']['Node']
  ns: BuiltInObjects['v1']['Namespace']
  pc: BuiltInObjects['scheduling.k8s.io/v1']['PriorityClass']
  pdb: BuiltInObjects['policy/v1']['PodDisruptionBudget']
  persistentvolume: BuiltInObjects['v1']['PersistentVolume']
  persistentvolumeclaim: BuiltInObjects['v1']['PersistentVolumeClaim']
  persistentvolumeclaims: BuiltInObjects['v1']['PersistentVolumeClaim']
  persistentvolumes: BuiltInObjects['v1']['PersistentVolume']
  po: BuiltInObjects['v1']['Pod']
  pod: BuiltInObjects['v1']['Pod']
  poddisruptionbudget: BuiltInObjects['policy/v1']['PodDisruptionBudget']
  poddisruptionbudgets: BuiltInObjects['policy/v1']['PodDisruptionBudget']
  pods: BuiltInObjects['v1']['Pod']
  podtemplate: BuiltInObjects['v1']['PodTemplate']
  podtemplates: BuiltInObjects['v1']['PodTemplate']
  priorityclass: BuiltInObjects['scheduling.k8s.io/v1']['PriorityClass']
  priorityclasses: BuiltInObjects['scheduling.k8s.io/v1']['PriorityClass']
  prioritylevelconfiguration: BuiltInObjects['flowcontrol.apiserver.k8s.io/v1']['PriorityLevelConfiguration']
  prioritylevelconfigurations: BuiltInObjects['flowcontrol.apiserver.k8s.io/v1']['PriorityLevelConfiguration']
  pv: BuiltInObjects['v1']['PersistentVolume']
  pvc: BuiltInObjects['v1']['PersistentVolumeClaim']
  quota: BuiltInObjects['v1']['ResourceQuota']
  rc: BuiltInObjects['v1']['ReplicationController']
  replicaset: BuiltInObjects['apps/v1']['ReplicaSet']
  replicasets: BuiltInObjects['apps/v1']['ReplicaSet']
  replicationcontroller: BuiltInObjects['v1']['ReplicationController']
  replicationcontrollers: BuiltInObjects['v1']['ReplicationController']
  resourcequota: BuiltInObjects['v1']['ResourceQuota']
  resourcequotas: BuiltInObjects['v1']['ResourceQuota']
  role: BuiltInObjects['rbac.authorization.k8s.io/v1']['Role']
  rolebinding: BuiltInObjects['rbac.authorization.k8s.io/v1']['RoleBinding']
  rolebindings: BuiltInObjects['rbac.authorization.k8s.io/v1']['RoleBinding']
  roles: BuiltInObjects['rbac.authorization.k8s.io/v1']['Role']
  rs: BuiltInObjects['apps/v1']['ReplicaSet']
  runtimeclass: BuiltInObjects['node.k8s.io/v1']['RuntimeClass']
  runtimeclasses: BuiltInObjects['node.k8s.io/v1']['RuntimeClass']
  sa: BuiltInObjects['v1']['ServiceAccount']
  sc: BuiltInObjects['storage.k8s.io/v1']['StorageClass']
  secret: BuiltInObjects['v1']['Secret']
  secrets: BuiltInObjects['v1']['Secret']
  service: BuiltInObjects['v1']['Service']
  serviceaccount: BuiltInObjects['v1']['ServiceAccount']
  serviceaccounts: BuiltInObjects['v1']['ServiceAccount']
  servicecidr: BuiltInObjects['networking.k8s.io/v1']['ServiceCIDR']
  servicecidrs: BuiltInObjects['networking.k8s.io/v1']['ServiceCIDR']
  services: BuiltInObjects['v1']['Service']
  statefulset: BuiltInObjects['apps/v1']['StatefulSet']
  statefulsets: BuiltInObjects['apps/v1']['StatefulSet']
  storageclass: BuiltInObjects['storage.k8s.io/v1']['StorageClass']
  storageclasses: BuiltInObjects['storage.k8s.io/v1']['StorageClass']
  sts: BuiltInObjects['apps/v1']['StatefulSet']
  svc: BuiltInObjects['v1']['Service']
  validatingadmissionpolicies: BuiltInObjects['admissionregistration.k8s.io/v1']['ValidatingAdmissionPolicy']
  validatingadmissionpolicy: BuiltInObjects['admissionregistration.k8s.io/v1']['ValidatingAdmissionPolicy']
  validatingadmissionpolicybinding: BuiltInObjects['admissionregistration.k8s.io/v1']['ValidatingAdmissionPolicyBinding']
  validatingadmissionpolicybindings: BuiltInObjects['admissionregistration.k8s.io/v1']['ValidatingAdmissionPolicyBinding']
  validatingwebhookconfiguration: BuiltInObjects['admissionregistration.k8s.io/v1']['ValidatingWebhookConfiguration']
  validatingwebhookconfigurations: BuiltInObjects['admissionregistration.k8s.io/v1']['ValidatingWebhookConfiguration']
  volumeattachment: BuiltInObjects['storage.k8s.io/v1']['VolumeAttachment']
  volumeattachments: BuiltInObjects['storage.k8s.io/v1']['VolumeAttachment']
}
