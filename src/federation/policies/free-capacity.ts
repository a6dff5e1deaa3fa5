import type { Amounts } from '#kinds/shared/pod/pod-resources.js'
import { canonicalQuantity, quantityAsNumber } from '#schema/quantity.js'

/** More replicas than any cluster runs. */
const MAX_FITTING = 1_000_000

/** The free resources in an annotation; undefined if there is none. People may write anything. */
export function parseFreeCapacity(text: string | undefined): Amounts | undefined {
  if (text === undefined) return undefined
  try {
    return amountsIn(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** Throws if an amount is not a quantity. */
function amountsIn(value: unknown): Amounts | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return Object.fromEntries(Object.entries(value).map(([name, amount]) => [name, canonicalQuantity(amount)]))
}

/** What the server measured: the free resources, or why they are unknown. */
export interface MeasuredCapacity {
  readonly free?: Amounts | undefined
  readonly unknown?: string | undefined
}

/** The measurement in an annotation; undefined if there is none. */
export function parseMeasuredCapacity(text: string | undefined): MeasuredCapacity | undefined {
  if (text === undefined) return undefined
  try {
    const { free, unknown } = JSON.parse(text) as Readonly<Record<string, unknown>>
    return typeof unknown === 'string' ? { unknown } : { free: amountsIn(free) }
  } catch {
    return undefined
  }
}

/** How many pods with these requests fit; undefined if nothing is known about the resources that they need. */
export function fittingPods(free: Amounts | undefined, requests: Amounts): number | undefined {
  if (free === undefined) return undefined
  let fitting: number | undefined
  for (const [name, request] of Object.entries({ ...requests, pods: '1' })) {
    const available = free[name]
    const needed = quantityAsNumber(request)
    if (available === undefined || needed <= 0) continue
    const count = Math.max(0, Math.floor(quantityAsNumber(available) / needed))
    fitting = Math.min(fitting ?? MAX_FITTING, count)
  }
  return fitting
}
