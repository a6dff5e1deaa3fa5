import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { conditionTaints } from '#federation/policies/condition-taints.js'
import { type ClusterTaint, parseTaints } from '#federation/policies/taints.js'
import type { Copy } from '#federation/propagation/federated-object.js'
import type { PropagationSpec } from '#kinds/federation/policies/propagation.js'
import { Random, testSeed } from '#test/support/random.js'
import { sized } from '#test/support/scope.js'
import { JobMember, JobOnHost } from './job-failover.fixture.js'

const RUNS = sized(300, 60)
const STEPS = 40
/** Reconciliations until a Job is at rest. */
const MAX_TURNS = 20
const NAMES = ['a', 'b', 'c', 'd']

function randomPolicy(random: Random): PropagationSpec {
  const names = NAMES.filter(() => random.chance(0.6))
  const weights = NAMES.map((name) => ({ clusterNames: [name], weight: 1 + random.below(3) }))
  return {
    placement: {
      ...(random.chance(0.4) && names.length > 0 && { clusterNames: names }),
      ...(random.chance(0.4) && {
        spreadConstraints: [{ by: 'cluster', minGroups: 1, maxGroups: 1 + random.below(3) }],
      }),
    },
    replicaScheduling: random.pick([
      undefined,
      { type: 'Divided', divideBy: 'FreeCapacity' },
      { type: 'Divided', weights },
      { type: 'Duplicated' },
    ]),
  } as unknown as PropagationSpec
}

/** A federation with one Job and a policy, that random things happen to. */
class World {
  readonly members: readonly JobMember[]
  readonly object: JobOnHost
  readonly #random: Random
  readonly #context: string
  readonly #taints = new Map<string, readonly ClusterTaint[]>()
  readonly #conditions = new Map<string, string | undefined>()
  now = Date.parse('2030-01-01T00:00:00Z')

  constructor(random: Random, context: string) {
    this.#random = random
    this.#context = context
    this.members = NAMES.map((name) => new JobMember(name, (member, copy) => this.#check(member, copy)))
    this.object = new JobOnHost(1 + random.below(5), 1 + random.below(12), randomPolicy(random))
  }

  /** What must hold whenever the host writes to a member. */
  #check(member: JobMember, copy: Copy): void {
    const { facts, job } = member
    const { object } = this
    const { parallelism = 0, completions = 0 } = copy.part ?? {}
    const what = `${this.#context}: ${copy.intent} ${parallelism}/${completions} in ${facts.name}`
    assert.ok(facts.isReady && member.isSynced, what)
    if (copy.intent === 'absent') return
    const { clusterNames = NAMES } = object.policy.placement ?? {}
    if (job === undefined) {
      assert.ok(clusterNames.includes(facts.name), `${what}: it is not allowed`)
      assert.deepEqual(facts.taints, [], `${what}: it is tainted`)
      assert.ok(!object.isComplete, `${what}: all is done`)
    } else assert.equal(completions, job.completions, `${what}: completions cannot change`)
    if (member.isFinished || parallelism <= (job?.parallelism ?? 0)) return
    assert.ok(!object.federated.isKept(facts.name), `${what}: it must not grow`)
    const running = this.members.filter(
      (one) => one !== member && one.facts.isReady && one.isSynced && !one.isFinished,
    )
    const sum = running.reduce((total, one) => total + (one.job?.parallelism ?? 0), parallelism)
    assert.ok(sum <= object.parallelism, `${what}: more than ${object.parallelism}`)
  }

  /** What must hold always. */
  checkResults(): void {
    const sum = (count: (member: JobMember) => number) =>
      this.members.reduce((total, member) => total + count(member), 0)
    const known = sum(({ ran, ranAway }) => ran - ranAway)
    assert.ok(
      known <= this.object.completions,
      `${this.#context}: ${known} of ${this.object.completions} ran`,
    )
    if (this.object.isComplete)
      assert.ok(sum(({ ran }) => ran) >= this.object.completions, `${this.#context}: not all ran`)
  }

  /** Something happens. */
  step(): void {
    const random = this.#random
    const member = random.pick(this.members)
    const { name } = member.facts
    switch (random.below(9)) {
      case 0:
        member.facts = { ...member.facts, isReady: !member.facts.isReady }
        break
      case 1: {
        const effect = random.pick(['NoSchedule', 'NoExecute'] as const)
        if (!this.#taints.delete(name))
          this.#taints.set(name, [{ key: 'mine', value: '', effect, timeAdded: this.now }])
        break
      }
      case 2:
        this.object.scale(1 + random.below(5))
        break
      case 3:
        if (random.chance(0.3)) this.object.setPolicy(randomPolicy(random))
        break
      case 4:
        this.object.restart()
        for (const one of this.members) one.isSynced = false
        break
      case 5:
        this.now += random.below(500) * 1000
        break
      default:
        member.run()
    }
    this.settle()
    // Pods run while the host waits, not while it acts.
    let turn = 0
    while (this.object.reconcile(this.members, this.now)) {
      assert.ok(turn++ < MAX_TURNS, `${this.#context}: not at rest`)
      this.settle()
    }
    this.checkResults()
  }

  /** The host sees what it can see. */
  settle(): void {
    for (const member of this.members) {
      const { facts } = member
      const condition = facts.isReady ? 'ready' : 'unreachable'
      const conditions = conditionTaints(condition, this.#conditions.get(facts.name), this.now)
      this.#conditions.set(facts.name, conditions)
      const taints = [...(this.#taints.get(facts.name) ?? []), ...parseTaints(conditions)]
      member.facts = { ...facts, taints }
      if (!facts.isReady) continue
      member.isSynced = true
      const { copies } = this.object.federated
      const copy = copies.get(facts.name)
      if (copy !== undefined) member.show(copy)
      else if (member.job !== undefined) member.show(this.object.federated.copyIn(facts.name))
    }
  }

  /** All clusters return, and nothing else happens any more. Returns whether the Job completes. */
  complete(): boolean {
    this.#taints.clear()
    for (const member of this.members) member.facts = { ...member.facts, isReady: true }
    for (let turn = 0; turn < 200 && !this.object.isComplete; turn++) {
      this.settle()
      if (this.object.reconcile(this.members, this.now)) continue
      for (const member of this.members) member.run()
    }
    return this.object.isComplete
  }
}

describe('a random life of clusters with a job', () => {
  it('runs nothing twice that is known, nor more at once than wanted, and only where it is allowed', () => {
    const seed = testSeed()
    for (let run = 0; run < RUNS; run++) {
      const context = `TEST_SEED=${seed + run}, run 0`
      const world = new World(new Random(seed + run), context)
      for (let step = 0; step < STEPS; step++) world.step()
      assert.ok(world.complete(), `${context}: the job does not complete`)
      world.checkResults()
    }
  })
})
