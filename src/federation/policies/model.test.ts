import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ReplicaPlan } from '#federation/replicas/planner.js'
import type { ReplicaScheduling } from '#kinds/federation/policies/propagation.js'
import type { Placement, SpreadConstraint } from '#kinds/federation/policies/selectors.js'
import { Random, testSeed } from '#test/support/random.js'
import type { CandidateCluster } from './cluster-facts.js'
import { placeObject } from './place-object.js'
import { divideReplicas, divisionPreferences } from './replica-division.js'
import { groupsOf } from './spread.js'

const RUNS = 3000
const REGIONS = ['', 'eu', 'us', 'ap']
const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g']

const some = <T>(random: Random, list: readonly T[]) => list.filter(() => random.chance(0.5))

function randomCluster(random: Random, name: string): CandidateCluster {
  const region = random.pick(REGIONS)
  return {
    name,
    labels: random.chance(0.5) ? { tier: random.pick(['gold', 'iron']) } : {},
    region,
    zones: some(random, ['1', '2', '3']).map((zone) => region + zone),
    version: random.pick(['', 'v1.32.1', 'v1.33.0']),
    isReady: random.chance(0.8),
    taints: random.chance(0.2)
      ? [{ key: 'lost', value: '', effect: random.pick(['NoSchedule', 'NoExecute'] as const), timeAdded: 0 }]
      : [],
    free: undefined,
    hasCopy: random.chance(0.4),
  }
}

function randomConstraints(random: Random): SpreadConstraint[] {
  return some(random, ['region', 'zone', 'cluster']).map((by) => {
    const minGroups = 1 + random.below(3)
    return { by, minGroups, maxGroups: random.chance(0.6) ? minGroups + random.below(2) : undefined }
  })
}

function randomPlacement(random: Random): Placement {
  const placement = {
    clusterNames: random.chance(0.3) ? some(random, NAMES) : undefined,
    labelSelector: random.chance(0.2) ? { matchLabels: { tier: 'gold' } } : undefined,
    exclude: random.chance(0.3) ? [random.pick(NAMES)] : undefined,
    spreadConstraints: randomConstraints(random),
    clusterTolerations: random.chance(0.3)
      ? [{ key: 'lost', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: random.below(20) }]
      : undefined,
  }
  return placement as unknown as Placement
}

/** Whether a cluster may have the object at all, written down a second time. */
function isAllowed(placement: Placement, cluster: CandidateCluster, now: number): boolean {
  const {
    clusterNames = [],
    labelSelector,
    exclude = [],
    spreadConstraints = [],
    clusterTolerations = [],
  } = placement
  if (clusterNames.length > 0 && !clusterNames.includes(cluster.name)) return false
  if (labelSelector !== undefined && cluster.labels.tier !== 'gold') return false
  if (exclude.includes(cluster.name)) return false
  if (spreadConstraints.some(({ by }) => groupsOf(by, cluster).length === 0)) return false
  return cluster.taints.every(({ effect }) => {
    if (effect === 'NoSchedule') return cluster.hasCopy
    return clusterTolerations.some(({ tolerationSeconds }) => now < Number(tolerationSeconds) * 1000)
  })
}

const groupCount = (by: string, clusters: readonly CandidateCluster[]) =>
  new Set(clusters.flatMap((cluster) => groupsOf(by, cluster))).size

const keepsMaximums = (constraints: readonly SpreadConstraint[], clusters: readonly CandidateCluster[]) =>
  constraints.every(({ by, maxGroups = 99 }) => groupCount(by, clusters) <= maxGroups)
const keepsMinimums = (constraints: readonly SpreadConstraint[], clusters: readonly CandidateCluster[]) =>
  constraints.every(({ by, minGroups = 1 }) => groupCount(by, clusters) >= minGroups)

