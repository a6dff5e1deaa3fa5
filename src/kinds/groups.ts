import { CURRENT_CONVENTIONS, LEGACY_CONVENTIONS } from '#registry/kind.js'

/**
 * The groups in the order in which discovery lists them. A client that is given the bare name of a resource, such as
 * `deployments`, takes the first group that has it, so current groups come before legacy ones.
 */
const GROUPS = [
  '',
  'apiregistration.k8s.io',
  'apps',
  'events.k8s.io',
  'authentication.k8s.io',
  'authorization.k8s.io',
  'autoscaling',
  'batch',
  'certificates.k8s.io',
  'networking.k8s.io',
  'federation',
  'extensions',
  'policy',
  'rbac.authorization.k8s.io',
  'storage.k8s.io',
  'admissionregistration.k8s.io',
  'apiextensions.k8s.io',
  'scheduling.k8s.io',
  'coordination.k8s.io',
  'node.k8s.io',
  'discovery.k8s.io',
  'flowcontrol.apiserver.k8s.io',
  'resource.k8s.io',
  'federation.binnacle.dev',
] as const
type Group = (typeof GROUPS)[number]

const groupVersion = (group: Group, version: string) =>
  ({ group, version, discoveryRank: GROUPS.indexOf(group) }) as const

/** A legacy group. */
const legacy = (group: Group) =>
  ({ ...groupVersion(group, 'v1beta1'), conventions: LEGACY_CONVENTIONS }) as const

/** A current group. */
const current = (group: Group, version = 'v1') =>
  ({ ...groupVersion(group, version), conventions: CURRENT_CONVENTIONS }) as const

/** The groups and versions that kinds are served in, each with the conventions of its time. */
export const extensionsV1beta1 = legacy('extensions')
export const federationV1beta1 = legacy('federation')

export const coreV1 = current('')
export const appsV1 = current('apps')
export const networkingV1 = current('networking.k8s.io')
export const batchV1 = current('batch')
export const autoscalingV1 = current('autoscaling')
export const autoscalingV2 = current('autoscaling', 'v2')
export const policyV1 = current('policy')
export const coordinationV1 = current('coordination.k8s.io')
export const eventsV1 = current('events.k8s.io')
export const discoveryV1 = current('discovery.k8s.io')
export const storageV1 = current('storage.k8s.io')
export const storageV1beta1 = current('storage.k8s.io', 'v1beta1')
export const resourceV1 = current('resource.k8s.io')
export const resourceV1beta2 = current('resource.k8s.io', 'v1beta2')
export const schedulingV1 = current('scheduling.k8s.io')
export const nodeV1 = current('node.k8s.io')
export const certificatesV1 = current('certificates.k8s.io')
export const flowcontrolV1 = current('flowcontrol.apiserver.k8s.io')
export const apiregistrationV1 = current('apiregistration.k8s.io')
export const apiextensionsV1 = current('apiextensions.k8s.io')
export const rbacV1 = current('rbac.authorization.k8s.io')
export const authorizationV1 = current('authorization.k8s.io')
export const authenticationV1 = current('authentication.k8s.io')
export const admissionregistrationV1 = current('admissionregistration.k8s.io')
export const admissionregistrationV1beta1 = current('admissionregistration.k8s.io', 'v1beta1')
export const admissionregistrationV1alpha1 = current('admissionregistration.k8s.io', 'v1alpha1')
/** Served by federation hosts only. */
export const federationPoliciesV1alpha1 = current('federation.binnacle.dev', 'v1alpha1')
