import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { ApiException, CoordinationV1Api, type V1Lease, V1MicroTime } from '@kubernetes/client-node'
import { configOf } from '../support/client-node.js'
import { serverOfSuite } from '../support/client-suite.js'
import { until } from '../support/until.js'

const place = { name: 'leader', namespace: 'election' }
const LEASE_SECONDS = 1
const RETRY_MS = 50

/**
 * A candidate of a leader election, by the usual rules: the holder renews the Lease; the others take it over after they
 * have seen no renewal for its duration.
 */
class Candidate {
  readonly #name: string
  readonly #api: CoordinationV1Api
  #seen: { readonly version: string | undefined; readonly at: number } | undefined
  #isRunning = true
  isLeading = false

  constructor(name: string, api: CoordinationV1Api) {
    this.#name = name
    this.#api = api
  }

  async run(): Promise<void> {
    while (this.#isRunning) {
      this.isLeading = await this.#acquireOrRenew()
      await pause(RETRY_MS)
    }
  }

  /** Stops without releasing the Lease. */
  crash(): void {
    this.#isRunning = false
    this.isLeading = false
  }

  async #acquireOrRenew(): Promise<boolean> {
    try {
      const lease = await this.#api.readNamespacedLease(place)
      if (lease.spec?.holderIdentity !== this.#name && !this.#isOver(lease)) return false
      await this.#api.replaceNamespacedLease({ ...place, body: { ...lease, spec: this.#spec(lease) } })
      return true
    } catch (error) {
      if (!(error instanceof ApiException)) throw error
      if (error.code === 404) return this.#create()
      // Another candidate was faster.
      assert.equal(error.code, 409)
      return false
    }
  }

  async #create(): Promise<boolean> {
    const body = { metadata: { name: place.name }, spec: this.#spec() }
    try {
      await this.#api.createNamespacedLease({ namespace: place.namespace, body })
      return true
    } catch (error) {
      assert.ok(error instanceof ApiException && error.code === 409)
      return false
    }
  }

  #isOver({ metadata }: V1Lease): boolean {
    const version = metadata?.resourceVersion
    if (this.#seen?.version !== version) this.#seen = { version, at: Date.now() }
    return Date.now() - (this.#seen?.at ?? 0) > LEASE_SECONDS * 1000
  }

  #spec(lease?: V1Lease) {
    const { holderIdentity, leaseTransitions = 0, acquireTime } = lease?.spec ?? {}
    const isMine = holderIdentity === this.#name
    const now = new V1MicroTime()
    return {
      ...{ holderIdentity: this.#name, leaseDurationSeconds: LEASE_SECONDS, renewTime: now },
      acquireTime: isMine ? (acquireTime ?? now) : now,
      leaseTransitions: lease === undefined || isMine ? leaseTransitions : leaseTransitions + 1,
    }
  }
}

describe('client-node: leader election over a Lease', async () => {
  const api = configOf(await serverOfSuite()).makeApiClient(CoordinationV1Api)

  it('one of two candidates leads, and the other takes over after a crash', async () => {
    const [one, other] = [new Candidate('one', api), new Candidate('other', api)] as const
    const running = Promise.all([one.run(), other.run()])
    await until(async () => one.isLeading || other.isLeading)
    const holder = async () => (await api.readNamespacedLease(place)).spec?.holderIdentity
    const [leader, follower, name] = (await holder()) === 'one' ? [one, other, 'other'] : [other, one, 'one']
    leader.crash()
    await until(async () => follower.isLeading)
    const { spec } = await api.readNamespacedLease(place)
    assert.equal(spec?.holderIdentity, name)
    assert.ok((spec?.leaseTransitions ?? 0) > 0)
    follower.crash()
    await running
  })
})
