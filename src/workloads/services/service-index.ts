import type { CachedObject } from '../../cache/cached-object.js'
import type { Service } from '../../kinds/core/service/schema.js'
import type { ChangeFeed } from '../../registry/change-feed.js'
import type { KindRegistry } from '../../registry/kind-registry.js'
import { LabelSelector } from '../../selector/label-selector.js'

const SERVICES = 'core/services/'

interface SelectingService {
  readonly uid: string
  readonly selector: LabelSelector
}

/** Services that select pods, by namespace: which of them a pod belongs to. */
export class ServiceIndex {
  readonly #namespaces = new Map<string, Map<string, SelectingService>>()

  /** Begins to follow. The function that this returns ends that. */
  follow(feed: ChangeFeed, kinds: KindRegistry): () => void {
    const kind = kinds.storedUnder(SERVICES)
    if (kind !== undefined) for (const service of feed.objectsOf(kind)) this.#set(service)
    return feed.follow(
      ({ before, after }) => {
        if (after !== undefined) this.#set(after)
        else if (before !== undefined) this.#namespaces.get(before.namespace)?.delete(before.name)
      },
      ({ prefix }) => prefix === SERVICES,
    )
  }

  *selecting(namespace: string, labels: Readonly<Record<string, string>> | undefined): Generator<string> {
    for (const { uid, selector } of this.#namespaces.get(namespace)?.values() ?? []) {
      if (selector.matches(labels)) yield uid
    }
  }

  #set(served: CachedObject): void {
    const { metadata, spec } = JSON.parse(served.json.toString()) as Service
    const services = this.#namespaces.get(served.namespace) ?? new Map<string, SelectingService>()
    this.#namespaces.set(served.namespace, services)
    const selector = serviceSelector(spec.selector)
    if (selector === undefined) services.delete(served.name)
    else services.set(served.name, { uid: metadata.uid ?? '', selector })
  }
}

/** A service without a selector has endpoints that others write. */
export function serviceSelector(
  labels: Readonly<Record<string, string>> | undefined,
): LabelSelector | undefined {
  const entries = Object.entries(labels ?? {})
  if (entries.length === 0) return undefined
  return new LabelSelector(entries.map(([key, value]) => ({ key, operator: 'in', values: [value] })))
}
