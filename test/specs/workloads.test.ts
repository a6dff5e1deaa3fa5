import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Json } from '../support/client.js'
import { EXAMPLES, type Example, exampleObject } from './support/examples.js'
import { JSON_PATCH, MERGE, rejection, STRATEGIC } from './support/typed-client.js'
import { withTypedClients } from './support/typed-suite.js'

const SCALED = ['ReplicationController', 'Deployment', 'ReplicaSet', 'StatefulSet']
const example = (kind: string) => EXAMPLES.find((one) => one.kind === kind) as Example

withTypedClients('workloads without controllers', (client) => {
  for (const kind of SCALED) {
    const { apiVersion, plural } = example(kind)
    const objects = client.resource(apiVersion, plural).in('scaled')

    it(`${kind}: its scale is read, updated and patched`, async () => {
      await objects.create(exampleObject(example(kind), 'web', 0))
      const scale = await objects.get('web-0', 'scale')
      assert.equal(scale.kind, 'Scale')
      assert.equal(scale.apiVersion, 'autoscaling/v1')
      scale.spec = { replicas: 4 }
      const updated = await objects.update({ ...scale, metadata: { ...scale.metadata } }, 'scale')
      assert.equal(updated.spec.replicas, 4)
      const before = await objects.get('web-0')
      assert.equal(before.spec.replicas, 4)
      const patched = await objects.patch('web-0', { spec: { replicas: 2 } }, MERGE, 'scale')
      assert.equal(patched.spec.replicas, 2)
      await rejection(objects.update(updated, 'scale'), 409)
      const after = await objects.get('web-0')
      assert.equal(after.metadata.generation, before.metadata.generation + 1)
    })

    it(`${kind}: every kind of patch changes it, and status updates keep its generation`, async () => {
      await objects.create(exampleObject(example(kind), 'web', 1))
      const container = (object: Json) => object.spec.template.spec.containers[0]
      const strategic = { spec: { template: { spec: { containers: [{ name: 'main', image: 'web:2' }] } } } }
      assert.equal(container(await objects.patch('web-1', strategic, STRATEGIC)).image, 'web:2')
      const path = '/spec/template/spec/containers/0/image'
      const replaced = await objects.patch('web-1', [{ op: 'replace', path, value: 'web:3' }], JSON_PATCH)
      assert.equal(container(replaced).image, 'web:3')
      const merged = await objects.patch('web-1', { spec: { replicas: 0 } }, MERGE)
      assert.equal(merged.metadata.generation, 4)
      const reported = await objects.patchStatus(
        'web-1',
        { status: { replicas: 1, observedGeneration: 4 } },
        STRATEGIC,
      )
      assert.equal(reported.metadata.generation, 4)
      assert.equal(reported.status.observedGeneration, 4)
      const kept = await objects.update({ ...reported, status: {} })
      assert.equal(kept.status.observedGeneration, 4)
    })
  }

  it('CronJob: a watch reports it from its creation to its deletion', async () => {
    const cronJobs = client.resource('batch/v1', 'cronjobs').in('crons')
    const selected = { labelSelector: 'time=now' }
    assert.deepEqual(await cronJobs.names(selected), [])
    const { metadata } = await cronJobs.list(selected)
    const watch = await cronJobs.watch({ ...selected, resourceVersion: metadata.resourceVersion })
    await cronJobs.create(exampleObject(example('CronJob'), 'clock', 0, { labels: { time: 'now' } }))
    await cronJobs.patch('clock-0', { spec: { suspend: true } })
    await cronJobs.delete('clock-0', { propagationPolicy: 'Background' })
    assert.deepEqual(
      (await watch.take(3)).map(({ type }) => type),
      ['ADDED', 'MODIFIED', 'DELETED'],
    )
    watch.stop()
  })

  it('generated names, dry runs and preconditions work', async () => {
    const objects = client.resource('apps/v1', 'deployments').in('options')
    const { metadata: _, ...body } = exampleObject(example('Deployment'), 'any', 0)
    const made = await objects.create({ ...body, metadata: { generateName: 'web-' } })
    assert.match(made.metadata.name, /^web-[a-z0-9]{5}$/)
    const tried = await objects.create({ ...body, metadata: { name: 'tried' } }, { dryRun: 'All' })
    assert.ok(tried.metadata.uid)
    await rejection(objects.get('tried'), 404)
    const { name, uid, resourceVersion } = made.metadata
    await rejection(objects.delete(name, { preconditions: { uid: 'another' } }), 409)
    await rejection(objects.delete(name, { preconditions: { resourceVersion: '1' } }), 409)
    await objects.delete(name, { preconditions: { uid, resourceVersion } })
    await rejection(objects.get(name), 404)
  })

  it('finalizers hold a deleted object, which has a deletion timestamp', async () => {
    const objects = client.resource('apps/v1', 'replicasets').in('held')
    await objects.create(exampleObject(example('ReplicaSet'), 'web', 0, { finalizers: ['example.com/hold'] }))
    const held = await objects.delete('web-0')
    assert.equal(held.kind, 'ReplicaSet')
    assert.ok(held.metadata.deletionTimestamp)
    await objects.change('web-0', ({ metadata }) => {
      delete metadata.finalizers
    })
    await rejection(objects.get('web-0'), 404)
  })
})
