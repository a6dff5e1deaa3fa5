import { withAnnotations } from '#kinds/shared/metadata.js'
import type { ApiObject } from '#meta/api-object.js'
import type { ObjectMeta } from '#meta/object-meta.js'

/**
 * How many pods more than one a node may run for a while. The stored version has no member for it and keeps it in an
 * annotation, as JSON.
 */
export const MAX_SURGE = 'binnacle.dev/daemonset.max-surge'

/** A count or a share. What is neither was not written by a conversion, and counts as none. */
export function maxSurgeIn({ annotations }: ObjectMeta): number | string {
  const text = annotations?.[MAX_SURGE]
  if (text === undefined) return 0
  try {
    const surge: unknown = JSON.parse(text)
    return typeof surge === 'string' || isInt32(surge) ? surge : 0
  } catch {
    return 0
  }
}

const isInt32 = (value: unknown): value is number => typeof value === 'number' && (value | 0) === value

/** A report of the status changes annotations, but no part of the spec that is kept in them. */
export function keepMaxSurge(object: ApiObject, { metadata: current }: Readonly<ApiObject>): void {
  const kept = current.annotations?.[MAX_SURGE]
  if (object.metadata.annotations?.[MAX_SURGE] === kept) return
  object.metadata = withAnnotations(object.metadata, { [MAX_SURGE]: kept })
}
