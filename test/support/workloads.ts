import assert from 'node:assert/strict'
import type { ApiResponse, Client, Json } from './client.js'

/** Workloads of `apps/v1` with one container, and their revisions. */

export const APPS = '/apis/apps/v1/namespaces/test'

export const podTemplate = (image: string): Json => ({
  metadata: { labels: { app: 'web' } },
  spec: { containers: [{ name: 'main', image }] },
})

export const workload = (kind: string, name: string, spec: Json = {}): Json => ({
  apiVersion: 'apps/v1',
  kind,
  metadata: { name },
  spec: {
    selector: { matchLabels: { app: 'web' } },
    template: podTemplate('web:1'),
    ...(kind === 'StatefulSet' && { serviceName: 'web' }),
    ...spec,
  },
})

const STRATEGIC_PATCH = { 'content-type': 'application/strategic-merge-patch+json' }

/** Patches an object by a strategic merge patch, which must succeed. */
export async function patch(client: Client, path: string, changes: Json): Promise<ApiResponse> {
  const response = await client.send('PATCH', path, changes, STRATEGIC_PATCH)
  assert.equal(response.status, 200, response.text)
  return response
}

/** Changes the image of a workload, and so its template. */
export const setImage = (client: Client, path: string, image: string): Promise<ApiResponse> =>
  patch(client, path, { spec: { template: { spec: { containers: [{ name: 'main', image }] } } } })

export const imageOf = ({ spec }: Json): string => spec.template.spec.containers[0].image

/** The objects in a collection that an owner controls. */
export async function controlled(client: Client, collection: string, owner: Json): Promise<Json[]> {
  const { body } = await client.get(collection)
  return body.items.filter(({ metadata }: Json) =>
    metadata.ownerReferences?.some(({ uid, controller }: Json) => controller && uid === owner.metadata.uid),
  )
}

/** The image of each revision of a deployment by its number, read from its replica sets. */
export async function shownImages(client: Client, deployment: Json): Promise<Record<string, string>> {
  const sets = await controlled(client, `${APPS}/replicasets`, deployment)
  const numbered = sets.map((set) => [
    set.metadata.annotations['deployment.kubernetes.io/revision'],
    imageOf(set),
  ])
  assert.equal(new Set(numbered.map(([number]) => number)).size, sets.length, 'no number is given twice')
  return Object.fromEntries(numbered)
}
