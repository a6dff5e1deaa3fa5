import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Json } from '../support/client.js'
import { Random, testSeed } from '../support/random.js'
import { sized } from '../support/scope.js'
import { APPS, BEHAVIOUR, Cluster, condition, DEFAULT, READY_AFTER } from './cluster.js'

const CHANGES = sized(300, 80)
const NODES = '/api/v1/nodes'

const KINDS = [
  { collection: `${APPS}/deployments`, extra: {} },
  { collection: `${APPS}/statefulsets`, extra: { serviceName: 'db' } },
  { collection: `${APPS}/replicasets`, extra: {} },
  { collection: `${APPS}/daemonsets`, extra: {} },
]

const template = (app: string, image: string, annotations: Json = {}) => ({
  metadata: { labels: { app }, annotations },
  spec: { containers: [{ name: 'main', image }] },
})

/** Random changes, some before the last has settled. */
class Chaos {
  readonly #cluster: Cluster
  readonly #random: Random
  readonly #paths: string[] = []

  constructor(cluster: Cluster, random: Random) {
    this.#cluster = cluster
    this.#random = random
  }

  async begin(): Promise<void> {
    for (const [number, { collection, extra }] of KINDS.entries()) {
      const name = `app-${number}`
      const spec = { selector: { matchLabels: { app: name } }, template: template(name, 'main:1'), ...extra }
      await this.#cluster.create(collection, { metadata: { name }, spec })
      const service = { metadata: { name }, spec: { selector: { app: name }, ports: [{ port: 80 }] } }
      await this.#cluster.create(`${DEFAULT}/services`, service)
      this.#paths.push(`${collection}/${name}`)
    }
  }

  async change(): Promise<void> {
    const random = this.#random
    const path = random.pick(this.#paths)
    const app = path.slice(path.lastIndexOf('/') + 1)
    const isScaled = !path.includes('daemonsets')
    switch (random.below(6)) {
      case 0:
        if (isScaled) await this.#cluster.change(path, { spec: { replicas: random.below(8) } })
        break
      case 1: {
        const annotations = {
          [BEHAVIOUR]: random.pick(['run', 'unready', 'crash']),
          [READY_AFTER]: `${random.below(5)}s`,
        }
        const image = `main:${random.below(4)}`
        await this.#cluster.change(path, { spec: { template: template(app, image, annotations) } })
        break
      }
      case 2:
        if (path.includes('deployments')) {
          await this.#cluster.change(path, { spec: { paused: random.chance(0.5) } })
        }
        break
      case 3: {
        const pods = await this.#cluster.pods()
        if (pods.length > 0) await this.#cluster.delete(`${DEFAULT}/pods/${random.pick(pods).metadata.name}`)
        break
      }
      case 4: {
        const name = `spare-${random.below(3)}`
        if (await this.#cluster.isGone(`${NODES}/${name}`))
          await this.#cluster.create(NODES, { metadata: { name } })
        else if (random.chance(0.5)) await this.#cluster.delete(`${NODES}/${name}`)
        else await this.#cluster.change(`${NODES}/${name}`, { spec: { unschedulable: random.chance(0.5) } })
        break
      }
      case 5:
        await this.#cluster.pass(random.below(20))
    }
  }

  /** Lets everything settle: no pod stays unready. */
  async end(): Promise<void> {
    for (const [number, path] of this.#paths.entries()) {
      const spec: Json = {
        template: template(`app-${number}`, 'main:9', { [BEHAVIOUR]: 'run', [READY_AFTER]: '0' }),
      }
      if (path.includes('deployments')) spec.paused = false
      await this.#cluster.change(path, { spec })
    }
    // Pods that are not replaced automatically keep their behaviour. When one becomes ready, its set continues
    // and may delete a later pod of the list.
    for (const { metadata } of await this.#cluster.pods()) {
      const path = `${DEFAULT}/pods/${metadata.name}`
      if (await this.#cluster.isGone(path)) continue
      await this.#cluster.change(path, { metadata: { annotations: { [BEHAVIOUR]: 'run' } } })
    }
    await this.#cluster.pass(3600)
  }
}

it('workloads reach the desired state after random changes', async (t) => {
  const seed = testSeed()
  t.diagnostic(`TEST_SEED=${seed}`)
  const cluster = await Cluster.start(t)
  const chaos = new Chaos(cluster, new Random(seed))
  await chaos.begin()
  for (let change = 0; change < CHANGES; change++) await chaos.change()
  await chaos.end()
  const pods = await cluster.pods()
  const ofApp = (app: string) => pods.filter(({ metadata }) => metadata.labels.app === app)
  for (const [number, { collection }] of KINDS.entries()) {
    const object = await cluster.get(`${collection}/app-${number}`)
    const wanted = object.spec.replicas ?? (await cluster.list(NODES)).length
    const what = `${collection}: ${JSON.stringify(object.status)}`
    assert.equal(ofApp(`app-${number}`).length, wanted, what)
    const { status } = object
    assert.equal(status.observedGeneration, object.metadata.generation, what)
    assert.equal(status.availableReplicas ?? status.numberAvailable ?? 0, wanted, what)
  }
  assert.ok(pods.every((pod) => condition(pod, 'Ready').status === 'True'))
  const ips = pods.map(({ status }) => status.podIP)
  assert.equal(new Set(ips).size, ips.length, 'no two pods have the same address')
  const slices = await cluster.list('/apis/discovery.k8s.io/v1/namespaces/default/endpointslices')
  const shown = slices
    .filter(({ metadata }) => metadata.name.startsWith('app-'))
    .flatMap(({ endpoints }) => (endpoints ?? []).flatMap(({ addresses }: Json) => addresses))
  assert.deepEqual(shown.sort(), ips.sort())
})