/** Whether any set of clusters keeps the constraints, by trying all. */
function isPossible(
  constraints: readonly SpreadConstraint[],
  clusters: readonly CandidateCluster[],
): boolean {
  for (let set = 0; set < 2 ** clusters.length; set++) {
    const tried = clusters.filter((_, index) => set & (1 << index))
    if (keepsMaximums(constraints, tried) && keepsMinimums(constraints, tried)) return true
  }
  return false
}

const chosenBy = (placement: Placement, clusters: readonly CandidateCluster[], now: number) => {
  const { verdicts } = placeObject(placement, clusters, 'shop/web', now)
  return clusters.filter(({ name }) => verdicts.get(name)?.isChosen)
}

const withCopies = (clusters: readonly CandidateCluster[], names: ReadonlySet<string>) =>
  clusters.map((cluster) => ({ ...cluster, hasCopy: names.has(cluster.name) }))
const namesOf = (clusters: readonly CandidateCluster[]) => clusters.map(({ name }) => name)

function forEachRun(check: (random: Random, context: string) => void): void {
  const seed = testSeed()
  for (let run = 0; run < RUNS; run++) check(new Random(seed + run), `TEST_SEED=${seed + run}, run 0`)
}

describe('a random placement', () => {
  it('is only in allowed clusters, within its limits, and anywhere if possible', () => {
    forEachRun((random, context) => {
      const clusters = some(random, NAMES).map((name) => randomCluster(random, name))
      const placement = randomPlacement(random)
      const { spreadConstraints = [] } = placement
      const now = random.below(20_000)
      const allowed = clusters.filter((cluster) => isAllowed(placement, cluster, now))
      const chosen = chosenBy(placement, clusters, now)
      for (const cluster of chosen) assert.ok(allowed.includes(cluster), context)
      assert.ok(keepsMaximums(spreadConstraints, chosen), context)
      if (isPossible(spreadConstraints, allowed)) {
        assert.ok(keepsMinimums(spreadConstraints, chosen), context)
        // No further cluster fits.
        for (const cluster of allowed)
          assert.ok(
            chosen.includes(cluster) || !keepsMaximums(spreadConstraints, [...chosen, cluster]),
            context,
          )
      } else
        assert.ok(
          chosen.every(({ hasCopy }) => hasCopy),
          context,
        )
      const { verdicts } = placeObject(placement, clusters, 'shop/web', now)
      assert.equal(verdicts.size, clusters.length)
      for (const { isChosen, message } of verdicts.values()) assert.ok(isChosen || message !== '', context)
    })
  })

  it('depends on nothing but its input', () => {
    forEachRun((random, context) => {
      const clusters = NAMES.map((name) => randomCluster(random, name))
      const placement = randomPlacement(random)
      const shuffled = clusters.toSorted(() => random.next() - 0.5)
      assert.deepEqual(
        namesOf(chosenBy(placement, shuffled, 0)).sort(),
        namesOf(chosenBy(placement, clusters, 0)),
        context,
      )
    })
  })

  it('stays where it is when a cluster comes, and is repeated', () => {
    forEachRun((random, context) => {
      const clusters = NAMES.map((name) => randomCluster(random, name))
      const placement = randomPlacement(random)
      const chosen = chosenBy(placement, clusters.slice(1), 0)
      const before = new Set(namesOf(chosen))
      const after = namesOf(chosenBy(placement, withCopies(clusters, before), 0))
      // Otherwise the new cluster may make it possible, but only without another.
      if (keepsMinimums(placement.spreadConstraints ?? [], chosen))
        for (const name of before) assert.ok(after.includes(name), `${context}: ${name} in ${after}`)
      const settled = namesOf(chosenBy(placement, withCopies(clusters, new Set(after)), 0))
      assert.deepEqual(settled, after, context)
    })
  })

  it('stays in the other clusters when one goes', () => {
    forEachRun((random, context) => {
      const clusters = NAMES.map((name) => ({ ...randomCluster(random, name), hasCopy: false }))
      const [constraint] = randomConstraints(random).filter(({ by }) => by !== 'zone')
      const placement = { spreadConstraints: constraint ? [constraint] : [] } as unknown as Placement
      const before = new Set(namesOf(chosenBy(placement, clusters, 0)))
      const [gone, ...rest] = clusters.toSorted(() => random.next() - 0.5)
      before.delete(gone?.name ?? '')
      const after = namesOf(chosenBy(placement, withCopies(rest, before), 0))
      for (const name of before) assert.ok(after.includes(name), `${context}: ${name} in ${after}`)
    })
  })
})

