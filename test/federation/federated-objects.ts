import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Json } from '../support/client.js'
import { condition, eventually, Federation } from './clusters-of-servers.js'

export const APPS = '/apis/apps/v1/namespaces/shop'
export const CORE = '/api/v1/namespaces/shop'
export const NAMES = ['east', 'north', 'west']
export const ANNOTATION = 'federation.binnacle.dev'
export const SELECTOR = 'federation.alpha.kubernetes.io/cluster-selector'
export const CASCADE = { propagationPolicy: 'Background' }

export const template = (app: string, image: string) => ({
  metadata: { labels: { app } },
  spec: { containers: [{ name: 'main', image }] },
})
export const deployment = (name: string, replicas: number, annotations: Json = {}) => ({
  metadata: { name, annotations },
  spec: { replicas, selector: { matchLabels: { app: name } }, template: template(name, 'web:1') },
})
export const map = (name: string, data: Json, annotations: Json = {}) => ({
  metadata: { name, annotations },
  data,
})
export const imageOf = ({ spec }: Json) => spec.template.spec.containers[0].image
export const statesOf = ({ metadata }: Json) => {
  const statuses = JSON.parse(metadata.annotations[`${ANNOTATION}/cluster-status`])
  return Object.fromEntries(Object.entries(statuses).map(([name, { state }]: Json) => [name, state]))
}

export const rolledOut = ({ host }: Federation, path: string, replicas: number) =>
  eventually(`${path} is rolled out with ${replicas}`, async () => {
    const object = await host.get(path)
    const { metadata, status } = object
    assert.equal(status.observedGeneration, metadata.generation, JSON.stringify(object))
    const { replicas: all = 0, updatedReplicas = 0, availableReplicas = 0 } = status
    assert.deepEqual([all, updatedReplicas, availableReplicas], [replicas, replicas, replicas])
    assert.equal(condition(object, 'Propagated').status, 'True', JSON.stringify(status.conditions))
    return object
  })

export async function eventsOf({ host }: Federation, name: string): Promise<readonly Json[]> {
  const { items } = await host.get(`${CORE}/events`)
  return items.filter(({ involvedObject }: Json) => involvedObject.name === name)
}

export const inClusters = (federation: Federation, path: string, names: readonly string[]) =>
  eventually(`${path} is in ${names.join(', ')}`, async () => {
    const copies = await federation.copies(path)
    assert.deepEqual(Object.keys(copies).sort(), names)
    return copies
  })

/** Starts a federation of three clusters that the tests of a suite share. */
export function sharedFederation(): () => Federation {
  let federation: Federation | undefined
  const stack: (() => Promise<void>)[] = []
  before(async () => {
    federation = await Federation.start({ after: (end) => void stack.push(end) }, NAMES)
  })
  after(async () => {
    for (const end of stack.reverse()) await end()
  })
  return () => {
    if (federation === undefined) throw new Error('the federation has not started')
    return federation
  }
}
