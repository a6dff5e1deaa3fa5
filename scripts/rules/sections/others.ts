import { NO_PODS, type OtherFact } from './other-fact.js'
import { otherTexts } from './other-texts.js'

const OFF = 'off by default in Kubernetes 1.33'
const METADATA_WARNINGS = 'test/api/write/metadata-warnings.test.ts'
const UNSTORED = 'test/api/kinds/unstored-kinds.test.ts'
const CONVENTIONS = 'test/api/kinds/conventions.test.ts'
const KINDS = 'test/api/effects/kinds.test.ts'
const ACCOUNTS = 'test/access/identity/service-accounts.test.ts'
const POD_SECURITY = 'test/api/admission/pod-security.test.ts'
const FIELD_VALIDATION = 'test/api/write/field-validation.test.ts'
const PUBLISHED = 'test/openapi/published-schemas.test.ts'
const CLASSES = 'test/api/admission/classes.test.ts'
const CERTIFICATES = 'test/access/identity/certificate-requests.test.ts'
const HEALTH = 'src/observe/health.test.ts'
const CUSTOM_LIFE = 'test/custom-resources/life.test.ts'
const DELETION = 'test/custom-resources/deletion.test.ts'
const WORKLOADS = 'test/api/kinds/workloads.test.ts'
const CUSTOM_EFFECTS = 'test/custom-resources/effects.test.ts'

