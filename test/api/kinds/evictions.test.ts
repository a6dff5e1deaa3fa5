import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Client, Json } from '#test/support/client.js'
import { onEveryEngine } from '#test/support/server.js'

const MERGE = { 'content-type': 'application/merge-patch+json' }

/** The pods and budgets of a namespace of one test. */
class Place {
  readonly #client: Client
  readonly #namespace: string

  constructor(client: Client, namespace: string) {
    this.#client = client
    this.#namespace = namespace
  }

  get pods(): string {
    return `/api/v1/namespaces/${this.#namespace}/pods`
  }

  get budgets(): string {
    return `/apis/policy/v1/namespaces/${this.#namespace}/poddisruptionbudgets`
  }

  /** Creates a pod on a node, ready by default. */
  async run(name: string, { ready = 'True', nodeName = 'n1' as string | undefined } = {}): Promise<void> {
    const containers = [{ name: 'main', image: 'web' }]
    const pod = { metadata: { name, labels: { app: 'web' } }, spec: { containers, nodeName } }
    assert.equal((await this.#client.post(this.pods, pod)).status, 201)
    const conditions = [{ type: 'Ready', status: ready }]
    await this.#patch(`${this.pods}/${name}/status`, { status: { phase: 'Running', conditions } })
  }

  async allow(disruptionsAllowed: number, { spec = {}, ...status }: Json = {}): Promise<void> {
    const budget = { spec: { minAvailable: 1, selector: { matchLabels: { app: 'web' } }, ...spec } }
    await this.#client.post(this.budgets, { metadata: { name: 'keep' }, ...budget })
    const counts = { currentHealthy: 1, desiredHealthy: 1, expectedPods: 1, disruptionsAllowed, ...status }
    await this.#patch(`${this.budgets}/keep/status`, { status: { observedGeneration: 1, ...counts } })
  }

  evict(name: string, more: Json = {}, query = '') {
    const body = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name }, ...more }
    return this.#client.post(`${this.pods}/${name}/eviction${query}`, body)
  }

  async pod(name: string): Promise<Json | undefined> {
    const { status, body } = await this.#client.get(`${this.pods}/${name}`)
    return status === 404 ? undefined : body
  }

  async budget(): Promise<Json> {
    return (await this.#client.get(`${this.budgets}/keep`)).body
  }

  async #patch(path: string, body: Json): Promise<void> {
    const { status, text } = await this.#client.send('PATCH', path, body, MERGE)
    assert.equal(status, 200, text)
  }
}

const targetOf = (pod: Json | undefined) =>
  pod?.status.conditions.find(({ type }: Json) => type === 'DisruptionTarget')

