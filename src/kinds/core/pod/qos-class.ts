import type { Container } from '#kinds/shared/pod/containers/container.js'
import type { PodSpec } from '#kinds/shared/pod/pod-spec.js'
import { compareQuantities } from '#schema/quantity.js'

type QosClass = 'Guaranteed' | 'Burstable' | 'BestEffort'
type Amounts = Container['resources']['limits']

/** The resources that determine the class. */
const COMPUTING = ['cpu', 'memory'] as const

/** The quality of service class: Guaranteed if limits equal requests, BestEffort if there are none, else Burstable. */
export function qosClassOf({ containers, initContainers }: PodSpec): QosClass {
  const all = [...(containers ?? []), ...(initContainers ?? [])]
  const some = all.some(({ resources }) => COMPUTING.some((name) => hasSome(resources, name)))
  if (!some) return 'BestEffort'
  return all.every(({ resources }) => COMPUTING.every((name) => isHeld(resources, name)))
    ? 'Guaranteed'
    : 'Burstable'
}

const amountOf = (amounts: Amounts, name: string) => {
  const amount = amounts?.[name]
  return amount !== undefined && compareQuantities(amount, '0') > 0 ? amount : undefined
}

function hasSome({ limits, requests }: Container['resources'], name: string): boolean {
  return amountOf(limits, name) !== undefined || amountOf(requests, name) !== undefined
}

function isHeld({ limits, requests }: Container['resources'], name: string): boolean {
  const limit = amountOf(limits, name)
  if (limit === undefined) return false
  // A request defaults to the limit, so one that is missing or zero was asked for.
  const request = amountOf(requests, name)
  return request !== undefined && compareQuantities(request, limit) === 0
}
