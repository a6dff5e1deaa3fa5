import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ClusterFacts } from '#federation/policies/cluster-facts.js'
import { conditionTaints } from '#federation/policies/condition-taints.js'
import { type ClusterTaint, parseTaints } from '#federation/policies/taints.js'
import type { Copy } from '#federation/propagation/federated-object.js'
import type { PropagationSpec } from '#kinds/federation/policies/propagation.js'
import { Random, testSeed } from '#test/support/random.js'
import { SimulatedMember, SimulatedObject } from './failover.fixture.js'

const RUNS = 300
const STEPS = 30
/** Reconciliations until an object is at rest. */
const MAX_TURNS = 60
const NAMES = ['a', 'b', 'c', 'd', 'e']
const GRACE_SECONDS = 120

function randomPolicy(random: Random): PropagationSpec {
  const maxGroups = 1 + random.below(3)
  const names = NAMES.filter(() => random.chance(0.6))
  const weights = NAMES.map((name) => ({ clusterNames: [name], weight: 1 + random.below(3) }))
  return {
    gracePeriodSeconds: GRACE_SECONDS,
    placement: {
      ...(random.chance(0.4) && names.length > 0 && { clusterNames: names }),
      ...(random.chance(0.4) && { spreadConstraints: [{ by: 'cluster', minGroups: 1, maxGroups }] }),
    },
    replicaScheduling: random.pick([
      undefined,
      { type: 'Divided', divideBy: 'FreeCapacity' },
      { type: 'Divided', weights },
      { type: 'Duplicated' },
    ]),
  } as unknown as PropagationSpec
}

/** A federation with one Deployment, that random things happen to. */
class World {
  readonly members: readonly SimulatedMember[]
  readonly object: SimulatedObject
  readonly #random: Random
  readonly #context: string
  readonly #taints = new Map<string, readonly ClusterTaint[]>()
  readonly #conditions = new Map<string, string | undefined>()
  now = Date.parse('2030-01-01T00:00:00Z')

  constructor(random: Random, context: string) {
    this.#random = random
    this.#context = context
    this.members = NAMES.map((name) => {
      const room = random.chance(0.3) ? random.below(4) : 20
      const free = random.chance(0.5) ? { pods: String(room) } : undefined
      const rest = { labels: {}, region: '', zones: [], version: '', isReady: true, taints: [] }
      const facts: ClusterFacts = { ...rest, name, free }
      return new SimulatedMember(facts, room, (member, copy) => this.#check(member, copy))
    })
    this.object = new SimulatedObject(random.below(8), randomPolicy(random))
  }

  get isDuplicated(): boolean {
    return this.object.policy.replicaScheduling?.type === 'Duplicated'
  }

  /** What must hold whenever the host writes to a member. */
  #check(member: SimulatedMember, copy: Copy): void {
    const { name, taints } = member.facts
    const { object } = this
    const { federated } = object
    const what = `${this.#context}: ${copy.intent} ${copy.granted} in ${name}`
    assert.ok(member.facts.isReady && member.isSynced, what)
    if (copy.intent === 'absent') return
    const { clusterNames = NAMES } = object.policy.placement ?? {}
    const before = member.replicas
    if (before === undefined) {
      assert.ok(clusterNames.includes(name), `${what}: it is not allowed`)
      assert.deepEqual(taints, [], `${what}: it is tainted`)
    }
    if ((copy.granted ?? 0) <= (before ?? 0)) return
    assert.ok(!federated.isLeaving(name) && !federated.isKept(name), `${what}: it must not grow`)
    const isCounted = ({ facts }: SimulatedMember) =>
      facts.name !== name && federated.decision?.verdicts.get(facts.name)?.isChosen
    const others = this.members.filter(isCounted)
    const sum = others.reduce((total, { replicas = 0 }) => total + replicas, copy.granted ?? 0)
    if (!this.isDuplicated) assert.ok(sum <= object.replicas, `${what}: more than ${object.replicas}`)
    else assert.equal(copy.granted, object.replicas, what)
  }

  /** Something happens. */
  step(): void {
    const random = this.#random
    const member = random.pick(this.members)
    const { name } = member.facts
    switch (random.below(8)) {
      case 0:
        member.facts = { ...member.facts, isReady: !member.facts.isReady }
        break
      case 1: {
        const effect = random.pick(['NoSchedule', 'NoExecute'] as const)
        const isTainted = this.#taints.has(name)
        if (isTainted) this.#taints.delete(name)
        else this.#taints.set(name, [{ key: 'mine', value: '', effect, timeAdded: this.now }])
        break
      }
      case 2:
        this.object.scale(random.below(8))
        break
      case 3:
        if (random.chance(0.5)) this.object.setPolicy(randomPolicy(random))
        break
      case 4:
        this.object.restart()
        for (const one of this.members) one.isSynced = false
        break
      case 5:
        this.pass(random.below(200))
        break
      default:
        for (const one of this.members) if (random.chance(0.5)) one.start()
    }
    this.#settleTaints()
    this.#settleFeeds()
    this.object.reconcile(this.members, this.now)
  }

