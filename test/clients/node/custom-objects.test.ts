import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CustomObjectsApi, PatchStrategy, setHeaderOptions, VersionApi } from '@kubernetes/client-node'
import type { Json } from '#test/support/client.js'
import { cluster, deployment } from '#test/support/objects.js'
import { configOf } from '../support/client-node.js'
import { serverOfSuite } from '../support/client-suite.js'

const deployments = { group: 'extensions', version: 'v1beta1', namespace: 'custom', plural: 'deployments' }
const clusters = { group: 'federation', version: 'v1beta1', plural: 'clusters' }

describe('client-node: custom objects', async () => {
  const config = configOf(await serverOfSuite())
  const api = config.makeApiClient(CustomObjectsApi)

  it('reads the version and the resources of the server', async () => {
    assert.match((await config.makeApiClient(VersionApi).getCode()).gitVersion, /^v1\.33\.0\+binnacle/)
    const { resources } = await api.getAPIResources({ group: 'federation', version: 'v1beta1' })
    assert.deepEqual(
      resources.map(({ name }) => name),
      ['clusters', 'clusters/status'],
    )
  })

  it('creates, reads, replaces, patches, lists and deletes in a namespace', async () => {
    const web = { ...deployments, name: 'web' }
    await api.createNamespacedCustomObject({ ...deployments, body: deployment('web') })
    const read = await api.getNamespacedCustomObject(web)
    assert.equal(read.spec.replicas, 1)
    read.spec.replicas = 2
    assert.equal((await api.replaceNamespacedCustomObject({ ...web, body: read })).spec.replicas, 2)
    const patch = [{ op: 'replace', path: '/spec/replicas', value: 3 }]
    assert.equal((await api.patchNamespacedCustomObject({ ...web, body: patch })).spec.replicas, 3)
    const merge = setHeaderOptions('Content-Type', PatchStrategy.MergePatch)
    const merged = await api.patchNamespacedCustomObject({ ...web, body: { spec: { replicas: 4 } } }, merge)
    assert.equal(merged.spec.replicas, 4)
    const { items } = await api.listNamespacedCustomObject({
      ...deployments,
      labelSelector: 'app!=api',
      limit: 5,
    })
    assert.equal(items.length, 1)
    assert.equal((await api.deleteNamespacedCustomObject(web)).status, 'Success')
  })

  it('pages through lists', async () => {
    const place = { ...deployments, namespace: 'chunks' }
    for (const name of ['a', 'b', 'c'])
      await api.createNamespacedCustomObject({ ...place, body: deployment(name) })
    const names = ({ items }: Json) => items.map(({ metadata }: Json) => metadata.name).join()
    const first = await api.listNamespacedCustomObject({ ...place, limit: 2 })
    assert.equal(names(first), 'a,b')
    const second = await api.listNamespacedCustomObject({
      ...place,
      limit: 2,
      _continue: first.metadata.continue,
    })
    assert.equal(names(second), 'c')
  })

  it('updates the status and the scale', async () => {
    const scaled = { ...deployments, name: 'scaled' }
    const body = await api.createNamespacedCustomObject({ ...deployments, body: deployment('scaled') })
    const reported = await api.replaceNamespacedCustomObjectStatus({
      ...scaled,
      body: { ...body, status: { replicas: 1 } },
    })
    assert.deepEqual(reported.status, { replicas: 1 })
    const scale = await api.getNamespacedCustomObjectScale(scaled)
    scale.spec.replicas = 6
    await api.replaceNamespacedCustomObjectScale({ ...scaled, body: scale })
    assert.equal((await api.getNamespacedCustomObject(scaled)).spec.replicas, 6)
  })

  it('works with a cluster-scoped kind, and deletes its collection', async () => {
    await api.createClusterCustomObject({ ...clusters, body: cluster('east') })
    await api.createClusterCustomObject({ ...clusters, body: cluster('west') })
    assert.equal((await api.getClusterCustomObject({ ...clusters, name: 'east' })).kind, 'Cluster')
    await api.deleteCollectionClusterCustomObject(clusters)
    assert.equal((await api.listClusterCustomObject(clusters)).items.length, 0)
  })
})
