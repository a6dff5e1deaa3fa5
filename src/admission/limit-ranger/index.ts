import { rejection } from '#admission/rejection.js'
import type { StoredObjects } from '#admission/stored-objects.js'
import type { LimitRange, LimitRangeItem } from '#kinds/core/limitrange/schema.js'
import type { PersistentVolumeClaim } from '#kinds/core/persistentvolumeclaim/schema.js'
import type { Pod } from '#kinds/core/pod/schema.js'
import { type Amounts, amountsOf, podAmounts } from '#kinds/shared/pod/pod-resources.js'
import type { ServedVersion } from '#registry/kind.js'
import type { AdmissionPlugin, AdmissionReview, AdmittedOperation } from '#registry/write/admission.js'
import { type Use, violations } from './constraints.js'
import { applyDefaults } from './defaults.js'
import { limitAmounts } from './work.js'

const RANGES = 'core/limitranges/'

/**
 * Applies the LimitRanges of a namespace to pods and claims. The resources of a pod that exists change only through its
 * subresource `resize`.
 */
export class LimitRanger implements AdmissionPlugin {
  readonly name = 'LimitRanger'
  readonly #stored: StoredObjects

  constructor(stored: StoredObjects) {
    this.#stored = stored
  }

  handles({ group, kind }: ServedVersion, operation: AdmittedOperation): boolean {
    if (group !== '') return false
    return (kind === 'Pod' || kind === 'PersistentVolumeClaim') && operation !== 'delete'
  }

  admit(review: AdmissionReview): void | Promise<void> {
    if (review.version.kind !== 'Pod' || !isLimited(review)) return
    return this.#withRanges(review, (ranges) => {
      limitAmounts(review, ranges)
      for (const range of ranges) applyDefaults(review.object as Pod, range)
    })
  }

  check(review: AdmissionReview): void | Promise<void> {
    const { version, object } = review
    if (!isLimited(review)) return
    return this.#withRanges(review, (ranges) => {
      if (ranges.length === 0) return
      if (version.kind === 'Pod') limitAmounts(review, ranges)
      const usesOf =
        version.kind === 'Pod' ? podUses(object as Pod) : claimUses(object as PersistentVolumeClaim)
      for (const { spec } of ranges) {
        const problems = (spec.limits ?? []).flatMap((bounds) =>
          usesOf(bounds).flatMap((use) => violations(bounds, use)),
        )
        if (problems.length > 0) throw rejection(review, aggregate(problems))
      }
    })
  }

  #withRanges(
    { namespace }: AdmissionReview,
    look: (ranges: readonly LimitRange[]) => void,
  ): void | Promise<void> {
    const ranges = this.#stored.allOf<LimitRange>(RANGES, namespace)
    return ranges instanceof Promise ? ranges.then(look) : look(ranges)
  }
}

function isLimited({ version, operation, part, subresource, current }: AdmissionReview): boolean {
  if (current?.metadata.deletionTimestamp) return false
  if (version.kind === 'Pod' && operation === 'update') return subresource === 'resize'
  return part === 'object'
}

/** What the bounds of one item type apply to. */
type UsesOf = (bounds: Readonly<LimitRangeItem>) => readonly Use[]

const podUses =
  ({ spec }: Readonly<Pod>): UsesOf =>
  ({ type }) => {
    if (type === 'Pod')
      return [{ requests: podAmounts(spec, 'requests'), limits: podAmounts(spec, 'limits') }]
    if (type !== 'Container') return []
    return [...(spec.containers ?? []), ...(spec.initContainers ?? [])].map((container) => ({
      requests: amountsOf(container, 'requests'),
      limits: amountsOf(container, 'limits'),
    }))
  }

const claimUses =
  ({ spec }: Readonly<PersistentVolumeClaim>): UsesOf =>
  ({ type }) =>
    type === 'PersistentVolumeClaim'
      ? [{ requests: (spec.resources.requests ?? {}) as Amounts, limits: undefined }]
      : []

/** The maximum number of errors in one message. */
const MAX_REPORTED = 100

/** Joins errors into one message, without repetitions. */
function aggregate(problems: readonly string[]): string {
  const different = [...new Set(problems)]
  if (different.length === 1) return different[0] as string
  const told = different.slice(0, MAX_REPORTED)
  const left = different.length - told.length
  return `[${told.join(', ')}${left === 0 ? '' : `, and ${left} more`}]`
}
