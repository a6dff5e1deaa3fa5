import type { Pod } from '#kinds/core/pod/schema.js'
import { type Amounts, amountsOf, podAmounts, sumOf } from '#kinds/shared/pod/pod-resources.js'

/** Pod resources that quotas also name without the `requests.` prefix. */
const COMPUTING = ['cpu', 'memory', 'ephemeral-storage']

/** The pod resources that a quota can limit. */
export function concernsPods(name: string): boolean {
  if (name === 'pods' || name === 'count/pods' || COMPUTING.includes(name)) return true
  return (name.startsWith('requests.') && name !== 'requests.storage') || name.startsWith('limits.')
}

/** The usage of a pod. A pod that has ended counts as an object only. */
export function podUsage({ spec, status }: Readonly<Pod>): Amounts {
  if (status.phase === 'Succeeded' || status.phase === 'Failed') return {}
  const usage: Record<string, string> = { pods: '1' }
  const overhead = (spec.overhead ?? {}) as Amounts
  for (const [name, amount] of Object.entries(sumOf(podAmounts(spec, 'requests'), overhead))) {
    usage[`requests.${name}`] = amount
    if (COMPUTING.includes(name) || name.startsWith('hugepages-')) usage[name] = amount
  }
  const limits = podAmounts(spec, 'limits')
  // A sum with an unlimited part is unlimited.
  const added = Object.fromEntries(Object.entries(overhead).filter(([name]) => Object.hasOwn(limits, name)))
  for (const [name, amount] of Object.entries(sumOf(limits, added))) usage[`limits.${name}`] = amount
  return usage
}

/** Resources that every container must specify if a quota limits them. */
const REQUIRED_RESOURCES: Readonly<Record<string, readonly ['requests' | 'limits', string]>> = {
  cpu: ['requests', 'cpu'],
  memory: ['requests', 'memory'],
  'requests.cpu': ['requests', 'cpu'],
  'requests.memory': ['requests', 'memory'],
  'limits.cpu': ['limits', 'cpu'],
  'limits.memory': ['limits', 'memory'],
}

/** The containers that do not specify a limited resource; undefined if all do. */
export function containersWithout({ spec }: Readonly<Pod>, bounded: readonly string[]): string | undefined {
  const containers = [...(spec.containers ?? []), ...(spec.initContainers ?? [])]
  const problems: string[] = []
  for (const name of bounded.filter((name) => Object.hasOwn(REQUIRED_RESOURCES, name)).sort()) {
    const [part, resource] = REQUIRED_RESOURCES[name] as readonly ['requests' | 'limits', string]
    const silent = containers.filter((container) => !Object.hasOwn(amountsOf(container, part), resource))
    const names = [...new Set(silent.map((container) => container.name))].sort()
    if (names.length > 0) problems.push(`${name} for: ${names.join(',')}`)
  }
  return problems.length === 0 ? undefined : `must specify ${problems.join('; ')}`
}
