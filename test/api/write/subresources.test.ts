import assert from 'node:assert/strict'
import { it } from 'node:test'
import { CLUSTERS, cluster, DEPLOYMENTS, deployment, REPLICASETS, replicaSet } from '#test/support/objects.js'
import { onEveryEngine } from '#test/support/server.js'

const MERGE = { 'content-type': 'application/merge-patch+json' }

onEveryEngine('subresources', (client) => {
  it('the status is updated without the spec, and does not raise the generation', async () => {
    await client.post(DEPLOYMENTS, deployment('reported'))
    const report = { spec: { replicas: 9 }, status: { replicas: 3, observedGeneration: 1 } }
    const { status, body } = await client.send('PATCH', `${DEPLOYMENTS}/reported/status`, report, MERGE)
    assert.equal(status, 200)
    assert.deepEqual(body.status, { observedGeneration: 1, replicas: 3 })
    assert.equal(body.spec.replicas, 1)
    assert.equal(body.metadata.generation, 1)
    const replaced = await client.put(`${DEPLOYMENTS}/reported`, deployment('reported', { replicas: 5 }))
    assert.deepEqual(replaced.body.status, { observedGeneration: 1, replicas: 3 })
  })

  it('the status of a cluster can only be replaced', async () => {
    const { body } = await client.post(CLUSTERS, cluster('zoned'))
    assert.equal((await client.get(`${CLUSTERS}/zoned/status`)).status, 405)
    const report = { ...body, status: { zones: ['a', 'b'], region: 'r' } }
    assert.deepEqual((await client.put(`${CLUSTERS}/zoned/status`, report)).body.status, report.status)
  })

  it('a scale is read and set without knowing the kind', async () => {
    for (const [path, make] of [
      [DEPLOYMENTS, deployment],
      [REPLICASETS, replicaSet],
    ] as const) {
      await client.post(path, make('scaled', { replicas: 2 }))
      const { body: scale } = await client.get(`${path}/scaled/scale`)
      assert.equal(scale.kind, 'Scale')
      assert.equal(scale.status.targetSelector, 'app=web')
      const changed = await client.put(`${path}/scaled/scale`, { ...scale, spec: { replicas: 7 } })
      assert.equal(changed.body.spec.replicas, 7)
      const { body } = await client.get(`${path}/scaled`)
      assert.equal(body.spec.replicas, 7)
      assert.equal(body.metadata.generation, 2)
      assert.equal(
        (await client.put(`${path}/scaled/scale`, { ...scale, spec: { replicas: 8 } })).status,
        409,
      )
    }
  })

  it('a rollback restores an earlier template and makes it the newest revision', async () => {
    const image = (tag: string) => {
      const body = deployment('rolled', { revisionHistoryLimit: 5 })
      body.spec.template.spec.containers[0].image = `web:${tag}`
      return body
    }
    const imageNow = async () =>
      (await client.get(`${DEPLOYMENTS}/rolled`)).body.spec.template.spec.containers[0].image
    const rollback = (revision: number) =>
      client.post(`${DEPLOYMENTS}/rolled/rollback`, { name: 'rolled', rollbackTo: { revision } })

    await client.post(DEPLOYMENTS, image('1'))
    assert.equal((await rollback(0)).status, 422)
    await client.put(`${DEPLOYMENTS}/rolled`, image('2'))
    await client.put(`${DEPLOYMENTS}/rolled`, image('3'))
    assert.equal((await rollback(1)).status, 201)
    assert.equal(await imageNow(), 'web:1')
    // The template of revision 1 is now revision 4, after revision 3.
    assert.equal((await rollback(1)).status, 422)
    assert.equal((await rollback(0)).status, 201)
    assert.equal(await imageNow(), 'web:3')
    const unknown = await rollback(17)
    assert.equal(unknown.status, 422)
    assert.match(unknown.body.message, /2, 4/)
  })

  it('a dry run returns the object but does not store it', async () => {
    const tried = await client.post(`${DEPLOYMENTS}?dryRun=All`, deployment('tried'))
    assert.equal(tried.status, 201)
    assert.equal(tried.body.metadata.resourceVersion, undefined)
    assert.equal((await client.get(`${DEPLOYMENTS}/tried`)).status, 404)
  })
})
