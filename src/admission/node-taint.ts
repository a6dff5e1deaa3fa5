import type { Node } from '#kinds/core/node/schema.js'
import type { ServedVersion } from '#registry/kind.js'
import type { AdmissionPlugin, AdmissionReview, AdmittedOperation } from '#registry/write/admission.js'

const NOT_READY = 'node.kubernetes.io/not-ready'
const EFFECT = 'NoSchedule'

/** A new node is tainted until it reports that it is ready; the node controller then removes the taint. */
export class NodeTaint implements AdmissionPlugin {
  readonly name = 'TaintNodesByCondition'

  handles({ group, kind }: ServedVersion, operation: AdmittedOperation): boolean {
    return operation === 'create' && group === '' && kind === 'Node'
  }

  admit({ object }: AdmissionReview): void {
    const { spec } = object as Node
    const { taints = [] } = spec
    if (taints.some(({ key, effect }) => key === NOT_READY && effect === EFFECT)) return
    spec.taints = [...taints, { key: NOT_READY, value: undefined, effect: EFFECT, timeAdded: undefined }]
  }
}
