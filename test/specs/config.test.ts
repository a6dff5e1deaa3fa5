import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Json } from '../support/client.js'
import { rejection, STRATEGIC } from './support/typed-client.js'
import { withTypedClients } from './support/typed-suite.js'

const configMap = (name: string, rest: Json = {}): Json => ({
  ...{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } },
  ...rest,
})
const secret = (name: string, rest: Json = {}): Json => ({
  ...{ apiVersion: 'v1', kind: 'Secret', metadata: { name } },
  ...rest,
})
const base64 = (text: string) => Buffer.from(text).toString('base64')

withTypedClients('ConfigMaps and Secrets', (client) => {
  const configMaps = client.resource('v1', 'configmaps')
  const secrets = client.resource('v1', 'secrets')

  it('an empty key is rejected', async () => {
    await rejection(configMaps.in('keys').create(configMap('a', { data: { '': 'value' } })), 422, /data\[\]/)
    await rejection(
      secrets.in('keys').create(secret('a', { data: { '': base64('value') } })),
      422,
      /data\[\]/,
    )
  })

  it('a ConfigMap is created, patched, listed by label in all namespaces, and deleted as a collection', async () => {
    const objects = configMaps.in('lifecycle')
    const labels = { 'test-configmap-static': 'true' }
    await objects.create(configMap('a', { metadata: { name: 'a', labels }, data: { valueName: 'value' } }))
    const patch = { metadata: { labels: { 'test-configmap': 'patched' } }, data: { valueName: 'value1' } }
    const patched = await objects.patch('a', patch, STRATEGIC)
    assert.deepEqual(patched.data, { valueName: 'value1' })
    assert.equal(patched.metadata.labels['test-configmap'], 'patched')
    const { items } = await configMaps.list({ labelSelector: 'test-configmap-static=true' })
    assert.deepEqual(
      items.map(({ metadata, data }: Json) => [metadata.namespace, data.valueName]),
      [['lifecycle', 'value1']],
    )
    await objects.deleteCollection({ labelSelector: 'test-configmap-static=true' })
    assert.deepEqual(await configMaps.names({ labelSelector: 'test-configmap-static=true' }), [])
  })

  it('a Secret is patched and listed', async () => {
    const objects = secrets.in('lifecycle')
    const labels = { 'testsecret-constant': 'true' }
    const created = await objects.create(
      secret('a', { metadata: { name: 'a', labels }, data: { key: base64('value') }, type: 'Opaque' }),
    )
    assert.equal(created.type, 'Opaque')
    const data = { key: base64('value1') }
    await objects.patch('a', { metadata: { labels: { testsecret: 'true' } }, data }, STRATEGIC)
    const { items } = await secrets.list({ labelSelector: 'testsecret-constant=true' })
    assert.deepEqual(items[0].data, data)
    assert.equal(items[0].metadata.labels.testsecret, 'true')
    await objects.deleteCollection({ labelSelector: 'testsecret=true' })
    assert.deepEqual(await secrets.names({ labelSelector: 'testsecret-constant=true' }), [])
  })

  it('stringData of a Secret is stored as data and not returned', async () => {
    const objects = secrets.in('text')
    const created = await objects.create(secret('a', { stringData: { key: 'plain' } }))
    assert.deepEqual(created.data, { key: base64('plain') })
    assert.equal(created.stringData, undefined)
  })

  it('immutable objects cannot change or become mutable', async () => {
    const immutable = [
      {
        objects: configMaps.in('immutable'),
        make: configMap,
        data: { key: 'value' },
        other: { key: 'other' },
      },
      {
        objects: secrets.in('immutable'),
        make: secret,
        data: { key: base64('value') },
        other: { key: base64('other') },
      },
    ]
    for (const { objects, make, data, other } of immutable) {
      await objects.create(make('a', { data }))
      await objects.change('a', (object) => {
        object.data = other
      })
      await objects.change('a', (object) => {
        object.immutable = true
      })
      const change = (set: (object: Json) => void) => rejection(objects.change('a', set), 422)
      await change((object) => {
        object.data = data
      })
      await change((object) => {
        object.immutable = false
      })
      await change((object) => {
        delete object.immutable
      })
      await objects.change('a', (object) => {
        object.metadata.labels = { still: 'allowed' }
      })
      await objects.delete('a')
    }
  })
})
