import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Json } from '../support/client.js'
import { EXAMPLES, type Example, exampleObject } from './support/examples.js'
import { type ResourceClient, rejection, type TypedClient } from './support/typed-client.js'
import { withTypedClients } from './support/typed-suite.js'

/** All operations of clients on objects of any kind, in the usual order. */

const NAMESPACE = 'operations'

/** Kinds whose status update changes only the status. */
const STATUS_ALONE = new Set([
  'VolumeAttachment',
  'ServiceCIDR',
  'ValidatingAdmissionPolicy',
  'APIService',
  'FlowSchema',
  'PriorityLevelConfiguration',
])

withTypedClients('the operations of every kind', (client) => {
  for (const example of EXAMPLES) {
    const { apiVersion, kind, plural } = example
    it(`${kind} of ${apiVersion}: is discovered, written, watched, updated in its status and deleted`, async () => {
      await findsInDiscovery(client, example)
      const everywhere = client.resource(apiVersion, plural)
      const objects = example.namespaced ? everywhere.in(NAMESPACE) : everywhere
      const labels = { 'special-label': plural }
      const selected = { labelSelector: `special-label=${plural}` }
      const make = (index: number) => exampleObject(example, 'object', index, { labels })

      const created = await objects.create(make(0))
      assert.ok(created.metadata.uid)
      await rejection(objects.create(make(0)), 409, /already exists/)
      await objects.create(make(1))
      await objects.create(make(2))
      const names = [0, 1, 2].map((index) => make(index).metadata.name)
      assert.deepEqual(await objects.get(names[0]), created)
      assert.deepEqual((await objects.names(selected)).sort(), names)

      const all = await everywhere.list(selected)
      assert.equal(all.kind, `${kind}List`)
      assert.equal(all.items.length, 3)
      const watch = await everywhere.watch({ ...selected, resourceVersion: all.metadata.resourceVersion })
      await changes(objects, created)
      const seen = await watch.take(2)
      assert.deepEqual(
        seen.map(({ type, object }) => [type, object.metadata.name]),
        [
          ['MODIFIED', names[0]],
          ['MODIFIED', names[0]],
        ],
      )
      assert.deepEqual(seen[1]?.object, await objects.get(names[0]))
      if (example.status !== undefined) await reports(objects, names[0], example.status)

      await objects.delete(names[0])
      if (example.hasNoDeleteCollection) for (const name of names.slice(1)) await objects.delete(name)
      else await objects.deleteCollection(selected)
      await watch.until(({ type, object }) => type === 'DELETED' && object.metadata.name === names[2])
      watch.stop()
      await rejection(objects.get(names[0]), 404, /not found/)
      assert.deepEqual(await objects.names(selected), [])
    })
  }
})

async function findsInDiscovery(client: TypedClient, { apiVersion, plural, kind, namespaced }: Example) {
  const path = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`
  const { object } = await client.send('GET', path, {}, undefined, 'application/json')
  const found = object.resources.find(({ name }: Json) => name === plural)
  assert.equal(found?.kind, kind)
  assert.equal(found.namespaced, namespaced)
  if (!apiVersion.includes('/')) return
  const groups = (await client.send('GET', '/apis', {}, undefined, 'application/json')).object.groups
  const [group] = apiVersion.split('/')
  const { versions } = groups.find(({ name }: Json) => name === group)
  assert.ok(versions.some(({ groupVersion }: Json) => groupVersion === apiVersion))
}

/** A patch and an update of the metadata. */
async function changes(objects: ResourceClient, { metadata }: Json) {
  const { name, uid } = metadata
  const patched = await objects.patch(name, { metadata: { annotations: { patched: 'true' } } })
  assert.equal(patched.metadata.annotations.patched, 'true')
  assert.equal(patched.metadata.uid, uid)
  const updated = await objects.change(name, (object) => {
    object.metadata.annotations.updated = 'true'
  })
  assert.equal(updated.metadata.annotations.patched, 'true')
  assert.equal(updated.metadata.annotations.updated, 'true')
}

/** A patch, an update and a read of the status. */
async function reports(objects: ResourceClient, name: string, status: Json) {
  const before = await objects.get(name)
  const patched = await objects.patchStatus(name, {
    metadata: { annotations: { patchedstatus: 'true' } },
    status,
  })
  const expected = STATUS_ALONE.has(patched.kind) ? undefined : 'true'
  assert.equal(patched.metadata.annotations.patchedstatus, expected)
  for (const [member, value] of Object.entries(status)) {
    assert.deepEqual(withoutZeros(patched.status[member] ?? 0), withoutZeros(value), member)
  }
  assert.deepEqual(patched.spec, before.spec)
  const emptied = await objects.patchStatus(name, { status: null })
  const updated = await objects.updateStatus({ ...emptied, status })
  // The server adds the time of a phase; the reported fields are the same.
  for (const member of Object.keys(status)) assert.deepEqual(updated.status[member], patched.status[member])
  assert.deepEqual((await objects.get(name, 'status')).status, updated.status)
}

/** Removes zero values, which protobuf omits. */
function withoutZeros(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutZeros)
  if (typeof value !== 'object' || value === null) return value
  const properties = Object.entries(value).filter(([, member]) => Boolean(member))
  return Object.fromEntries(properties.map(([name, member]) => [name, withoutZeros(member)]))
}