const totals = ({ scheduled, overflow }: ReplicaPlan) =>
  new Map([...scheduled].map(([name, count]) => [name, Number(count + (overflow.get(name) ?? 0n))]))

describe('a random division of replicas', () => {
  const scheduling = (random: Random): ReplicaScheduling =>
    (random.chance(0.5)
      ? { type: 'Divided', divideBy: 'FreeCapacity' }
      : {
          type: 'Divided',
          weights: random.chance(0.3)
            ? []
            : [
                { clusterNames: some(random, NAMES), weight: random.below(4) },
                { labelSelector: { matchLabels: { tier: 'gold' } }, weight: 1 + random.below(3) },
              ],
        }) as unknown as ReplicaScheduling

  it('is exactly what is wanted if it fits, and never more', () => {
    forEachRun((random, context) => {
      const clusters = some(random, NAMES).map((name) => ({
        ...randomCluster(random, name),
        fitting: random.chance(0.7) ? random.below(10) : undefined,
      }))
      const division = scheduling(random)
      const replicas = random.below(30)
      const running = new Map(clusters.map(({ name }) => [name, BigInt(random.below(6))]))
      const capacity = new Map(
        clusters.flatMap(({ name, fitting }) =>
          fitting === undefined ? [] : [[name, (running.get(name) ?? 0n) + BigInt(fitting)] as const],
        ),
      )
      const preferences = divisionPreferences(division, clusters)
      const demand = {
        replicas: BigInt(replicas),
        clusters: namesOf(clusters),
        current: running,
        capacity,
        key: 'shop/web',
      }
      const { scheduled, overflow } = divideReplicas(demand, preferences)
      const shares = totals({ scheduled, overflow })
      const total = [...shares.values()].reduce((sum, count) => sum + count, 0)
      assert.ok(total <= replicas, context)
      const isWeighted = ({ name }: CandidateCluster) => (preferences.clusters.get(name)?.weight ?? 0n) > 0n
      for (const [name, count] of scheduled)
        assert.ok(Number(count) <= Number(capacity.get(name) ?? 99n), context)
      for (const cluster of clusters)
        if (preferences.rebalance && !isWeighted(cluster)) assert.equal(shares.get(cluster.name), 0, context)
      const room = clusters
        .filter(isWeighted)
        .reduce((sum, { name }) => sum + Number(capacity.get(name) ?? 99n), 0)
      if (room >= replicas) assert.equal(total, replicas, context)
    })
  })

  it('moves nothing by itself when it is divided by capacity', () => {
    forEachRun((random, context) => {
      const clusters = NAMES.map((name) => ({ ...randomCluster(random, name), fitting: random.below(10) }))
      const division = { type: 'Divided', divideBy: 'FreeCapacity' } as ReplicaScheduling
      const running = new Map(clusters.slice(1).map(({ name }) => [name, BigInt(random.below(6))]))
      const replicas = [...running.values()].reduce((sum, count) => sum + count, 0n)
      const capacity = new Map(
        clusters.map(({ name, fitting }) => [name, (running.get(name) ?? 0n) + BigInt(fitting)] as const),
      )
      const plan = divideReplicas(
        { replicas, clusters: namesOf(clusters), current: running, capacity, key: 'shop/web' },
        divisionPreferences(division, clusters),
      )
      for (const [name, count] of running) assert.equal(totals(plan).get(name), Number(count), context)
    })
  })
})
