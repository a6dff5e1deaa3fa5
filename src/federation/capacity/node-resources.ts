import type { MemberObject } from '#federation/members/lazy-object.js'
import { type Amounts, podAmounts, sumOf } from '#kinds/shared/pod/pod-resources.js'
import type { PodSpec } from '#kinds/shared/pod/pod-spec.js'
import { canonicalQuantity, quantityAsNumber } from '#schema/quantity.js'

/** Numbers by resource name: cores, bytes, pods. */
export type Resources = Readonly<Record<string, number>>

/** A node that takes pods. */
export interface NodeResources {
  readonly name: string
  readonly allocatable: Resources
}

/** A pod that uses resources of its node. */
export interface PodResources {
  readonly node: string
  readonly requests: Resources
}

/** More than any node has. */
const MAX_RESOURCES = 50
const AWAY = new Set(['NoSchedule', 'NoExecute'])

interface NodeShape {
  readonly metadata: { readonly name?: unknown }
  readonly spec?: { readonly unschedulable?: unknown; readonly taints?: unknown } | null
  readonly status?: { readonly allocatable?: unknown; readonly conditions?: unknown } | null
}

/** What a node may give; undefined if it takes no pods. Members may send anything. */
export function readNode(object: MemberObject): NodeResources | undefined {
  const { metadata, spec, status } = object as unknown as NodeShape
  if (spec?.unschedulable === true || typeof metadata.name !== 'string') return undefined
  if (entriesOf(spec?.taints).some(({ effect }) => AWAY.has(String(effect)))) return undefined
  const ready = entriesOf(status?.conditions).find(({ type }) => type === 'Ready')
  if (ready !== undefined && ready.status !== 'True') return undefined
  return { name: metadata.name, allocatable: numbersIn(status?.allocatable) }
}

/** What a pod uses; undefined if it uses nothing, or has no node. */
export function readPod({ spec, status }: MemberObject): PodResources | undefined {
  const { phase } = (status ?? {}) as { readonly phase?: unknown }
  const { nodeName } = (spec ?? {}) as { readonly nodeName?: unknown }
  if (typeof nodeName !== 'string' || nodeName === '' || phase === 'Succeeded' || phase === 'Failed')
    return undefined
  return { node: nodeName, requests: requestsIn(spec) }
}

function requestsIn(spec: unknown): Resources {
  try {
    const { overhead } = spec as { readonly overhead?: Amounts }
    return interned(numbersIn(sumOf(podAmounts(spec as PodSpec, 'requests'), overhead ?? {})))
  } catch {
    return NOTHING
  }
}

const NOTHING: Resources = {}
/** Pods of one workload request the same. */
const MAX_INTERNED = 1024
const INTERNED = new Map<string, Resources>()

function interned(resources: Resources): Resources {
  const text = JSON.stringify(resources)
  const known = INTERNED.get(text)
  if (known !== undefined || INTERNED.size >= MAX_INTERNED) return known ?? resources
  INTERNED.set(text, resources)
  return resources
}

function numbersIn(amounts: unknown): Resources {
  if (typeof amounts !== 'object' || amounts === null) return NOTHING
  const numbers = Object.entries(amounts)
    .slice(0, MAX_RESOURCES)
    .map(([name, amount]) => [name, numberOf(amount)] as const)
  return Object.fromEntries(numbers.filter(([, amount]) => Number.isFinite(amount)))
}

function numberOf(amount: unknown): number {
  try {
    return quantityAsNumber(canonicalQuantity(amount))
  } catch {
    return Number.NaN
  }
}

const entriesOf = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === 'object' && entry !== null) : []

const MEBIBYTE = 2 ** 20
/** Sums of decimal fractions are not exact. */
const MARGIN = 1e-6

/** What pods leave free on the nodes, as quantities. A node that is overcommitted has nothing, not less. */
export function freeResources(nodes: Iterable<NodeResources>, pods: Iterable<PodResources>): Amounts {
  const left = new Map<string, Map<string, number>>()
  for (const { name, allocatable } of nodes) left.set(name, new Map(Object.entries(allocatable)))
  for (const { node, requests } of pods) {
    const rest = left.get(node)
    for (const [name, amount] of rest === undefined ? [] : Object.entries({ ...requests, pods: 1 })) {
      const available = rest?.get(name)
      if (available !== undefined) rest?.set(name, available - amount)
    }
  }
  const free = new Map<string, number>()
  for (const rest of left.values())
    for (const [name, amount] of rest) free.set(name, (free.get(name) ?? 0) + Math.max(0, amount))
  const inOrder = [...free].sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(inOrder.map(([name, amount]) => [name, quantityOf(name, amount)]))
}

/** Rounded down, so that small differences are no change. */
function quantityOf(name: string, amount: number): string {
  if (name === 'cpu') return `${Math.floor(amount * 1000 + MARGIN)}m`
  if (name === 'memory' || name === 'ephemeral-storage' || name.startsWith('hugepages-'))
    return `${Math.floor(amount / MEBIBYTE + MARGIN)}Mi`
  return String(Math.floor(amount + MARGIN))
}
