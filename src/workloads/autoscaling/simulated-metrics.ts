import type { CachedObject } from '#cache/cached-object.js'
import type { Pod } from '#kinds/core/pod/schema.js'
import { amountsOf } from '#kinds/shared/pod/pod-resources.js'
import type { ChangeFeed } from '#registry/change-feed.js'
import { canonicalQuantity, quantityAsNumber } from '#schema/quantity.js'
import { perObject } from '#util/memoize.js'
import type { PodSummary } from '#workloads/pods/summary.js'

/** What each pod uses: `cpu=250m,memory=64Mi,queue=12`. A percentage is one of the request. On pods or autoscalers. */
export const METRICS_ANNOTATION = 'simulation.binnacle.dev/metrics'
/** What all pods use together: `cpu=4`. Ready pods share it equally. On autoscalers. */
export const LOAD_ANNOTATION = 'simulation.binnacle.dev/load'

/** In thousandths, or in percent of the request. */
interface Reading {
  readonly milli?: number
  readonly percent?: number
}

export type Annotations = Readonly<Record<string, string>> | undefined

/** Whether an autoscaler says what its pods use. */
export const hasMetrics = (annotations: Annotations): boolean =>
  annotations?.[METRICS_ANNOTATION] !== undefined || annotations?.[LOAD_ANNOTATION] !== undefined

/** Values that are no quantities are left out. */
export function parseMetrics(text: string | undefined): ReadonlyMap<string, Reading> {
  const readings = new Map<string, Reading>()
  for (const part of (text ?? '').split(',')) {
    const [name = '', value = ''] = part.split('=').map((side) => side.trim())
    const reading = readingOf(value)
    if (name !== '' && reading !== undefined) readings.set(name, reading)
  }
  return readings
}

/** Larger values are mistakes, and no longer exact. */
const MAX_VALUE = 2 ** 63

function readingOf(text: string): Reading | undefined {
  const percent = /^([0-9]+(?:\.[0-9]+)?)%$/.exec(text)?.[1]
  if (percent !== undefined) return Number(percent) < MAX_VALUE ? { percent: Number(percent) } : undefined
  try {
    const milli = quantityAsNumber(canonicalQuantity(text)) * 1000
    return Math.abs(milli) < MAX_VALUE ? { milli } : undefined
  } catch {
    return undefined
  }
}

const requestsOf = perObject((served: CachedObject) => {
  const { spec } = JSON.parse(served.json.toString()) as Pod
  return [...(spec.containers ?? []), ...(spec.initContainers ?? [])]
    .filter(
      ({ restartPolicy }, index) => index < (spec.containers ?? []).length || restartPolicy === 'Always',
    )
    .map((container) => ({ name: container.name, requests: amountsOf(container, 'requests') }))
})

/** The metrics of one autoscaler and its pods, from annotations. */
export class SimulatedMetrics {
  readonly #feed: ChangeFeed
  readonly #metrics: ReadonlyMap<string, Reading>
  readonly #load: ReadonlyMap<string, Reading>
  readonly #serving: number

  constructor(feed: ChangeFeed, annotations: Annotations, pods: readonly PodSummary[]) {
    this.#feed = feed
    this.#metrics = parseMetrics(annotations?.[METRICS_ANNOTATION])
    this.#load = parseMetrics(annotations?.[LOAD_ANNOTATION])
    this.#serving = pods.filter(({ isReady, isTerminating }) => isReady && !isTerminating).length
  }

  /** The value of a metric that belongs to no pod, in thousandths. */
  value(name: string): number | undefined {
    return (this.#load.get(name) ?? this.#metrics.get(name))?.milli
  }

  /** What a pod uses, in thousandths. */
  ofPod(pod: PodSummary, name: string, container?: string): number | undefined {
    const reading = this.#reading(pod, name)
    if (reading?.percent === undefined) return reading?.milli
    return (reading.percent / 100) * (this.request(pod, name, container) as number)
  }

  /**
   * What each of the containers of a pod uses, in thousandths. They share what the pod uses in the proportion of their
   * requests. Without a value they use what they request.
   */
  ofContainers(pod: PodSummary, resource: string, containers: readonly string[]): readonly number[] {
    const requests = containers.map((container) => this.#requested(pod, resource, container) ?? 0)
    const { percent, milli } = this.#reading(pod, resource) ?? {}
    if (milli === undefined) return requests.map((request) => (request * (percent ?? 100)) / 100)
    const sum = requests.reduce((total, request) => total + request, 0)
    return requests.map((request) => milli * (sum > 0 ? request / sum : 1 / requests.length))
  }

  #reading(pod: PodSummary, name: string): Reading | undefined {
    const milli = this.#load.get(name)?.milli
    if (milli !== undefined) return pod.isReady ? { milli: milli / this.#serving } : undefined
    return this.#metrics.get(name) ?? parseMetrics(pod.annotations[METRICS_ANNOTATION]).get(name)
  }

  /** What a pod requests, in thousandths; undefined if one of its containers requests none. */
  request(pod: PodSummary, resource: string, container?: string): number | undefined {
    const requested = this.#requested(pod, resource, container)
    if (requested !== undefined) return requested
    return this.#isRelative(pod.annotations, resource) ? RELATIVE : undefined
  }

  #requested({ namespace, name }: PodSummary, resource: string, container?: string): number | undefined {
    const served = this.#feed.find(`core/pods/${namespace}/${name}`)
    let sum = 0
    for (const each of served === undefined ? [] : requestsOf(served)) {
      if (container !== undefined && each.name !== container) continue
      const request = Object.hasOwn(each.requests, resource) ? each.requests[resource] : undefined
      if (request === undefined) return undefined
      sum += quantityAsNumber(request) * 1000
    }
    return sum
  }

  /** A percentage needs no request. */
  #isRelative(annotations: Annotations, name: string): boolean {
    if (this.#load.has(name)) return false
    const reading = this.#metrics.get(name) ?? parseMetrics(annotations?.[METRICS_ANNOTATION]).get(name)
    return reading?.percent !== undefined
  }
}

/** The request that a percentage refers to where there is none. */
const RELATIVE = 1000