onEveryEngine('an eviction', (client) => {
  it('must name the pod of its path, like a binding', async () => {
    const place = new Place(client, 'named')
    await place.run('one')
    await place.run('two')
    for (const name of ['two', undefined]) {
      const { status, body } = await place.evict('one', { metadata: { name } })
      assert.equal(status, 400)
      assert.equal(body.message, 'name in URL does not match name in Eviction object')
    }
    assert.equal((await place.evict('one', { metadata: { name: 'one', namespace: 'other' } })).status, 400)
    for (const name of ['one', 'two']) {
      assert.equal((await place.pod(name))?.metadata.deletionTimestamp, undefined)
    }
    const bound = { metadata: { name: 'two' }, target: { kind: 'Node', name: 'n2' } }
    const { status, body } = await client.post(`${place.pods}/one/binding`, bound)
    assert.equal(status, 400)
    assert.equal(body.message, 'name in URL does not match name in Binding object')
  })

  it('takes one disruption from the budget of its pod, and marks the pod', async () => {
    const place = new Place(client, 'spent')
    for (const name of ['one', 'two', 'three']) await place.run(name)
    await place.allow(2)
    assert.equal((await place.evict('one', {}, '?dryRun=All')).status, 201)
    assert.equal((await place.budget()).status.disruptionsAllowed, 2)
    assert.equal(targetOf(await place.pod('one')), undefined)
    assert.equal((await place.evict('one')).status, 201)
    const pod = await place.pod('one')
    assert.ok(pod?.metadata.deletionTimestamp)
    const { lastTransitionTime, ...target } = targetOf(pod)
    assert.ok(lastTransitionTime)
    assert.deepEqual(target, {
      type: 'DisruptionTarget',
      status: 'True',
      lastProbeTime: null,
      reason: 'EvictionByEvictionAPI',
      message: 'Eviction API: evicting',
    })
    const { status, metadata } = await place.budget()
    assert.equal(status.disruptionsAllowed, 1)
    assert.deepEqual(Object.keys(status.disruptedPods), ['one'])
    assert.equal(status.conditions, undefined)
    assert.equal(metadata.generation, 1)
    // All three change in one write.
    assert.equal(metadata.resourceVersion, pod?.metadata.resourceVersion)
    assert.equal((await place.evict('two')).status, 201)
    const after = (await place.budget()).status
    assert.deepEqual(Object.keys(after.disruptedPods), ['one', 'two'])
    const [{ type, status: allowed, reason, observedGeneration }] = after.conditions
    assert.deepEqual(
      [type, allowed, reason, observedGeneration],
      ['DisruptionAllowed', 'False', 'InsufficientPods', 1],
    )
    const refused = await place.evict('three')
    assert.equal(refused.status, 429)
    assert.equal(refused.headers.get('retry-after'), null)
    assert.equal(
      refused.body.details.causes[0].message,
      'The disruption budget keep needs 1 healthy pods and has 1 currently',
    )
    // A terminating pod does not count.
    assert.equal((await place.evict('one')).status, 201)
  })

  it('is rejected with 429 while the status of the budget is out of date', async () => {
    const place = new Place(client, 'unobserved')
    await place.run('one')
    await place.allow(1, { observedGeneration: 0 })
    const { status, headers, body } = await place.evict('one')
    assert.equal(status, 429)
    assert.equal(headers.get('retry-after'), '10')
    assert.equal(body.details.retryAfterSeconds, 10)
    assert.equal(
      body.details.causes[0].message,
      'The disruption budget keep is still being processed by the server.',
    )
  })

  it('is forbidden if the budget has too many unconfirmed evictions', async () => {
    const place = new Place(client, 'odd')
    await place.run('one')
    const now = new Date().toISOString().replace(/\.\d+/, '')
    const disruptedPods = Object.fromEntries(Array.from({ length: 2001 }, (_, index) => [`p${index}`, now]))
    await place.allow(1, { disruptedPods })
    const { status, body } = await place.evict('one')
    assert.equal(status, 403)
    assert.equal(
      body.message,
      'poddisruptionbudget.policy "keep" is forbidden: DisruptedPods map too big - too many evictions not confirmed by PDB controller',
    )
  })

  it('of an unready pod takes no disruption if enough pods are healthy or the policy is AlwaysAllow', async () => {
    for (const [name, options, expected] of [
      ['enough', {}, 201],
      ['few', { currentHealthy: 0 }, 429],
      ['always', { currentHealthy: 0, spec: { unhealthyPodEvictionPolicy: 'AlwaysAllow' } }, 201],
    ] as const) {
      const place = new Place(client, `unready-${name}`)
      await place.run('one', { ready: 'False' })
      await place.allow(0, options)
      assert.equal((await place.evict('one')).status, expected, name)
      assert.equal((await place.budget()).status.disruptedPods, undefined)
    }
  })

  it('takes no disruption if its preconditions fail', async () => {
    const place = new Place(client, 'meant')
    await place.run('one')
    await place.allow(1)
    const { status } = await place.evict('one', { deleteOptions: { preconditions: { uid: 'other' } } })
    assert.equal(status, 409)
    assert.equal((await place.budget()).status.disruptionsAllowed, 1)
    assert.equal(targetOf(await place.pod('one')), undefined)
  })

  it('never takes more disruptions than allowed, however many are concurrent', async () => {
    const place = new Place(client, 'many')
    const names = Array.from({ length: 12 }, (_, index) => `pod-${index}`)
    // Half of them are deleted at once, because they are on no node.
    for (const [index, name] of names.entries())
      await place.run(name, index % 2 ? {} : { nodeName: undefined })
    await place.allow(5)
    const codes = (await Promise.all(names.map((name) => place.evict(name)))).map(({ status }) => status)
    const evicted = names.filter((_, index) => codes[index] === 201)
    assert.equal(evicted.length, 5)
    assert.deepEqual(new Set(codes), new Set([201, 429]))
    const { status } = await place.budget()
    assert.equal(status.disruptionsAllowed, 0)
    assert.deepEqual(Object.keys(status.disruptedPods), [...evicted].sort())
    for (const name of names) {
      const pod = await place.pod(name)
      const isGoing = pod === undefined || pod.metadata.deletionTimestamp !== undefined
      assert.equal(isGoing, evicted.includes(name), name)
    }
  })
})
