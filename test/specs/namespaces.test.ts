import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Json } from '../support/client.js'
import { EXAMPLES, type Example, exampleObject } from './support/examples.js'
import { JSON_PATCH, rejection, STRATEGIC } from './support/typed-client.js'
import { withTypedClients } from './support/typed-suite.js'

const namespace = (metadata: Json): Json => ({ apiVersion: 'v1', kind: 'Namespace', metadata })
const example = (kind: string) => EXAMPLES.find((one) => one.kind === kind) as Example

withTypedClients('Namespaces', (client) => {
  const namespaces = client.resource('v1', 'namespaces')

  it('a namespace with a generated name is active and labelled with its name', async () => {
    const created = await namespaces.create(namespace({ generateName: 'e2e-', labels: { 'e2e-run': '1' } }))
    const { name, labels } = created.metadata
    assert.match(name, /^e2e-[a-z0-9]{5}$/)
    assert.deepEqual(labels, { 'e2e-run': '1', 'kubernetes.io/metadata.name': name })
    assert.equal(created.status.phase, 'Active')
    assert.deepEqual(created.spec.finalizers, ['kubernetes'])
  })

  it('a namespace is patched and replaced', async () => {
    await namespaces.create(namespace({ name: 'patched' }))
    const patch = { metadata: { labels: { testLabel: 'testValue' } } }
    assert.equal((await namespaces.patch('patched', patch, STRATEGIC)).metadata.labels.testLabel, 'testValue')
    const updated = await namespaces.change('patched', ({ metadata }) => {
      metadata.labels.updated = 'true'
    })
    assert.equal(updated.metadata.labels.updated, 'true')
  })

  it('conditions are reported by a patch and by an update of the status', async () => {
    await namespaces.create(namespace({ name: 'reported' }))
    const condition = {
      type: 'StatusPatch',
      status: 'True',
      reason: 'E2E',
      message: 'Patched by an e2e test',
    }
    const patched = await namespaces.patchStatus('reported', {
      metadata: { annotations: { 'e2e-patched-ns-status': 'reported' } },
      status: { conditions: [condition] },
    })
    assert.equal(patched.metadata.annotations['e2e-patched-ns-status'], 'reported')
    assert.equal(patched.status.phase, 'Active')
    assert.equal(patched.status.conditions[0].type, 'StatusPatch')
    const updated = await namespaces.change(
      'reported',
      ({ status }) => {
        status.conditions.push({ ...condition, type: 'StatusUpdate' })
      },
      'status',
    )
    assert.deepEqual(
      updated.status.conditions.map(({ type }: Json) => type),
      ['StatusPatch', 'StatusUpdate'],
    )
  })

  it('custom finalizers are set and removed through finalize', async () => {
    await namespaces.create(namespace({ name: 'finalized' }))
    const added = await namespaces.change(
      'finalized',
      ({ spec }) => {
        spec.finalizers.push('e2e.example.com/fakeFinalizer')
      },
      'finalize',
    )
    assert.deepEqual(added.spec.finalizers, ['kubernetes', 'e2e.example.com/fakeFinalizer'])
    const removed = await namespaces.change(
      'finalized',
      ({ spec }) => {
        spec.finalizers = ['kubernetes']
      },
      'finalize',
    )
    assert.deepEqual(removed.spec.finalizers, ['kubernetes'])
  })

  it('the objects of a namespace are deleted with it, and a new one with the same name is empty', async () => {
    const services = client.resource('v1', 'services').in('emptied')
    await namespaces.create(namespace({ name: 'emptied' }))
    for (const one of EXAMPLES.filter(({ namespaced }) => namespaced)) {
      await client
        .resource(one.apiVersion, one.plural)
        .in('emptied')
        .create(exampleObject(one, one.apiVersion.replace('/', '-'), 1))
    }
    const watch = await namespaces.watch({ fieldSelector: 'metadata.name=emptied' })
    const deleted = await namespaces.delete('emptied')
    assert.equal(deleted.status.phase, 'Terminating')
    await watch.until(({ type }) => type === 'DELETED')
    watch.stop()
    await rejection(namespaces.get('emptied'), 404)
    await namespaces.create(namespace({ name: 'emptied' }))
    assert.deepEqual(await services.names(), [])
  })

  it('Pods are deleted first, and the rest stays until they are gone', async () => {
    await namespaces.create(namespace({ name: 'ordered' }))
    const pods = client.resource('v1', 'pods').in('ordered')
    const configMaps = client.resource('v1', 'configmaps').in('ordered')
    await pods.create({
      ...{
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'held', finalizers: ['e2e.example.com/finalizer'] },
      },
      spec: { containers: [{ name: 'main', image: 'web:1' }] },
    })
    await configMaps.create(exampleObject(example('ConfigMap'), 'stays', 1))
    const watch = await pods.watch()
    const ends = await namespaces.watch({ fieldSelector: 'metadata.name=ordered' })
    await namespaces.delete('ordered')
    await watch.until(({ object }) => object.metadata.deletionTimestamp !== undefined)
    await ends.until(({ object }) =>
      object.status.conditions?.some(
        ({ type, status }: Json) => type.endsWith('Remaining') && status === 'True',
      ),
    )
    assert.equal((await configMaps.get('stays-1')).metadata.deletionTimestamp, undefined)
    await pods.patch('held', [{ op: 'remove', path: '/metadata/finalizers' }], JSON_PATCH)
    await ends.until(({ type }) => type === 'DELETED')
    for (const stream of [watch, ends]) stream.stop()
  })

  it('many namespaces are deleted together', async () => {
    const names = Array.from({ length: 50 }, (_, index) => `many-${index}`)
    await Promise.all(names.map((name) => namespaces.create(namespace({ name, labels: { many: 'yes' } }))))
    const { metadata } = await namespaces.list()
    const watch = await namespaces.watch({ labelSelector: 'many', resourceVersion: metadata.resourceVersion })
    await Promise.all(names.map((name) => namespaces.delete(name)))
    const left = new Set(names)
    while (left.size > 0)
      left.delete((await watch.until(({ type }) => type === 'DELETED')).object.metadata.name)
    watch.stop()
    assert.deepEqual(await namespaces.names({ labelSelector: 'many' }), [])
  })
})
