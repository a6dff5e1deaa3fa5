import type {
  HorizontalPodAutoscalerBehavior,
  HPAScalingRules,
} from '#kinds/autoscaling/horizontalpodautoscaler/v2/behavior.js'

/** How long a recommendation prevents scaling down by default. */
const DOWNSCALE_WINDOW_SECONDS = 300
/** The longest window that a behaviour may have. */
const MAX_WINDOW_MS = 3_600_000

/** A number of replicas that the metrics asked for during a time. */
interface Recommendation {
  readonly replicas: number
  until: number
}

interface ScaleChange {
  readonly time: number
  readonly by: number
}

export interface Limits {
  readonly current: number
  readonly min: number
  readonly max: number
}

/** A step towards the desired replicas, and its condition. */
export interface Step {
  readonly replicas: number
  readonly reason: string
  readonly message: string
}

/** The memory of one autoscaler. Like that of Kubernetes it does not survive a restart. */
export class ScalingHistory {
  #recommendations: Recommendation[] = []
  #ups: ScaleChange[] = []
  #downs: ScaleChange[] = []
  /** When it last scaled. */
  scaledAt: number | undefined

  /** The last recommendation held until now. */
  hold(now: number): void {
    const last = this.#recommendations.at(-1)
    if (last !== undefined) last.until = now
  }

  recommend(replicas: number, now: number): void {
    if (this.#recommendations.at(-1)?.replicas !== replicas)
      this.#recommendations.push({ replicas, until: now })
    // After a restore the clock may be behind.
    this.#recommendations = this.#recommendations.filter(
      ({ until }) => until >= now - MAX_WINDOW_MS && until <= now,
    )
  }

  get isEmpty(): boolean {
    return this.#recommendations.length === 0
  }

  scaled(from: number, to: number, now: number): void {
    this.scaledAt = now
    const changes = to > from ? this.#ups : this.#downs
    changes.push({ time: now, by: Math.abs(to - from) })
    const isRecent = ({ time }: ScaleChange) => time > now - MAX_WINDOW_MS && time <= now
    this.#ups = this.#ups.filter(isRecent)
    this.#downs = this.#downs.filter(isRecent)
  }

  /** Forgets the last change, which was rejected. */
  undo(from: number, to: number): void {
    this.scaledAt = undefined
    const changes = to > from ? this.#ups : this.#downs
    changes.pop()
  }

  /** The recommendation that counts: the highest of the window before scaling down, the lowest before scaling up. */
  stabilize(
    desired: number,
    { current }: Limits,
    behavior: Readonly<HorizontalPodAutoscalerBehavior> | undefined,
    now: number,
  ): Step {
    const isUp = desired >= current
    const down = behavior?.scaleDown?.stabilizationWindowSeconds ?? DOWNSCALE_WINDOW_SECONDS
    const window = isUp ? (behavior?.scaleUp?.stabilizationWindowSeconds ?? 0) : down
    const recent = this.#recommendations.filter(({ until }) => until > now - window * 1000)
    const values = recent.map(({ replicas }) => replicas)
    const replicas = isUp ? Math.min(desired, ...values) : Math.max(desired, ...values)
    if (replicas === desired) {
      return { replicas, reason: 'ReadyForNewScale', message: 'recommended size matches current size' }
    }
    return isUp
      ? {
          replicas,
          reason: 'ScaleUpStabilized',
          message:
            'recent recommendations were lower than current one, applying the lowest recent recommendation',
        }
      : {
          replicas,
          reason: 'ScaleDownStabilized',
          message:
            'recent recommendations were higher than current one, applying the highest recent recommendation',
        }
  }

  /** The replicas that limits and policies allow now. */
  limit(
    desired: number,
    { current, min, max }: Limits,
    behavior: Readonly<HorizontalPodAutoscalerBehavior> | undefined,
    now: number,
  ): Step {
    if (desired > current) {
      const rate = behavior?.scaleUp
        ? Math.max(highest(current, behavior.scaleUp, this.#ups, now), current)
        : Math.max(2 * current, 4)
      if (desired > Math.min(max, rate)) return max > rate ? { replicas: rate, ...UP_LIMIT } : tooMany(max)
    }
    if (desired < current && behavior?.scaleDown) {
      const rate = Math.min(lowest(current, behavior.scaleDown, this.#downs, now), current)
      if (desired < Math.max(min, rate)) return min < rate ? { replicas: rate, ...DOWN_LIMIT } : tooFew(min)
    }
    if (desired < min) return tooFew(min)
    if (desired > max) return tooMany(max)
    return {
      replicas: desired,
      reason: 'DesiredWithinRange',
      message: 'the desired count is within the acceptable range',
    }
  }
}

const UP_LIMIT = {
  reason: 'ScaleUpLimit',
  message: 'the desired replica count is increasing faster than the maximum scale rate',
}
const DOWN_LIMIT = {
  reason: 'ScaleDownLimit',
  message: 'the desired replica count is decreasing faster than the maximum scale rate',
}
const tooMany = (replicas: number): Step => ({
  replicas,
  reason: 'TooManyReplicas',
  message: 'the desired replica count is more than the maximum replica count',
})
const tooFew = (replicas: number): Step => ({
  replicas,
  reason: 'TooFewReplicas',
  message: 'the desired replica count is less than the minimum replica count',
})

const changedIn = (changes: readonly ScaleChange[], seconds: number, now: number) =>
  changes.reduce((sum, { time, by }) => (time > now - seconds * 1000 ? sum + by : sum), 0)

/** The most replicas that the policies allow. */
function highest(
  current: number,
  { selectPolicy, policies }: HPAScalingRules,
  ups: readonly ScaleChange[],
  now: number,
): number {
  if (selectPolicy === 'Disabled') return current
  const allowed = (policies ?? []).map(({ type, value, periodSeconds }) => {
    const start = current - changedIn(ups, periodSeconds, now)
    return type === 'Pods' ? start + value : Math.ceil(start * (1 + value / 100))
  })
  return selectPolicy === 'Min' ? Math.min(...allowed) : Math.max(...allowed)
}

/** The fewest replicas that the policies allow. */
function lowest(
  current: number,
  { selectPolicy, policies }: HPAScalingRules,
  downs: readonly ScaleChange[],
  now: number,
): number {
  if (selectPolicy === 'Disabled') return current
  const allowed = (policies ?? []).map(({ type, value, periodSeconds }) => {
    const start = current + changedIn(downs, periodSeconds, now)
    return type === 'Pods' ? start - value : Math.trunc(start * (1 - value / 100))
  })
  return selectPolicy === 'Min' ? Math.max(...allowed) : Math.min(...allowed)
}
