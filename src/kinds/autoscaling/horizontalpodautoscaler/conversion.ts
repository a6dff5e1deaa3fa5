import { withAnnotations } from '#kinds/shared/metadata.js'
import type { ObjectMeta } from '#meta/object-meta.js'
import type { Conversion } from '#registry/kind.js'
import { decoderOf } from '#schema/decode.js'
import { BEHAVIOR, CONDITIONS, dropCarriedAnnotations, eachOf, readPart } from './carried-annotations.js'
import { fromV1CurrentMetrics, fromV1Metrics, toV1CurrentMetrics, toV1Metrics } from './metrics-in-v1.js'
import type * as v1 from './v1/schema.js'
import { HorizontalPodAutoscalerBehavior } from './v2/behavior.js'
import type * as v2 from './v2/schema.js'
import { HorizontalPodAutoscalerCondition } from './v2/schema.js'

const decodeBehavior = decoderOf(HorizontalPodAutoscalerBehavior)
const decodeConditions = eachOf(decoderOf(HorizontalPodAutoscalerCondition))

/** `autoscaling/v1` from and to `autoscaling/v2`, which is stored. */
export const v1Conversion: Conversion<v1.HorizontalPodAutoscaler, v2.HorizontalPodAutoscaler> = {
  fromStored({ metadata, spec, status, ...type }) {
    const { scaleTargetRef, minReplicas, maxReplicas, behavior } = spec
    const { observedGeneration, lastScaleTime, currentReplicas = 0, desiredReplicas, conditions } = status
    const metrics = toV1Metrics(spec.metrics ?? [])
    const current = toV1CurrentMetrics(status.currentMetrics ?? [])
    return {
      ...type,
      metadata: carrying(metadata, {
        ...metrics.annotations,
        ...current.annotations,
        [CONDITIONS]: conditions && JSON.stringify(conditions),
        [BEHAVIOR]: behavior && JSON.stringify(capitalized(behavior)),
      }),
      spec: { scaleTargetRef, minReplicas, maxReplicas, targetCPUUtilizationPercentage: metrics.cpu },
      status: {
        observedGeneration,
        lastScaleTime,
        currentReplicas,
        desiredReplicas,
        currentCPUUtilizationPercentage: current.cpu,
      },
    }
  },

  toStored({ metadata, spec, status, ...type }) {
    const { scaleTargetRef, minReplicas, maxReplicas, targetCPUUtilizationPercentage } = spec
    const { observedGeneration, lastScaleTime, currentReplicas, desiredReplicas } = status
    const metrics = fromV1Metrics(targetCPUUtilizationPercentage, metadata)
    const current = fromV1CurrentMetrics(status.currentCPUUtilizationPercentage, metadata)
    const conditions = readPart(metadata, CONDITIONS, decodeConditions)
    return {
      ...type,
      metadata: dropCarriedAnnotations(metadata),
      spec: {
        scaleTargetRef,
        minReplicas,
        maxReplicas,
        metrics: metrics.length === 0 ? undefined : metrics,
        behavior: readPart(metadata, BEHAVIOR, (value) => decodeBehavior(uncapitalized(value))),
      },
      status: {
        observedGeneration,
        lastScaleTime,
        currentReplicas: currentReplicas === 0 ? undefined : currentReplicas,
        desiredReplicas,
        currentMetrics: current.length === 0 ? null : current,
        conditions: conditions?.length === 0 ? undefined : conditions,
      },
    }
  },
}

/** Most objects have no such annotations and keep their metadata as it is. */
function carrying(metadata: ObjectMeta, parts: Readonly<Record<string, string | undefined>>): ObjectMeta {
  if (Object.values(parts).every((part) => part === undefined)) return metadata
  return withAnnotations(metadata, parts)
}

/** The behaviour is written with capital letters, as it always was, and read case-insensitively. */
const capitalized = (value: unknown) => renamed(value, (name) => name[0]?.toUpperCase() + name.slice(1))
const uncapitalized = (value: unknown) => renamed(value, (name) => name[0]?.toLowerCase() + name.slice(1))

function renamed(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((element) => renamed(element, rename))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== '')
      .map(([name, field]) => [rename(name), renamed(field, rename)]),
  )
}