  pass(seconds: number): void {
    this.now += seconds * 1000
    this.#settleTaints()
  }

  #settleTaints(): void {
    for (const member of this.members) {
      const { facts } = member
      const conditions = conditionTaints(
        facts.isReady ? 'ready' : 'unreachable',
        this.#conditions.get(facts.name),
        this.now,
      )
      this.#conditions.set(facts.name, conditions)
      const taints = [...(this.#taints.get(facts.name) ?? []), ...parseTaints(conditions)]
      member.facts = { ...facts, taints }
    }
  }

  /** The host sees what it can see. */
  #settleFeeds(): void {
    for (const member of this.members) {
      if (!member.facts.isReady) continue
      member.isSynced = true
      const copy = this.object.federated.copies.get(member.facts.name)
      if (copy !== undefined) member.show(copy)
      else if (member.replicas !== undefined) member.show(this.object.federated.copyIn(member.facts.name))
    }
  }

  /** Nothing happens any more, except that pods start. Returns whether the object came to rest. */
  rest(): boolean {
    for (let turn = 0; turn < MAX_TURNS; turn++) {
      for (const member of this.members) if (member.facts.isReady) member.start()
      this.#settleFeeds()
      if (!this.object.reconcile(this.members, this.now)) return true
    }
    return false
  }
}

function forEachRun(check: (world: World, context: string) => void): void {
  const seed = testSeed()
  for (let run = 0; run < RUNS; run++) {
    const context = `TEST_SEED=${seed + run}, run 0`
    check(new World(new Random(seed + run), context), context)
  }
}

describe('a random life of clusters', () => {
  it('never leads to more replicas than wanted, nor to a cluster that is not allowed, and ends at rest', () => {
    forEachRun((world, context) => {
      for (let step = 0; step < STEPS; step++) world.step()
      assert.ok(world.rest(), `${context}: not at rest`)
      // After all grace periods no copy is where the policy does not allow it.
      world.pass(GRACE_SECONDS)
      assert.ok(world.rest(), `${context}: not at rest after the grace period`)
      const { clusterNames = NAMES } = world.object.policy.placement ?? {}
      for (const { facts, replicas } of world.members) {
        if (facts.isReady && replicas !== undefined)
          assert.ok(clusterNames.includes(facts.name), `${context}: ${facts.name}`)
      }
    })
  })

  it('is decided by nothing but what is stored and seen', () => {
    forEachRun((world, context) => {
      for (let step = 0; step < STEPS; step++) world.step()
      world.rest()
      const reversed = world.members.toReversed()
      const decide = (members: readonly SimulatedMember[]) => {
        const decided = world.object.decide(members, world.now)
        return [...(decided?.verdicts ?? [])].map(([name, { reason }]) => `${name} ${reason}`).sort()
      }
      assert.deepEqual(decide(reversed), decide(world.members), context)
    })
  })

  it('keeps as many ready replicas as wanted while a cluster that is there is drained', () => {
    forEachRun((world, context) => {
      // Weights are kept exactly, so they move replicas between the other clusters, too.
      const isWeighted = world.object.policy.replicaScheduling?.weights !== undefined
      if (world.isDuplicated || isWeighted || !world.rest()) return
      const readyNow = () => world.members.reduce((sum, { ready }) => sum + ready, 0)
      const wanted = world.object.replicas
      if (readyNow() < wanted) return
      const drained = world.members.find(({ replicas = 0 }) => replicas > 0)
      if (drained === undefined) return
      const taint = { key: 'drain', value: '', effect: 'NoExecute', timeAdded: world.now } as const
      drained.facts = { ...drained.facts, taints: [taint] }
      for (let turn = 0; turn < MAX_TURNS; turn++) {
        world.object.reconcile(world.members, world.now)
        assert.ok(readyNow() >= wanted, `${context}: ${readyNow()} of ${wanted} are ready`)
        for (const member of world.members) {
          member.start()
          const copy = world.object.federated.copies.get(member.facts.name)
          if (copy !== undefined) member.show(copy)
        }
      }
      const { reason = '' } = world.object.federated.decision?.verdicts.get(drained.facts.name) ?? {}
      if (drained.replicas !== undefined)
        assert.ok(['NoRoom', 'Leaving'].includes(reason), `${context}: ${reason}`)
    })
  })
})
