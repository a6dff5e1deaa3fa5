import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { eventually } from '../federation/clusters-of-servers.js'
import { Client, type Json } from '../support/client.js'
import { OWN_ADDRESS } from '../support/own-address.js'
import { Random, testSeed } from '../support/random.js'
import { ServerProcess } from '../support/servers/server-process.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const CHAOS_MS = Number(process.env.CHAOS_SECONDS ?? 60) * 1000
const NAMES = ['east', 'north', 'west']
const CLUSTERS = '/apis/federation/v1beta1/clusters'
const APPS = '/apis/apps/v1/namespaces/shop/deployments'
const MAPS = '/api/v1/namespaces/shop/configmaps'
const MERGE = { 'content-type': 'application/merge-patch+json' }
const STATUS = 'federation.binnacle.dev/cluster-status'

/** A server in its own process that can be killed and restarted. */
class Part {
  readonly #flags: readonly string[]
  #process: ServerProcess | undefined
  #port = '0'
  readonly client = new Client(() => `http://${OWN_ADDRESS}:${this.#port}`)

  static async start(t: TestContext, flags: readonly string[]): Promise<Part> {
    const { path, remove } = await temporaryFolder()
    const part = new Part(['--data-dir', path, '--host', OWN_ADDRESS, ...flags])
    await part.start()
    t.after(async () => {
      await part.kill()
      await remove()
    })
    return part
  }

  private constructor(flags: readonly string[]) {
    this.#flags = flags
  }

  get url(): string {
    return `http://${OWN_ADDRESS}:${this.#port}`
  }

  get isRunning(): boolean {
    return this.#process !== undefined
  }

  async start(): Promise<void> {
    this.#process ??= await ServerProcess.start([...this.#flags, '--port', this.#port])
    this.#port = new URL(this.#process.url).port
  }

  async kill(): Promise<void> {
    const running = this.#process
    this.#process = undefined
    await running?.stop('SIGKILL')
  }

  /** The object; undefined if it does not exist. */
  async find(path: string): Promise<Json | undefined> {
    const { status, text, body } = await this.client.get(path)
    assert.ok(status === 200 || status === 404, text)
    return status === 200 ? body : undefined
  }
}

const template = (app: string, image: string) => ({
  metadata: { labels: { app } },
  spec: { containers: [{ name: 'main', image }] },
})
const deployment = (name: string, replicas: number) => ({
  metadata: { name },
  spec: { replicas, selector: { matchLabels: { app: name } }, template: template(name, 'main:1') },
})

/** Random faults of a federation. */
class Chaos {
  readonly #host: Part
  readonly #members: ReadonlyMap<string, Part>
  readonly #random: Random

  constructor(host: Part, members: ReadonlyMap<string, Part>, random: Random) {
    this.#host = host
    this.#members = members
    this.#random = random
  }

