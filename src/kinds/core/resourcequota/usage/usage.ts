import type { PersistentVolumeClaim } from '#kinds/core/persistentvolumeclaim/schema.js'
import type { Pod } from '#kinds/core/pod/schema.js'
import type { Service } from '#kinds/core/service/schema.js'
import type { Amounts } from '#kinds/shared/pod/pod-resources.js'
import type { ApiObject } from '#meta/object-meta.js'
import { qualifiedResource } from '#meta/resource.js'
import type { ServedVersion, StoredKind } from '#registry/kind.js'
import { canonicalQuantity, compareQuantities } from '#schema/quantity.js'
import { concernsPods, podUsage } from './pod-usage.js'

/** Resources that quotas also count by their plain names. */
const COUNTED = [
  'configmaps',
  'persistentvolumeclaims',
  'pods',
  'replicationcontrollers',
  'resourcequotas',
  'secrets',
  'services',
]

/** The usage of an object, by resource name. */
export function usageOf(version: ServedVersion, object: Readonly<ApiObject>): Amounts {
  return { ...countOf(version), ...ownUsage(version, object) }
}

/** Whether objects of this version use a resource that the quota limits. */
export function concerns(version: ServedVersion, name: string, usage: Amounts): boolean {
  if (isCore(version, 'Pod') && concernsPods(name)) return true
  return Object.hasOwn(usage, name)
}

export const isCore = ({ group, kind }: ServedVersion, name: string) => group === '' && kind === name

/** Whether some objects of a cluster could use the resource: claims have one for each storage class. */
export function concernsServicesOrClaims(name: string): boolean {
  return (
    name === 'services.nodeports' ||
    name === 'services.loadbalancers' ||
    name === 'requests.storage' ||
    CLASS_RESOURCES.some((ending) => name.endsWith(ending))
  )
}

/** The names under which quotas count the objects of a kind. */
export function countedAs({ versions, storageVersion }: StoredKind): readonly string[] {
  const names = versions.map((version) => `count/${qualifiedResource(version)}`)
  const { group, plural } = storageVersion
  if (group === '' && plural !== 'pods' && COUNTED.includes(plural)) names.push(plural)
  return names
}

/** An object counts in every version that serves it. */
function countOf({ stored }: ServedVersion): Amounts {
  return Object.fromEntries(countedAs(stored).map((name) => [name, '1']))
}

function ownUsage(version: ServedVersion, object: Readonly<ApiObject>): Amounts {
  if (isCore(version, 'Pod')) return podUsage(object as Pod)
  if (isCore(version, 'Service')) return serviceUsage(object as Service)
  if (isCore(version, 'PersistentVolumeClaim')) return claimUsage(object as PersistentVolumeClaim)
  return {}
}

function serviceUsage({ spec }: Readonly<Service>): Amounts {
  const { type, ports = [], allocateLoadBalancerNodePorts: allocates } = spec
  const isBalanced = type === 'LoadBalancer'
  const onNodes = isBalanced && allocates === false ? ports.filter(({ nodePort }) => nodePort) : ports
  const nodePorts = isBalanced || type === 'NodePort' ? onNodes.length : 0
  return { 'services.nodeports': String(nodePorts), 'services.loadbalancers': isBalanced ? '1' : '0' }
}

const CLASS_RESOURCES = ['persistentvolumeclaims', 'requests.storage'].map(
  (name) => `.storageclass.storage.k8s.io/${name}`,
)
const CLASS_ANNOTATION = 'volume.beta.kubernetes.io/storage-class'

/** Whole bytes. What a claim has been allocated counts if it is more than the request. */
function storageOf({ spec, status }: Readonly<PersistentVolumeClaim>): string | undefined {
  const requested = spec.resources.requests?.storage
  if (requested === undefined) return undefined
  const allocated = status?.allocatedResources?.storage ?? '0'
  return canonicalQuantity(compareQuantities(allocated, requested) > 0 ? allocated : requested, WHOLE)
}

const WHOLE = 0

function claimUsage(claim: Readonly<PersistentVolumeClaim>): Amounts {
  const { metadata, spec } = claim
  const storage = storageOf(claim)
  const name = metadata.annotations?.[CLASS_ANNOTATION] ?? spec.storageClassName
  const ofClass = name ? `${name}.storageclass.storage.k8s.io/` : undefined
  return {
    ...(storage !== undefined && { 'requests.storage': storage }),
    ...(ofClass !== undefined && { [`${ofClass}persistentvolumeclaims`]: '1' }),
    ...(ofClass !== undefined && storage !== undefined && { [`${ofClass}requests.storage`]: storage }),
  }
}
