import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  AppsV1Api,
  CoreV1Api,
  type KubeConfig,
  type KubernetesListObject,
  type KubernetesObject,
  makeInformer,
} from '@kubernetes/client-node'
import { Client, type Json } from '#test/support/client.js'
import { deployment } from '#test/support/objects.js'
import { configOf } from '../support/client-node.js'
import { serverOfSuite } from '../support/client-suite.js'
import { until } from '../support/until.js'

const namespace = 'followed'
const MERGE = { 'content-type': 'application/merge-patch+json' }

/** An informer of one resource, and its events. */
async function follow<O extends KubernetesObject>(
  config: KubeConfig,
  path: string,
  list: () => Promise<KubernetesListObject<O>>,
) {
  const reported: string[] = []
  const informer = makeInformer(config, path, list)
  for (const event of ['add', 'update', 'delete'] as const) {
    informer.on(event, ({ metadata }) => reported.push(`${event} ${metadata?.name}`))
  }
  await informer.start()
  return { informer, reports: (line: string) => until(async () => reported.includes(line)) }
}

describe('client-node: informers on current kinds', async () => {
  const server = await serverOfSuite()
  const config = configOf(server)
  const client = new Client(server)
  const core = config.makeApiClient(CoreV1Api)
  const apps = config.makeApiClient(AppsV1Api)

  it('Pods and ConfigMaps are listed and followed', async () => {
    const pods = await follow(config, `/api/v1/namespaces/${namespace}/pods`, () =>
      core.listNamespacedPod({ namespace }),
    )
    const maps = await follow(config, `/api/v1/namespaces/${namespace}/configmaps`, () =>
      core.listNamespacedConfigMap({ namespace }),
    )
    const spec = { containers: [{ name: 'main', image: 'web:1' }] }
    await core.createNamespacedPod({ namespace, body: { metadata: { name: 'pod' }, spec } })
    await pods.reports('add pod')
    await core.createNamespacedPodBinding({
      ...{ name: 'pod', namespace },
      body: { metadata: { name: 'pod' }, target: { kind: 'Node', name: 'node-1' } },
    })
    await pods.reports('update pod')
    assert.equal(pods.informer.get('pod', namespace)?.spec?.nodeName, 'node-1')
    await core.deleteNamespacedPod({ name: 'pod', namespace, gracePeriodSeconds: 0 })
    await pods.reports('delete pod')
    await core.createNamespacedConfigMap({ namespace, body: { metadata: { name: 'map' }, data: { a: '1' } } })
    await maps.reports('add map')
    await core.replaceNamespacedConfigMap({
      ...{ name: 'map', namespace },
      body: { metadata: { name: 'map' }, data: { a: '2' } },
    })
    await maps.reports('update map')
    assert.deepEqual(maps.informer.list()[0]?.data, { a: '2' })
    for (const { informer } of [pods, maps]) await informer.stop()
  })

  it('writes through extensions/v1beta1 are followed through apps/v1', async () => {
    const old = `/apis/extensions/v1beta1/namespaces/${namespace}/deployments`
    await client.post(old, deployment('before'))
    const path = `/apis/apps/v1/namespaces/${namespace}/deployments`
    const { informer, reports } = await follow(config, path, () =>
      apps.listNamespacedDeployment({ namespace }),
    )
    await reports('add before')
    const { body: created } = await client.post(old, deployment('web'))
    await reports('add web')
    await client.send('PATCH', `${old}/web`, { spec: { replicas: 4 } }, MERGE)
    await reports('update web')
    await until(async () => informer.get('web', namespace)?.spec?.replicas === 4)
    const held = informer.get('web', namespace) as Json
    assert.equal(held.apiVersion, 'apps/v1')
    assert.equal(held.metadata.uid, created.metadata.uid)
    await client.delete(`${old}/web`)
    await reports('delete web')
    assert.deepEqual(
      informer.list().map(({ metadata }) => metadata?.name),
      ['before'],
    )
    await informer.stop()
  })
})
