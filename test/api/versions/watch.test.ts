import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Client, Json } from '#test/support/client.js'
import { onEveryEngine } from '#test/support/server.js'
import { DAEMONSET_VERSIONS, otherVersion, patch } from './daemonset-versions.js'

onEveryEngine('watches of daemon sets in two versions', (client) => {
  for (const version of DAEMONSET_VERSIONS) {
    const { apiVersion, group, path, make } = version
    const other = otherVersion(version)
    const name = `watched-${group}`
    const only = `watch=true&fieldSelector=metadata.name%3D${name}`

    it(`writes in ${apiVersion} are delivered in the other version, with the same history`, async () => {
      const start = await revisionOf(client, path)
      const live = client.watch(`${other.path}?${only}&resourceVersion=${start}`, 4)
      await changeOften(client, path, name, make)
      const events = await live
      assert.deepEqual(summary(events), ['ADDED', 'MODIFIED', 'MODIFIED', 'DELETED'])
      for (const { object } of events) assert.equal(object.apiVersion, other.apiVersion)
      assert.equal(new Set(events.map(({ object }) => object.metadata.uid)).size, 1)
      assert.equal(events[1].object.metadata.labels.turn, 'one')
      assert.equal(events[2].object.status.numberReady, 7)

      const again = `${only}&resourceVersion=${start}`
      assert.deepEqual(await client.watch(`${other.path}?${again}`, 4), events)
      const own = await client.watch(`${path}?${again}`, 4)
      assert.deepEqual(versions(own), versions(events))
      assert.deepEqual(summary(own), summary(events))
      for (const { object } of own) assert.equal(object.apiVersion, apiVersion)
    })

    it(`a watch of ${apiVersion} starts from a resource version of the other API version`, async () => {
      const { body } = await client.post(other.path, other.make(name))
      const { resourceVersion } = body.metadata
      const change = { metadata: { labels: { later: 'yes' } } }
      const changed = await patch(client, `${other.path}/${name}`, 'merge', change)
      const [event] = await client.watch(`${path}?${only}&resourceVersion=${resourceVersion}`, 1)
      assert.equal(event.type, 'MODIFIED')
      assert.equal(event.object.apiVersion, apiVersion)
      assert.equal(event.object.metadata.resourceVersion, changed.metadata.resourceVersion)
      await client.delete(`${path}/${name}`, { propagationPolicy: 'Background' })
    })

    it(`initial events and bookmarks of ${apiVersion} have that version`, async () => {
      await client.post(other.path, other.make(name))
      const options = 'sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true'
      const events = await client.watch(`${path}?${only}&${options}`, 2)
      assert.deepEqual(summary(events), ['ADDED', 'BOOKMARK'])
      assert.deepEqual(events[0].object, (await client.get(`${path}/${name}`)).body)
      assert.equal(events[1].object.kind, 'DaemonSet')
      assert.equal(events[1].object.apiVersion, apiVersion)
      assert.equal(events[1].object.metadata.annotations['k8s.io/initial-events-end'], 'true')
      await client.delete(`${path}/${name}`, { propagationPolicy: 'Background' })
    })

    it(`watch paths, tables and metadata also deliver it in ${apiVersion}`, async () => {
      await client.post(other.path, other.make(name))
      const watched = path.replace('/namespaces/', '/watch/namespaces/')
      const [event] = await client.watch(`${watched}/${name}`, 1)
      assert.equal(event.object.apiVersion, apiVersion)
      const { metadata } = (await client.get(`${path}/${name}`)).body
      const as = (shape: string) => ({ accept: `application/json;as=${shape};v=v1;g=meta.k8s.io` })
      const shown = async (shape: string) => (await client.watch(`${path}?${only}`, 1, as(shape)))[0].object
      assert.deepEqual((await shown('PartialObjectMetadata')).metadata, metadata)
      // Tables omit managed fields.
      const { managedFields: _, ...inTable } = metadata
      assert.deepEqual((await shown('Table')).rows[0].object.metadata, inTable)
      await client.delete(`${path}/${name}`, { propagationPolicy: 'Background' })
    })
  }
})

/** Creates, updates, updates the status of, and deletes an object. */
async function changeOften(client: Client, path: string, name: string, make: (name: string) => Json) {
  await client.post(path, make(name))
  await patch(client, `${path}/${name}`, 'merge', { metadata: { labels: { turn: 'one' } } })
  await patch(client, `${path}/${name}/status`, 'merge', { status: { numberReady: 7 } })
  await client.delete(`${path}/${name}`, { propagationPolicy: 'Background' })
}

const revisionOf = async (client: Client, path: string): Promise<string> =>
  (await client.get(path)).body.metadata.resourceVersion

const summary = (events: readonly Json[]) => events.map(({ type }) => type)
const versions = (events: readonly Json[]) => events.map(({ object }) => object.metadata.resourceVersion)
