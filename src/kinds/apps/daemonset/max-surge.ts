import { withAnnotations } from '#kinds/shared/metadata.js'
import type { ApiObject } from '#meta/api-object.js'
import type { ObjectMeta } from '#meta/object-meta.js'

/** The annotation that keeps `maxSurge` as JSON: the stored version has no field for it. */
export const MAX_SURGE = 'binnacle.dev/daemonset.max-surge'

/** A count or a percentage. Any other value was not written by a conversion and counts as 0. */
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

/** A status update may change annotations, but not the spec field that is kept in one. */
export function keepMaxSurge(object: ApiObject, { metadata: current }: Readonly<ApiObject>): void {
  const kept = current.annotations?.[MAX_SURGE]
  if (object.metadata.annotations?.[MAX_SURGE] === kept) return
  object.metadata = withAnnotations(object.metadata, { [MAX_SURGE]: kept })
}
