import { rejection } from '#admission/rejection.js'
import type { Node } from '#kinds/core/node/schema.js'
import type { Pod } from '#kinds/core/pod/schema.js'
import { isStatic } from '#kinds/core/pod/subresources/subresource.js'
import { MIRROR } from '#kinds/shared/pod/annotation-rules.js'
import { podReferences } from '#kinds/shared/pod/pod-references.js'
import { notFound } from '#meta/api-error.js'
import type { NodeWrite } from './node-write.js'

const NODES = 'core/nodes/'
const NODE = { group: '', version: 'v1', kind: 'Node', plural: 'nodes' }

/** A mirror pod shows what the kubelet runs by itself, so it refers to nothing of the server. */
export function checkMirrorPod({ review, node, stored }: NodeWrite): void {
  const own = JSON.stringify(node)
  const pod = review.object as Pod
  const { spec, metadata } = pod
  if (!isStatic(pod)) {
    throw rejection(
      review,
      `pod does not have "${MIRROR}" annotation, node ${own} can only create mirror pods`,
    )
  }
  const creates = (what: string) => rejection(review, `node ${own} can only create pods with ${what}`)
  if (spec.nodeName !== node) throw creates('spec.nodeName set to itself')
  const [owner, ...others] = metadata.ownerReferences ?? []
  if (others.length > 0) throw creates('a single owner reference set to itself')
  if (owner?.apiVersion !== 'v1' || owner.kind !== 'Node' || owner.name !== node) {
    throw creates('an owner reference set to itself')
  }
  if (owner.controller !== true) throw creates('a controller owner reference set to itself')
  if (owner.blockOwnerDeletion === true) {
    throw rejection(review, `node ${own} must not set blockOwnerDeletion on an owner reference`)
  }
  const uid = stored.get<Node>(NODES, undefined, node)?.metadata.uid
  if (uid === undefined) throw notFound(NODE, node)
  if (owner.uid !== uid) {
    throw rejection(review, `node ${node} UID mismatch: expected ${owner.uid} got ${uid}`)
  }
  const referenced = referencedKind(spec)
  if (referenced === undefined) return
  throw rejection(review, `node ${own} can not create pods that reference ${referenced}`)
}

function referencedKind(spec: Pod['spec']): string | undefined {
  if (spec.serviceAccountName) return 'a service account'
  const kinds = new Set(podReferences({ ...spec }).map(({ kind }) => kind))
  if (kinds.has('Secret')) return 'secrets'
  if (kinds.has('ConfigMap')) return 'configmaps'
  const { volumes = [], resourceClaims = [] } = spec
  const sources = volumes.flatMap(({ projected }) => projected?.sources ?? [])
  if (sources.some(({ clusterTrustBundle }) => clusterTrustBundle !== undefined)) return 'clustertrustbundles'
  if (kinds.has('PersistentVolumeClaim')) return 'persistentvolumeclaims'
  return resourceClaims.length > 0 ? 'resourceclaims' : undefined
}
