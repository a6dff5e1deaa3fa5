import { rejection } from '#admission/rejection.js'
import { Node } from '#kinds/core/node/schema.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { semanticEqual } from '#schema/equal.js'
import { forbiddenLabels } from './node-labels.js'
import type { NodeWrite } from './node-write.js'

/** A kubelet registers and reports its own node. It cannot attract pods that are not meant for it. */
export function checkNode({ review, node }: NodeWrite): void {
  const own = JSON.stringify(node)
  const { operation, name = '' } = review
  if (name !== node) {
    throw rejection(review, `node ${own} is not allowed to modify node ${JSON.stringify(name)}`)
  }
  if (operation === 'delete') return
  const { metadata, spec } = review.object as Node
  if (operation === 'create') {
    if (spec.configSource !== undefined) {
      throw rejection(review, `node ${own} is not allowed to create pods with a non-nil configSource`)
    }
    const labels = forbiddenLabels(metadata.labels, undefined)
    if (labels.length === 0) return
    throw rejection(review, `node ${own} is not allowed to set the following labels: ${labels.join(', ')}`)
  }
  const { metadata: before, spec: current } = review.current as Node
  const isSame = (after: Partial<Node['spec']>, stored: Partial<Node['spec']>) =>
    semanticEqual(Node, { spec: after }, { spec: stored })
  const { configSource, taints } = spec
  if (configSource !== undefined && !isSame({ configSource }, { configSource: current.configSource })) {
    throw rejection(review, `node ${own} is not allowed to update configSource to a new non-nil configSource`)
  }
  if (!isSame({ taints }, { taints: current.taints }))
    throw rejection(review, `node ${own} is not allowed to modify taints`)
  const labels = forbiddenLabels(metadata.labels, before.labels)
  if (labels.length > 0) {
    throw rejection(review, `is not allowed to modify labels: ${labels.join(', ')}`)
  }
  const owners = ({ ownerReferences }: Node['metadata']) => ({ ownerReferences })
  if (!semanticEqual(ObjectMeta, owners(metadata), owners(before))) {
    throw rejection(review, `node ${own} is not allowed to modify ownerReferences`)
  }
}
