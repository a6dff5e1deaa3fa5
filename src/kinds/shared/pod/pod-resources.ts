import { addQuantities, compareQuantities } from '../../../schema/quantity.js'
import type { Container } from './container.js'
import type { PodSpec } from './pod-spec.js'

/** Amounts by the names of resources. */
export type Amounts = Readonly<Record<string, string>>

type Part = 'requests' | 'limits'

/**
 * What the containers of a pod take together. Those that run at the same time add up. Init containers run one after the
 * other before the rest, so the largest of them counts if it is more than the sum; those that go on running add to all that
 * come after them.
 */
export function podAmounts({ containers, initContainers }: Readonly<PodSpec>, part: Part): Amounts {
  let together: Amounts = {}
  for (const container of containers ?? []) together = sumOf(together, amountsOf(container, part))
  let running: Amounts = {}
  let largest: Amounts = {}
  for (const container of initContainers ?? []) {
    const amounts = amountsOf(container, part)
    if (container.restartPolicy === 'Always') {
      together = sumOf(together, amounts)
      running = sumOf(running, amounts)
      largest = maximumOf(largest, running)
    } else largest = maximumOf(largest, sumOf(amounts, running))
  }
  return maximumOf(together, largest)
}

export const amountsOf = ({ resources }: Readonly<Container>, part: Part): Amounts =>
  (resources?.[part] ?? {}) as Amounts

export function sumOf(left: Amounts, right: Amounts): Amounts {
  return combined(left, right, addQuantities)
}

function maximumOf(left: Amounts, right: Amounts): Amounts {
  return combined(left, right, (one, other) => (compareQuantities(one, other) < 0 ? other : one))
}

function combined(left: Amounts, right: Amounts, combine: (one: string, other: string) => string): Amounts {
  const all: Record<string, string> = { ...left }
  for (const [name, amount] of Object.entries(right)) {
    const own = Object.hasOwn(all, name) ? all[name] : undefined
    all[name] = own === undefined ? amount : combine(own, amount)
  }
  return all
}
