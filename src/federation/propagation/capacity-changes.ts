import { isDeepStrictEqual } from 'node:util'
import type { Member } from '#federation/members/members.js'
import type { ClusterFacts } from '#federation/policies/cluster-facts.js'
import type { FederatedObject } from './federated-object.js'

/** Tells changes of free capacity, which are frequent and concern few objects, from other changes of clusters. */
export class CapacityChanges {
  readonly #known = new Map<string, Pick<Member, 'facts' | 'client'>>()

  /** Whether nothing but the free capacity of the cluster has changed since the last call. */
  isOnlyCapacity(name: string, member: Member | undefined): boolean {
    const before = this.#known.get(name)
    if (member === undefined) {
      this.#known.delete(name)
      return false
    }
    const { facts, client } = member
    this.#known.set(name, { facts, client })
    if (before === undefined || before.client !== client || before.facts === facts) return false
    return isDeepStrictEqual(withoutCapacity(before.facts), withoutCapacity(facts))
  }
}

const withoutCapacity = ({ free: _free, ...facts }: ClusterFacts) => facts

/** Whether the free capacity of clusters decides about the object. */
export function dependsOnCapacity({ decision }: FederatedObject): boolean {
  if (decision?.division?.mode === 'FreeCapacity') return true
  for (const { reason } of decision?.verdicts.values() ?? []) if (reason === 'NoRoom') return true
  return false
}
