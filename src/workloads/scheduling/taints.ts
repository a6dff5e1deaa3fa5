import type { Pod } from '#kinds/core/pod/schema.js'

export interface Taint {
  readonly key: string
  readonly value?: string | undefined
  readonly effect: string
}

interface Toleration {
  readonly key?: string | undefined
  readonly operator?: string | undefined
  readonly value?: string | undefined
  readonly effect?: string | undefined
}

export const tolerates = ({ key, operator = 'Equal', value = '', effect }: Toleration, taint: Taint) =>
  (!effect || effect === taint.effect) &&
  (!key ? operator === 'Exists' : key === taint.key) &&
  (operator === 'Exists' || value === (taint.value ?? ''))

interface Tainted {
  readonly taints: readonly Taint[]
}

/** The first taint that keeps the pod away. */
export function untoleratedTaint({ spec }: Pick<Pod, 'spec'>, { taints }: Tainted): Taint | undefined {
  const tolerations = spec.tolerations ?? []
  return taints.find(
    (taint) =>
      taint.effect !== 'PreferNoSchedule' && !tolerations.some((toleration) => tolerates(toleration, taint)),
  )
}

export const toleratesAll = (pod: Pick<Pod, 'spec'>, node: Tainted): boolean =>
  untoleratedTaint(pod, node) === undefined

/** The number of `PreferNoSchedule` taints that the pod does not tolerate. */
export const dislikedTaints = ({ spec }: Pick<Pod, 'spec'>, { taints }: Tainted): number =>
  taints.filter(
    (taint) =>
      taint.effect === 'PreferNoSchedule' &&
      !spec.tolerations?.some((toleration) => tolerates(toleration, taint)),
  ).length
