import { quantityAsNumber } from '#schema/quantity.js'

/** Amounts by resource name: processors in thousandths, everything else in units. */
export type Resources = ReadonlyMap<string, number>

const NONE: Resources = new Map()
/** Few different quantities are used, many times. */
const MAX_KNOWN = 1000
const known = new Map<string, number>()

/** Rounded up, as the scheduler does. */
export function amountOf(resource: string, quantity: string): number {
  const isCpu = resource === 'cpu'
  const key = isCpu ? `cpu ${quantity}` : quantity
  let amount = known.get(key)
  if (amount === undefined) {
    // The product of a decimal fraction is not exact: 1.1 * 1000 is more than 1100.
    amount = Math.ceil(Number((quantityAsNumber(quantity) * (isCpu ? 1000 : 1)).toFixed(3)))
    if (known.size >= MAX_KNOWN) known.clear()
    known.set(key, amount)
  }
  return amount
}

/** Reads a list such as `allocatable` or `requests`. */
export function resourcesOf(list: Readonly<Record<string, string>> | undefined): Resources {
  if (list === undefined) return NONE
  return new Map(Object.entries(list).map(([name, quantity]) => [name, amountOf(name, quantity)]))
}

interface Container {
  readonly restartPolicy?: string | undefined
  readonly resources?: { readonly requests?: Readonly<Record<string, string>> | undefined } | undefined
}

interface PodResources {
  readonly containers?: readonly Container[] | undefined
  readonly initContainers?: readonly Container[] | undefined
  readonly overhead?: Readonly<Record<string, string>> | undefined
}

/**
 * The requests of a pod: the sum of its containers, or of the init container that needs most. Init containers that keep
 * running count for all that start after them.
 */
export function requestsOf({ containers = [], initContainers = [], overhead }: PodResources): Resources {
  const sum = new Map<string, number>()
  for (const { resources } of containers) addAll(sum, resourcesOf(resources?.requests))
  const sidecars = new Map<string, number>()
  const initial = new Map<string, number>()
  for (const { resources, restartPolicy } of initContainers) {
    const own = new Map(resourcesOf(resources?.requests))
    if (restartPolicy === 'Always') {
      addAll(sum, own)
      addAll(sidecars, own)
      raiseTo(initial, sidecars)
    } else {
      addAll(own, sidecars)
      raiseTo(initial, own)
    }
  }
  raiseTo(sum, initial)
  addAll(sum, resourcesOf(overhead))
  return sum.size === 0 ? NONE : sum
}

export function addAll(sum: Map<string, number>, more: Resources, factor: 1 | -1 = 1): void {
  for (const [name, amount] of more) sum.set(name, (sum.get(name) ?? 0) + amount * factor)
}

export function raiseTo(amounts: Map<string, number>, least: Resources): void {
  for (const [name, amount] of least) amounts.set(name, Math.max(amounts.get(name) ?? 0, amount))
}

export function sameResources(one: Resources, other: Resources): boolean {
  if (one.size !== other.size) return false
  for (const [name, amount] of one) if (other.get(name) !== amount) return false
  return true
}
