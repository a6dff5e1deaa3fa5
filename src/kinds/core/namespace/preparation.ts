import { setOwn, sortedKeys } from '#schema/map-members.js'
import type { Namespace } from './schema.js'

/** What the server sets on namespaces. */

/** By this label selectors find a namespace by its name. */
const NAME_LABEL = 'kubernetes.io/metadata.name'

/** The finalizer by which the server holds a namespace until it is empty. */
const SERVER_FINALIZER = 'kubernetes'

function labelWithName({ metadata }: Namespace): void {
  const { labels = {}, name = '' } = metadata
  if (labels[NAME_LABEL] === name) return
  const all: Record<string, string> = { ...labels, [NAME_LABEL]: name }
  const ordered: Record<string, string> = {}
  // In order, as if a client had sent them.
  for (const key of sortedKeys(all)) setOwn(ordered, key, all[key])
  metadata.labels = ordered
}

export function prepareNew(namespace: Namespace): void {
  const { finalizers = [] } = namespace.spec
  labelWithName(namespace)
  if (!finalizers.includes(SERVER_FINALIZER)) namespace.spec.finalizers = [...finalizers, SERVER_FINALIZER]
  namespace.status.phase = 'Active'
}

/** The spec of a namespace is changed through `finalize` alone. */
export function keepSpec(namespace: Namespace, { spec }: Readonly<Namespace>): void {
  labelWithName(namespace)
  namespace.spec = spec
}

/** A report that does not say so is about a namespace that is in use. */
export function prepareReport(namespace: Namespace, current: Readonly<Namespace>): void {
  keepSpec(namespace, current)
  namespace.status.phase ??= 'Active'
}

export function keepStatus(namespace: Namespace, { status }: Readonly<Namespace>): void {
  labelWithName(namespace)
  namespace.status = status
}