  async strike(): Promise<void> {
    const random = this.#random
    const part = random.chance(0.3) ? this.#host : random.pick([...this.#members.values()])
    if (!part.isRunning) {
      await part.start()
      return
    }
    switch (random.below(7)) {
      case 0:
        await part.kill()
        break
      case 1:
        await this.#tell('PATCH', `${APPS}/app-${random.below(5)}`, { spec: { replicas: random.below(10) } })
        break
      case 2: {
        const name = `app-${random.below(5)}`
        const image = `main:${random.below(5)}`
        await this.#tell('PATCH', `${APPS}/${name}`, { spec: { template: template(name, image) } })
        break
      }
      case 3: {
        const name = `app-${random.below(5)}`
        if (random.chance(0.5))
          await this.#tell('DELETE', `${APPS}/${name}`, { propagationPolicy: 'Background' })
        else await this.#tell('POST', APPS, deployment(name, random.below(10)))
        break
      }
      case 4: {
        const labels = { tier: random.pick(['gold', 'silver']) }
        await this.#tell('PATCH', `${CLUSTERS}/${random.pick(NAMES)}`, { metadata: { labels } })
        break
      }
      case 5: {
        const data = { value: String(random.below(1000)) }
        await this.#tell('PATCH', `${MAPS}/map-${random.below(3)}`, { data })
        break
      }
      case 6: {
        // Another client changes or deletes a copy.
        const member = random.pick([...this.#members.values()])
        if (!member.isRunning) break
        const path = `${APPS}/app-${random.below(5)}`
        if (random.chance(0.3)) await member.client.delete(path).catch(() => undefined)
        else await member.client.send('PATCH', path, { spec: { replicas: 11 } }, MERGE).catch(() => undefined)
      }
    }
  }

  /** A request of a client to the host, if the host runs. */
  async #tell(method: string, path: string, body: Json): Promise<void> {
    if (!this.#host.isRunning) return
    const headers: Record<string, string> = method === 'PATCH' ? MERGE : {}
    const { status, text } = await this.#host.client.send(method, path, body, headers)
    assert.ok(status < 300 || status === 404 || status === 409, text)
  }
}

it('a federation reaches the desired state, whichever server is killed', { timeout: 300_000 }, async (t) => {
  const seed = testSeed()
  t.diagnostic(`TEST_SEED=${seed}`)
  const random = new Random(seed)
  const host = await Part.start(t, ['--federation', '--cluster-probe-interval', '200ms'])
  const members = new Map<string, Part>()
  for (const name of NAMES) {
    const member = await Part.start(t, ['--simulate-workloads'])
    members.set(name, member)
    const spec = { serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: member.url }] }
    await host.client.post(CLUSTERS, { metadata: { name, labels: { tier: 'gold' } }, spec })
  }
  for (let index = 0; index < 5; index++) await host.client.post(APPS, deployment(`app-${index}`, index * 2))
  const selector = JSON.stringify([{ key: 'tier', operator: '=', values: ['gold'] }])
  const annotations = { 'federation.alpha.kubernetes.io/cluster-selector': selector }
  for (let index = 0; index < 3; index++)
    await host.client.post(MAPS, { metadata: { name: `map-${index}`, annotations }, data: { value: '0' } })

  const chaos = new Chaos(host, members, random)
  for (const end = Date.now() + CHAOS_MS; Date.now() < end; ) {
    await chaos.strike()
    await new Promise((resolve) => setTimeout(resolve, random.below(300)))
  }
  for (const part of [host, ...members.values()]) await part.start()

  for (let index = 0; index < 5; index++) await expectDeployment(host, members, `app-${index}`)
  for (let index = 0; index < 3; index++) await expectMap(host, members, `map-${index}`)
})

/** All copies together match the object, or neither exists. */
function expectDeployment(host: Part, members: ReadonlyMap<string, Part>, name: string): Promise<void> {
  const path = `${APPS}/${name}`
  return eventually(`${name} is everywhere as it is to be`, async () => {
    const object = await host.find(path)
    const copies = await Promise.all([...members.values()].map((member) => member.find(path)))
    if (object === undefined) {
      assert.deepEqual(copies, [undefined, undefined, undefined])
      return
    }
    const { spec, status, metadata } = object
    const what = JSON.stringify({ status, clusterStatus: metadata.annotations[STATUS] })
    let asked = 0
    for (const copy of copies) {
      assert.ok(copy, what)
      asked += copy.spec.replicas
      assert.equal(copy.spec.template.spec.containers[0].image, spec.template.spec.containers[0].image, what)
    }
    assert.equal(asked, spec.replicas, what)
    assert.equal(status.observedGeneration, metadata.generation, what)
    const counts = [status.replicas, status.updatedReplicas, status.availableReplicas]
    assert.deepEqual(
      counts.map((count = 0) => count),
      [spec.replicas, spec.replicas, spec.replicas],
      what,
    )
  })
}

/** Only clusters with matching labels have the map. */
function expectMap(host: Part, members: ReadonlyMap<string, Part>, name: string): Promise<void> {
  return eventually(`${name} is where it is to be`, async () => {
    const { data } = await host.find(`${MAPS}/${name}`)
    for (const [cluster, member] of members) {
      const { metadata } = await host.find(`${CLUSTERS}/${cluster}`)
      const copy = await member.find(`${MAPS}/${name}`)
      assert.deepEqual(copy?.data, metadata.labels.tier === 'gold' ? data : undefined, cluster)
    }
  })
}
