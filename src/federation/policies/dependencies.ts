import { type PodReference, podReferences } from '#kinds/shared/pod/pod-references.js'
import { podSpecOf } from '#kinds/shared/pod/pod-templates.js'

/** Every namespace has it. */
const DEFAULT_ACCOUNT = 'default'

/** The objects that the pods of a workload refer to, each once. None for kinds without pods. */
export function dependenciesOf(object: unknown): readonly PodReference[] {
  const spec = podSpecOf(object)
  if (spec === undefined) return []
  return podReferences(spec).filter(({ kind, name }) => kind !== 'ServiceAccount' || name !== DEFAULT_ACCOUNT)
}
