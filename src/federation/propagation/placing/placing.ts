import { PROPAGATE } from '#federation/annotations.js'
import { isIn } from '#federation/policies/cluster-facts.js'
import { dependenciesOf } from '#federation/policies/dependencies.js'
import type { Policies } from '#federation/policies/policies.js'
import { digestOf } from '#federation/propagation/copies/desired-object.js'
import type { FederatedKind } from '#federation/propagation/federated-kinds.js'
import type { FederatedObject } from '#federation/propagation/federated-object.js'
import { isDefaultKind } from '#federation/propagation/kinds/federated-kind-of.js'
import type { LinkedCluster } from '#federation/propagation/schedule/schedule.js'
import {
  annotationOf,
  type KindSelection,
  ObjectSelection,
  type SelectableObject,
} from '#federation/propagation/selection.js'
import { objectKey } from '#registry/keys.js'
import type { ObjectDecision } from './decision.js'
import { DependencyIndex } from './dependency-index.js'
import { decideObject } from './object-decision.js'
import { PolicySelection } from './policy-selection.js'
import { policyTarget } from './policy-target.js'

/** What an assignment of policies has changed. */
export interface Assignment {
  /** Whether other policies act on the object than before. */
  readonly isChanged: boolean
  /** Keys of objects that are now needed, or no longer needed, by it. */
  readonly dependencies: readonly string[]
}

/** Which objects scale which. */
export interface ScaledObjects {
  targetOf(autoscaler: FederatedObject): FederatedObject | undefined
  scalersOf(target: FederatedObject): Iterable<FederatedObject>
}

/** Brings policies and objects together: which policies act on an object, and which clusters it belongs in. */
export class Placing implements KindSelection {
  readonly #policies: Policies
  readonly #selection: KindSelection
  readonly #find: (key: string) => FederatedObject | undefined
  readonly #scaled: ScaledObjects
  readonly #dependencies = new DependencyIndex()
  /** What the dependencies of a workload were read from. */
  readonly #read = new WeakMap<FederatedObject, string>()
  /** The clusters that the autoscalers of an object were told. */
  readonly #told = new WeakMap<FederatedObject, string>()

  /** `find` returns the object under a key of the store. */
  constructor(policies: Policies, scaled: ScaledObjects, find: (key: string) => FederatedObject | undefined) {
    this.#scaled = scaled
    this.#policies = policies
    this.#selection = new ObjectSelection(new PolicySelection(policies))
    this.#find = find
  }

  close(): void {
    this.#policies.close()
  }

