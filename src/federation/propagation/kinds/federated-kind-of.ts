import type { ResourceVersion } from '#federation/members/member-discovery.js'
import { FEDERATED_KINDS, type FederatedKind } from '#federation/propagation/federated-kinds.js'
import { apiVersionOf, compareVersionPriority } from '#meta/resource.js'
import type { ServedVersion, StoredKind } from '#registry/kind.js'
import { perObject } from '#util/memoize.js'
import { KIND_BEHAVIOURS } from './kind-behaviours.js'

const DEFAULT_KINDS: ReadonlyMap<string, FederatedKind> = new Map(
  FEDERATED_KINDS.map((kind) => [kind.prefix, kind]),
)

/** Kinds that describe one cluster, or that its controllers write. They are never propagated. */
const CLUSTER_KINDS: ReadonlySet<string> = new Set([
  'Endpoints',
  'Event',
  'Node',
  'ControllerRevision.apps',
  'CertificateSigningRequest.certificates.k8s.io',
  'Lease.coordination.k8s.io',
  'EndpointSlice.discovery.k8s.io',
  'IPAddress.networking.k8s.io',
  'ServiceCIDR.networking.k8s.io',
  'ResourceSlice.resource.k8s.io',
  'CSINode.storage.k8s.io',
  'CSIStorageCapacity.storage.k8s.io',
  'VolumeAttachment.storage.k8s.io',
])
/** Groups of the federation itself. */
const FEDERATION_GROUPS: ReadonlySet<string> = new Set([
  'federation',
  'federation.binnacle.dev',
  'multicluster.x-k8s.io',
])
/** The group that others have replaced. */
const OLD_GROUP = 'extensions'

/** How a kind is propagated; undefined if it never is. The same kind always has the same description. */
export const federatedKindOf = perObject((stored: StoredKind): FederatedKind | undefined => {
  const known = DEFAULT_KINDS.get(stored.prefix)
  if (known !== undefined) return known
  const { group, kind, plural, isCustomResource, verbs } = stored.storageVersion
  const name = group === '' ? kind : `${kind}.${group}`
  if (stored.review || CLUSTER_KINDS.has(name) || FEDERATION_GROUPS.has(group)) return undefined
  if (!verbs.includes('create') || !verbs.includes('patch')) return undefined
  const candidates = candidatesOf(stored)
  const [best] = candidates
  if (best === undefined) return undefined
  const noun = kind.toLowerCase()
  return {
    apiVersion: apiVersionOf(best),
    kind,
    plural,
    prefix: stored.prefix,
    isNamespaced: stored.namespaced,
    noun,
    component: `federation-${noun}-controller`,
    candidates,
    copiedFields: 'content',
    gathersStatus: true,
    comparesContent: !hasGenerationOfContent(stored),
    ...(isCustomResource && { definition: `${plural}.${group}` }),
    ...KIND_BEHAVIOURS.get(name),
  }
})

/** Whether all objects of the kind are propagated unless they say otherwise. */
export const isDefaultKind = ({ prefix }: FederatedKind) => DEFAULT_KINDS.has(prefix)

/** Whether two descriptions of a kind lead to the same copies. */
export const isSameKind = (one: FederatedKind, other: FederatedKind) =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

/** Kinds with a spec have nothing else to copy. */
const hasGenerationOfContent = ({ generation }: StoredKind) =>
  generation === 'content' || (Array.isArray(generation) && generation.includes('spec'))

/** The version of a custom resource that needs no conversion comes first; otherwise the newest. */
function candidatesOf({ versions, storageVersion }: StoredKind): readonly ResourceVersion[] {
  const byDefault = versions.filter(({ served }) => served)
  return (byDefault.length > 0 ? byDefault : [...versions])
    .sort(
      (left, right) => rankOf(left, storageVersion) - rankOf(right, storageVersion) || inOrder(left, right),
    )
    .map(({ group, version, plural }) => ({ group, version, resource: plural }))
}

function rankOf(version: ServedVersion, stored: ServedVersion): number {
  if (version.group === OLD_GROUP) return 2
  return version.isCustomResource && version === stored ? 0 : 1
}

const inOrder = (left: ServedVersion, right: ServedVersion) =>
  compareVersionPriority(left.version, right.version)
