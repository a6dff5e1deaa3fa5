import type { LabelSelector } from '#meta/label-selector.js'
import type { ObjectMeta } from '#meta/object-meta.js'

/** What the kinds that run pods from a template have in common. */
interface Workload {
  metadata: ObjectMeta
  spec: { selector?: LabelSelector | undefined; template: { metadata: ObjectMeta } }
}

/** Labels and selector that were not given are those of the pod template. */
export function labelsFromTemplate({ metadata, spec }: Workload): void {
  const { labels } = spec.template.metadata
  if (labels === undefined) return
  spec.selector ??= { matchLabels: { ...labels }, matchExpressions: undefined }
  metadata.labels ??= { ...labels }
}