  /** Selects also what workloads need, unless the object itself says no. */
  selects(kind: FederatedKind, object: SelectableObject): boolean {
    if (this.#selection.selects(kind, object)) return true
    const key = objectKey(kind, kind.isNamespaced ? object.namespace : undefined, object.name)
    return this.#dependencies.ownersOf(key).size > 0 && object.annotation(PROPAGATE) !== 'false'
  }

  follow(listener: () => void): () => void {
    return this.#policies.follow(listener)
  }

  /** Finds the policies of an object. */
  assign(federated: FederatedObject): Assignment {
    const { kind, stored } = federated
    if (stored === undefined) return { isChanged: false, dependencies: [] }
    const target = policyTarget(kind, stored)
    const policy = this.#policies.propagationOf(target)
    const overrides = this.#policies.overridesOf(target)
    const isChanged =
      federated.policy?.version !== policy?.version ||
      versionsOf(federated.overrides) !== versionsOf(overrides)
    federated.policy = policy
    if (isChanged) {
      federated.overrides = overrides
      const said = versionsOf(overrides) + (policy?.spec.conflictResolution === 'Adopt' ? ' adopt' : '')
      federated.policyDigest = said === '' ? '' : digestOf(said)
    }
    federated.isSelectedByKind = isDefaultKind(kind) || annotationOf(stored, PROPAGATE) === 'true'
    return { isChanged, dependencies: this.#readDependencies(federated) }
  }

  /** Forgets an object. Returns the keys of objects that it no longer needs. */
  forget({ key, namespace }: FederatedObject): readonly string[] {
    return this.#dependencies.set(key, namespace, [])
  }

  /**
   * Decides the clusters of an object. Returns the objects that have to follow it to other clusters than before: those that
   * it needs, and its autoscalers.
   */
  decide(
    federated: FederatedObject,
    clusters: readonly LinkedCluster[],
    now: number,
  ): readonly FederatedObject[] {
    const before = federated.decision
    federated.decision = this.#decided(federated, clusters, now)
    const scalers = this.#scalersToTell(federated, clusters)
    const needed = this.#dependencies.of(federated.key)
    if (needed.size === 0 || isSameChoice(before, federated.decision)) return scalers
    return [...scalers, ...[...needed].map(this.#find).filter((found) => found !== undefined)]
  }

  #scalersToTell(federated: FederatedObject, clusters: readonly LinkedCluster[]): readonly FederatedObject[] {
    const scalers = [...this.#scaled.scalersOf(federated)]
    if (scalers.length === 0) return []
    const { decision } = federated
    const places = clusters.map(({ member }) => {
      const { copy = '' } = decision?.verdicts.get(member.name) ?? {}
      return `${member.name}=${federated.isWantedIn(member)} ${copy}`
    })
    const told = places.sort().join()
    if (this.#told.get(federated) === told) return []
    this.#told.set(federated, told)
    return scalers
  }

  #decided(
    federated: FederatedObject,
    clusters: readonly LinkedCluster[],
    now: number,
  ): ObjectDecision | undefined {
    const owners = [...this.#dependencies.ownersOf(federated.key)].map(this.#find)
    const neededBy = (cluster: string) => {
      const owner = owners.find((found) => this.#isIn(found, cluster, clusters, now))
      return owner && `${owner.kind.kind} ${owner.name}`
    }
    const target = this.#targetOf(federated, clusters, now)
    return decideObject(federated, { clusters, neededBy, isNeeded: owners.length > 0, target, now })
  }

  #targetOf(
    federated: FederatedObject,
    clusters: readonly LinkedCluster[],
    now: number,
  ): FederatedObject | undefined {
    const target = this.#scaled.targetOf(federated)
    if (!target?.isSelected || target.spec.placementError !== undefined) return undefined
    target.decision ??= this.#decided(target, clusters, now)
    return target
  }

  #isIn(
    owner: FederatedObject | undefined,
    cluster: string,
    clusters: readonly LinkedCluster[],
    now: number,
  ): boolean {
    if (owner === undefined) return false
    owner.decision ??= this.#decided(owner, clusters, now)
    return owner.isSelected && isIn(owner.decision?.verdicts.get(cluster))
  }

  #readDependencies(federated: FederatedObject): readonly string[] {
    const { key, namespace, policy, stored } = federated
    if (stored === undefined || !policy?.spec.propagateDependencies)
      return this.#dependencies.set(key, namespace, [])
    const { uid = '', generation = 0 } = stored.metadata()
    const version = `${uid}/${generation === 0 ? stored.revision : generation}`
    if (this.#read.get(federated) === version && this.#dependencies.of(key).size > 0) return []
    this.#read.set(federated, version)
    return this.#dependencies.set(key, namespace, dependenciesOf(JSON.parse(stored.json.toString())))
  }
}

const versionsOf = (policies: readonly { readonly version: string }[]) =>
  policies.map(({ version }) => version).join()

/** Whether the same clusters are chosen. */
function isSameChoice(one: ObjectDecision | undefined, other: ObjectDecision | undefined): boolean {
  return chosenIn(one) === chosenIn(other)
}

const chosenIn = (decision: ObjectDecision | undefined) =>
  [...(decision?.verdicts ?? [])]
    .filter(([, verdict]) => isIn(verdict))
    .map(([name]) => name)
    .join()
