import { SERVER_FINALIZER, SYSTEM_NAMESPACES } from '#controllers/namespaces/namespace.js'
import type { ServiceAddresses } from './service-addresses.js'
import type { SystemObject } from './system-object.js'

const namespace = (name: string): SystemObject => ({
  prefix: 'core/namespaces/',
  apiVersion: 'v1',
  kind: 'Namespace',
  name,
  labels: { 'kubernetes.io/metadata.name': name },
  hasGeneration: false,
  content: () => ({ spec: { finalizers: [SERVER_FINALIZER] }, status: { phase: 'Active' } }),
})

const priorityClass = (name: string, value: number, description: string): SystemObject => ({
  prefix: 'scheduling.k8s.io/priorityclasses/',
  apiVersion: 'scheduling.k8s.io/v1',
  kind: 'PriorityClass',
  name,
  hasGeneration: true,
  content: () => ({ value, description, preemptionPolicy: 'PreemptLowerPriority' }),
})

const serviceRange = ({ cidrs }: ServiceAddresses): SystemObject => ({
  prefix: 'networking.k8s.io/servicecidrs/',
  apiVersion: 'networking.k8s.io/v1',
  kind: 'ServiceCIDR',
  name: 'kubernetes',
  hasGeneration: false,
  content: (now) => ({
    spec: { cidrs },
    status: {
      conditions: [
        {
          type: 'Ready',
          status: 'True',
          lastTransitionTime: now,
          reason: '',
          message: 'Kubernetes default Service CIDR is ready',
        },
      ],
    },
  }),
  // A range of the other family may be added. Any other change needs a new ServiceCIDR.
  restore: ({ spec }) => {
    const current = (spec as { readonly cidrs: readonly string[] }).cidrs
    if (current.length === 1 && current[0] === cidrs[0]) Object.assign(spec as object, { cidrs })
  },
})

/** The objects that every server has, if their kind is served. */
export const systemObjects = (addresses: ServiceAddresses): readonly SystemObject[] => [
  ...SYSTEM_NAMESPACES.map(namespace),
  priorityClass(
    'system-node-critical',
    2_000_001_000,
    'Used for system critical pods that must not be moved from their current node.',
  ),
  priorityClass(
    'system-cluster-critical',
    2_000_000_000,
    'Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.',
  ),
  serviceRange(addresses),
]
