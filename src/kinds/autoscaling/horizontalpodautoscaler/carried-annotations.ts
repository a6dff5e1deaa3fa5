import { withAnnotations } from '#kinds/shared/metadata.js'
import type { ObjectMeta } from '#meta/object-meta.js'

/** The annotations in which `autoscaling/v1` objects keep what that version has no fields for. */

const FIELD = 'autoscaling.alpha.kubernetes.io'
export const METRICS = `${FIELD}/metrics`
export const CURRENT_METRICS = `${FIELD}/current-metrics`
export const CONDITIONS = `${FIELD}/conditions`
export const BEHAVIOR = `${FIELD}/behavior`
/** All metrics verbatim, if the usual annotations cannot express them. */
export const EXACT_METRICS = 'binnacle.dev/horizontalpodautoscaler.metrics'
export const EXACT_CURRENT_METRICS = 'binnacle.dev/horizontalpodautoscaler.current-metrics'

const CARRIED = [METRICS, CURRENT_METRICS, CONDITIONS, BEHAVIOR, EXACT_METRICS, EXACT_CURRENT_METRICS]
const NONE = Object.fromEntries(CARRIED.map((annotation) => [annotation, undefined]))

export function dropCarriedAnnotations(metadata: ObjectMeta): ObjectMeta {
  const { annotations } = metadata
  if (annotations === undefined || !CARRIED.some((key) => key in annotations)) return metadata
  return withAnnotations(metadata, NONE)
}

/** Reads a list. Anything else is rejected like every unreadable value. */
export const eachOf =
  <T>(read: (value: unknown) => T) =>
  (value: unknown): T[] => {
    if (!Array.isArray(value)) throw new TypeError('expected a list')
    return value.map(read)
  }

/** The JSON value of an annotation. A value that cannot be read was not written by a conversion and is ignored. */
export function readPart<T>(
  { annotations }: ObjectMeta,
  annotation: string,
  read: (value: unknown) => T,
): T | undefined {
  const text = annotations?.[annotation]
  if (text === undefined) return undefined
  try {
    return read(JSON.parse(text))
  } catch {
    return undefined
  }
}
