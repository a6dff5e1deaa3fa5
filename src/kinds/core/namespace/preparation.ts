import { setOwn, sortedKeys } from '#schema/json-object.js'
import type { Namespace } from './schema.js'

/** The fields that the server sets on namespaces. */

/** Selectors find a namespace by this label. */
const NAME_LABEL = 'kubernetes.io/metadata.name'

/** The finalizer that keeps a namespace until it is empty. */
const SERVER_FINALIZER = 'kubernetes'

function labelWithName({ metadata }: Namespace): void {
  const { labels = {}, name = '' } = metadata
  if (labels[NAME_LABEL] === name) return
  const all: Record<string, string> = { ...labels, [NAME_LABEL]: name }
  const ordered: Record<string, string> = {}
  // Sorted, as if a client had sent them.
  for (const key of sortedKeys(all)) setOwn(ordered, key, all[key])
  metadata.labels = ordered
}

export function prepareNew(namespace: Namespace): void {
  const { finalizers = [] } = namespace.spec
  labelWithName(namespace)
  if (!finalizers.includes(SERVER_FINALIZER)) namespace.spec.finalizers = [...finalizers, SERVER_FINALIZER]
  namespace.status.phase = 'Active'
}

/** Only `finalize` changes the spec. */
export function keepSpec(namespace: Namespace, { spec }: Readonly<Namespace>): void {
  labelWithName(namespace)
  namespace.spec = spec
}

/** A status without a phase is that of an active namespace. */
export function prepareStatusUpdate(namespace: Namespace, current: Readonly<Namespace>): void {
  keepSpec(namespace, current)
  namespace.status.phase ??= 'Active'
}

export function keepStatus(namespace: Namespace, { status }: Readonly<Namespace>): void {
  labelWithName(namespace)
  namespace.status = status
}
