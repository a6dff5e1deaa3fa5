import { LEGACY_CONVENTIONS, TODAY_CONVENTIONS } from '../registry/kind.js'

/** The groups and versions that kinds are served in, each with the conventions of its time. */

export const extensionsV1beta1 = {
  group: 'extensions',
  version: 'v1beta1',
  conventions: LEGACY_CONVENTIONS,
} as const

export const federationV1beta1 = {
  group: 'federation',
  version: 'v1beta1',
  conventions: LEGACY_CONVENTIONS,
} as const

/** A group of today. */
const today = (group: string, version = 'v1') => ({ group, version, conventions: TODAY_CONVENTIONS }) as const

export const coreV1 = today('')
export const appsV1 = today('apps')
export const networkingV1 = today('networking.k8s.io')
export const batchV1 = today('batch')
export const autoscalingV1 = today('autoscaling')
export const autoscalingV2 = today('autoscaling', 'v2')
export const policyV1 = today('policy')
export const coordinationV1 = today('coordination.k8s.io')
export const eventsV1 = today('events.k8s.io')
export const discoveryV1 = today('discovery.k8s.io')
export const storageV1 = today('storage.k8s.io')
export const schedulingV1 = today('scheduling.k8s.io')
export const nodeV1 = today('node.k8s.io')
export const certificatesV1 = today('certificates.k8s.io')
export const flowcontrolV1 = today('flowcontrol.apiserver.k8s.io')