/** The first that fits counts. */
export const otherFacts: readonly OtherFact[] = [
  // Warnings.
  { section: 'warnings', where: 'ComponentStatus', test: UNSTORED },
  { section: 'warnings', where: 'Node spec.configSource', reason: 'the field is dropped before' },
  { section: 'warnings', where: 'NodeLabel', test: 'src/kinds/shared/pod/pod-warnings.test.ts' },
  { section: 'warnings', where: 'TokenRequest', reason: 'no maximum can be configured' },
  {
    section: 'warnings',
    where: 'any object metadata.managedFields',
    reason: 'webhooks cannot change managed fields',
  },
  { section: 'warnings', where: 'any object metadata.ownerReferences', test: METADATA_WARNINGS },
  { section: 'warnings', where: 'any object any: fieldValidation', test: FIELD_VALIDATION },
  { section: 'warnings', where: 'any object any', test: 'test/admission/validating-policies.test.ts' },
  { section: 'warnings', where: 'custom resource metadata.finalizers', test: METADATA_WARNINGS },
  { section: 'warnings', where: 'custom resource any', test: 'src/structural/validation/ratcheting.test.ts' },
  { section: 'warnings', where: 'custom resource version', test: CUSTOM_EFFECTS },
  { section: 'warnings', where: 'Pod and pod templates any', test: POD_SECURITY },
  { section: 'warnings', where: 'Namespace metadata.labels', test: POD_SECURITY },
  { section: 'warnings', where: 'PodSpec', test: 'src/kinds/shared/pod/pod-warnings.test.ts' },
  {
    section: 'warnings',
    where: 'CronJob spec.schedule',
    reason: 'no stored schedule contains TZ: such a schedule is rejected on create',
  },
  { section: 'warnings', where: 'Job (delete)', test: METADATA_WARNINGS },
  // Defaults and tables.
  { section: 'defaults', where: 'TokenRequest', test: ACCOUNTS },
  { section: 'defaults', where: 'ParamRef', reason: 'no default: the rules require the field' },
  { section: 'tables', where: 'ComponentStatus', test: UNSTORED },
  { section: 'tables', where: 'custom resource', test: 'src/custom-resources/columns.test.ts' },
  // Effects.
  { section: 'effects', where: '(all below) update: All', test: CONVENTIONS },
  { section: 'effects', where: '(all below) update: create', test: CONVENTIONS },
  { section: 'effects', where: '(all below)', test: KINDS },
  { section: 'effects', where: 'all here', test: CONVENTIONS },
  { section: 'effects', where: 'Service create', test: 'test/api/kinds/service-allocation.test.ts' },
  { section: 'effects', where: 'Service read', reason: 'every stored Service has these fields' },
  { section: 'effects', where: 'Service proxy', reason: NO_PODS },
  { section: 'effects', where: 'Node proxy', reason: NO_PODS },
  { section: 'effects', where: 'TokenRequest', test: ACCOUNTS },
  { section: 'effects', where: 'Event', test: 'test/api/kinds/event-expiry.test.ts' },
  { section: 'effects', where: 'VolumeAttributesClass', reason: OFF },
  {
    section: 'effects',
    where: 'MutatingAdmissionPolicy',
    test: 'test/admission/mutating-policies.test.ts',
  },
  { section: 'effects', where: 'CustomResourceDefinition delete', test: DELETION },
  { section: 'effects', where: 'CustomResourceDefinition', test: CUSTOM_EFFECTS },
  { section: 'effects', where: 'custom resource scale', test: CUSTOM_LIFE },
  { section: 'effects', where: 'custom resource', test: CUSTOM_EFFECTS },
  { section: 'effects', where: 'APIService', test: 'test/api/kinds/api-services.test.ts' },
  {
    section: 'effects',
    where: 'FlowSchema, PriorityLevelConfiguration bootstrap',
    test: 'test/api/namespaces/system-objects.test.ts',
  },
  { section: 'effects', where: 'FlowSchema, PriorityLevelConfiguration apply', test: KINDS },
  { section: 'effects', where: 'Deployment apply', test: KINDS },
  { section: 'effects', where: 'ReplicaSet, StatefulSet', test: KINDS },
  { section: 'effects', where: 'IngressClass', test: KINDS },
  // Admission.
  ...[
    'NamespaceAutoProvision',
    'NamespaceExists',
    'AlwaysPullImages',
    'LimitPodHardAntiAffinityTopology',
    'ExtendedResourceToleration',
    'OwnerReferencesPermissionEnforcement',
    'DenyServiceExternalIPs',
    'PodNodeSelector',
    'AlwaysDeny',
  ].map((where) => ({
    section: 'admission plugins',
    where,
    test: 'test/admission/optional-plugins.test.ts',
  })),
  {
    section: 'admission plugins',
    where: 'NodeRestriction: resourceslices',
    reason: 'resourceslices are not served, as in Kubernetes 1.33 by default',
  },
  { section: 'admission plugins', where: 'NodeRestriction', test: 'test/admission/node-restriction.test.ts' },
  { section: 'admission plugins', where: 'ServiceAccount', test: 'test/admission/service-accounts.test.ts' },
  {
    section: 'admission plugins',
    where: 'PodSecurity: namespace of the pod',
    reason: 'a pod cannot be created in a missing namespace',
  },
  { section: 'admission plugins', where: 'PodSecurity', test: POD_SECURITY },
  { section: 'admission plugins', where: 'order', test: CLASSES },
  { section: 'admission plugins', where: 'LimitRanger', test: 'test/api/admission/limit-ranger.test.ts' },
  { section: 'admission plugins', where: 'NamespaceLifecycle', test: 'test/api/namespaces/life.test.ts' },
  { section: 'admission plugins', where: 'TaintNodesByCondition', test: 'test/api/effects/writes.test.ts' },
  {
    section: 'admission plugins',
    where: 'DefaultTolerationSeconds',
    test: 'test/api/kinds/pod-preparation.test.ts',
  },
  {
    section: 'admission plugins',
    where: 'StorageObjectInUseProtection',
    test: 'test/api/kinds/storage-protection.test.ts',
  },
  { section: 'admission plugins', where: 'PersistentVolumeClaimResize', test: CLASSES },
  { section: 'admission plugins', where: 'CertificateSubjectRestriction', test: CERTIFICATES },
  { section: 'admission plugins', where: 'Certificate', test: CERTIFICATES },
  {
    section: 'admission plugins',
    where: 'ValidatingAdmissionPolicy',
    test: 'test/admission/validating-policies.test.ts',
  },
  {
    section: 'admission plugins',
    where: 'MutatingAdmissionWebhook',
    test: 'test/admission/mutating-webhooks.test.ts',
  },
  {
    section: 'admission plugins',
    where: 'ValidatingAdmissionWebhook',
    test: 'test/admission/validating-webhooks.test.ts',
  },
  ...['limited', 'scope'].map((when) => ({
    section: 'admission plugins',
    where: `ResourceQuota: ${when}`,
    reason: 'needs a configuration of the plugin',
  })),
  {
    section: 'admission plugins',
    where: 'ResourceQuota: negative',
    reason: 'the rules allow no negative amount',
  },
  { section: 'admission plugins', where: 'ResourceQuota: timeout', reason: 'quotas are counted at once' },
  { section: 'admission plugins', where: 'ResourceQuota', test: 'test/api/admission/resource-quota.test.ts' },
  ...['Priority', 'DefaultStorageClass', 'RuntimeClass', 'DefaultIngressClass'].map((where) => ({
    section: 'admission plugins',
    where,
    test: CLASSES,
  })),
  { section: 'pod security', test: POD_SECURITY },
  { section: 'admission', where: 'Certificate', test: CERTIFICATES },
  ...['escalation', 'binding', 'rule cover'].map((where) => ({
    section: 'admission',
    where,
    test: 'test/access/rbac/authorization.test.ts',
  })),
  { section: 'admission', test: CLASSES },
  // What clients read.
  { section: 'discovery', where: 'custom', test: CUSTOM_LIFE },
  { section: 'discovery', where: '/api and', test: 'test/api/read/aggregated-discovery.test.ts' },
  { section: 'discovery', test: UNSTORED },
  { section: 'OpenAPI', test: PUBLISHED },
  { section: 'health checks', where: 'aggregator', reason: 'checks are of the parts that this server has' },
  {
    section: 'health checks',
    where: 'livez checks',
    reason: 'a check passes as soon as its part has started',
  },
  { section: 'health checks', test: HEALTH },
  { section: 'subresources of pods', where: 'binding', test: 'test/api/kinds/pods.test.ts' },
  {
    section: 'subresources of pods',
    where: 'eviction: 20 tries',
    reason: 'budget and pod change in one write',
  },
  { section: 'subresources of pods', where: 'eviction', test: 'test/api/kinds/evictions.test.ts' },
  ...['exec', 'log', 'proxy'].map((where) => ({ section: 'subresources of pods', where, reason: NO_PODS })),
  { section: 'conversions', where: 'HorizontalPodAutoscaler', test: CUSTOM_EFFECTS },
  { section: 'conversions', test: WORKLOADS },
  ...otherTexts,
]
