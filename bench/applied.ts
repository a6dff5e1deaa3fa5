import { Client, inParallel } from './client.js'
import type { Stock } from './stock.js'
import { typicalDeployment } from './typical.js'

/** Applied Deployments: the server tracks the owners of their fields. */

export const APPLIED_COLLECTION = '/apis/apps/v1/namespaces/bench/deployments'
const CONNECTIONS = 16

/** A whole typical Deployment, as its owner applies it. */
export function wholeDeployment(labels: Record<string, string> = {}, replicas: unknown = 3): object {
  const whole = typicalDeployment('NAME', labels) as { spec: object }
  return { ...whole, apiVersion: 'apps/v1', spec: { ...whole.spec, replicas } }
}

/** The fields that a second manager applies, as a platform does: a label, an annotation, rollout limits. */
export const ADDED_BY_PLATFORM = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: {
    name: 'NAME',
    labels: { 'platform-turn': 'TURN' },
    annotations: { 'platform.example/on': 'yes' },
  },
  spec: { minReadySeconds: 5, revisionHistoryLimit: 5, progressDeadlineSeconds: 300 },
}

/** A stock of objects, each applied once by every manager. `bench/load/apply.lua` replaces the words in capitals. */
export function applied(name: string, objects: number, bodies: readonly object[]): Stock {
  return { name: `applied-${name}`, fill: (url) => applyAll(url, objects, bodies) }
}

/** A stock of objects created in the current version, so their creator owns all fields. */
export function created(objects: number): Stock {
  return { name: `created-${objects}`, fill: (url) => createAll(url, objects) }
}

async function createAll(url: string, objects: number): Promise<void> {
  const client = new Client(url, CONNECTIONS)
  const text = JSON.stringify(wholeDeployment())
  await inParallel(CONNECTIONS, objects, (object) =>
    client.send({
      method: 'POST',
      path: APPLIED_COLLECTION,
      body: text.replaceAll('NAME', `object-${object}`),
    }),
  )
  client.close()
}

async function applyAll(url: string, objects: number, bodies: readonly object[]): Promise<void> {
  const client = new Client(url, CONNECTIONS)
  const namespace = JSON.stringify({ metadata: { name: 'bench' } })
  await client.send({ method: 'POST', path: '/api/v1/namespaces', body: namespace })
  for (const [index, body] of bodies.entries()) {
    const text = JSON.stringify(body).replaceAll('"COUNT"', '1').replaceAll('TURN', 't0')
    await inParallel(CONNECTIONS, objects, (object) =>
      client.send({
        method: 'PATCH',
        path: `${APPLIED_COLLECTION}/object-${object}?fieldManager=manager-${index + 1}`,
        type: 'application/apply-patch+yaml',
        body: text.replaceAll('NAME', `object-${object}`),
      }),
    )
  }
  client.close()
}
