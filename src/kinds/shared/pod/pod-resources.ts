import { addQuantities, compareQuantities, QuantitySum } from '#schema/quantity.js'
import type { Container } from './containers/container.js'
import type { PodSpec } from './pod-spec.js'

/** Quantities by resource name. */
export type Amounts = Readonly<Record<string, string>>

type Part = 'requests' | 'limits'

/**
 * The total resources of a pod. Containers that run at the same time add up. Init containers run one after the other
 * before the rest, so the largest counts if it exceeds the sum; those that keep running add to all that follow.
 */
export function podAmounts({ containers, initContainers }: Readonly<PodSpec>, part: Part): Amounts {
  // Each container changes only its own resources: pods may have very many of both.
  const together = new Total()
  for (const container of containers ?? []) together.add(amountsOf(container, part))
  const running = new Total()
  const largest = new Total()
  for (const container of initContainers ?? []) {
    const amounts = amountsOf(container, part)
    if (container.restartPolicy === 'Always') {
      together.add(amounts)
      running.add(amounts)
      for (const name of Object.keys(amounts)) largest.raise(name, running.of(name) as string)
    } else {
      for (const [name, amount] of Object.entries(amounts)) {
        const beside = running.of(name)
        largest.raise(name, beside === undefined ? amount : addQuantities(amount, beside))
      }
    }
  }
  for (const [name, amount] of Object.entries(largest.amounts)) together.raise(name, amount)
  return together.amounts
}

class Total {
  readonly #sums = new Map<string, QuantitySum>()

  get amounts(): Amounts {
    return Object.fromEntries([...this.#sums].map(([name, sum]) => [name, sum.text]))
  }

  of(name: string): string | undefined {
    return this.#sums.get(name)?.text
  }

  add(amounts: Amounts): void {
    for (const [name, amount] of Object.entries(amounts)) {
      const own = this.#sums.get(name)
      if (own === undefined) this.#sums.set(name, new QuantitySum(amount))
      else own.add(amount)
    }
  }

  /** Raises the value to at least this amount. */
  raise(name: string, amount: string): void {
    const own = this.#sums.get(name)
    if (own === undefined || compareQuantities(own.text, amount) < 0)
      this.#sums.set(name, new QuantitySum(amount))
  }
}

export const amountsOf = ({ resources }: Readonly<Container>, part: Part): Amounts =>
  (resources?.[part] ?? {}) as Amounts

export function sumOf(left: Amounts, right: Amounts): Amounts {
  const sum = new Total()
  sum.add(left)
  sum.add(right)
  return sum.amounts
}
