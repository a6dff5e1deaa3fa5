import assert from 'node:assert/strict'
import { it } from 'node:test'
import { parse } from 'yaml'
import type { Json } from '#test/support/client.js'
import { onEveryEngine } from '#test/support/server.js'
import { assertSame, DAEMONSET_VERSIONS, otherVersion } from './daemonset-versions.js'

const TABLE = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' }
const METADATA = { accept: 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io' }
const METADATA_LIST = { accept: 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io' }
const YAML = { accept: 'application/yaml' }

onEveryEngine('lists and formats of a daemon set in two versions', (client) => {
  for (const version of DAEMONSET_VERSIONS) {
    const { group, path, apiVersion, make } = version
    const named = (name: string) => `${name}-${group}`
    const other = otherVersion(version)

    it(`written in ${apiVersion}, it is selected by labels and fields, and deleted with a collection, in the other version`, async () => {
      for (const name of ['one', 'two', 'three']) {
        const body = make(`chosen-${name}`)
        body.metadata.labels = { chosen: name === 'three' ? 'no' : 'yes' }
        await client.post(path, body)
      }
      const names = async (at: string) =>
        (await client.get(at)).body.items.map(({ metadata }: Json) => metadata.name)
      const chosen = 'labelSelector=chosen%3Dyes'
      assert.deepEqual(await names(`${other.path}?${chosen}`), ['chosen-one', 'chosen-two'])
      const byName = 'fieldSelector=metadata.name%3Dchosen-three'
      assert.deepEqual(await names(`${other.path}?${byName}`), ['chosen-three'])
      const gone = await client.delete(`${other.path}?${chosen}`, { propagationPolicy: 'Background' })
      assert.equal(gone.status, 200)
      assert.deepEqual(await names(`${path}?labelSelector=chosen`), ['chosen-three'])
      await client.delete(`${path}/chosen-three`, { propagationPolicy: 'Background' })
    })

    it(`written in ${apiVersion}, it is listed in the other version with the same resource version`, async () => {
      await client.post(path, make(named('listed')))
      const [list, same] = [(await client.get(path)).body, (await client.get(other.path)).body]
      assert.equal(list.metadata.resourceVersion, same.metadata.resourceVersion)
      assert.equal(same.kind, 'DaemonSetList')
      assert.equal(same.apiVersion, other.apiVersion)
      assert.equal(list.items.length, same.items.length)
      for (const [index, item] of same.items.entries()) {
        assert.equal('apiVersion' in item || 'kind' in item, false)
        assertSame(item, list.items[index])
        const {
          kind: _,
          apiVersion: __,
          ...object
        } = (await client.get(`${other.path}/${item.metadata.name}`)).body
        assert.deepEqual(item, object)
      }
      // The third and fourth responses come from the cache.
      for (let turn = 0; turn < 4; turn++) {
        assert.deepEqual((await client.get(other.path)).body.items, same.items)
        assert.deepEqual((await client.get(path)).body.items, list.items)
      }
    })

    it(`written in ${apiVersion}, its continue token is invalid in the other version`, async () => {
      await client.post(path, make(named('chunk-1')))
      await client.post(path, make(named('chunk-2')))
      const token = (await client.get(`${path}?limit=1`)).body.metadata.continue
      assert.equal((await client.get(`${path}?limit=1&continue=${token}`)).status, 200)
      const { status, body } = await client.get(`${other.path}?limit=1&continue=${token}`)
      assert.equal(status, 400)
      assert.match(body.message, /^invalid continue token: continue key is not valid/)
    })

    it(`written in ${apiVersion}, it has the same content in YAML, indented and compact JSON of the other version`, async () => {
      const body = make(named('formatted'))
      body.metadata.annotations = { zone: 'z', area: 'a' }
      await client.post(path, body)
      const plain = make(named('plain'))
      // Properties before and after those that a conversion adds.
      plain.metadata.finalizers = ['example.com/hold']
      await client.post(path, plain)
      for (const at of [
        `${other.path}/${named('formatted')}`,
        `${other.path}/${named('plain')}`,
        `${other.path}?labelSelector=app%3Dweb`,
      ]) {
        const compact = await client.get(at)
        assert.deepEqual(parse((await client.get(at, YAML)).text), compact.body)
        const pretty = at.includes('?') ? `${at}&pretty=true` : `${at}?pretty=true`
        assert.equal((await client.get(pretty)).text, `${JSON.stringify(compact.body, null, 2)}\n`)
      }
      const written = await client.put(
        `${other.path}/${named('formatted')}`,
        (await client.get(`${other.path}/${named('formatted')}`, YAML)).text,
        { 'content-type': 'application/yaml', ...YAML },
      )
      assert.equal(written.status, 200)
      assert.equal(parse(written.text).apiVersion, other.apiVersion)
    })

    it(`written in ${apiVersion}, it is served as a table row and as metadata in the other version`, async () => {
      const { body: created } = await client.post(path, make(named('row')))
      const one = `${other.path}/${named('row')}`
      const some = `${other.path}?fieldSelector=metadata.name%3D${named('row')}`
      const { metadata, ...rest } = (await client.get(one)).body
      const { managedFields: _, ...shown } = metadata
      for (const at of [one, some]) {
        const table = (await client.get(at, TABLE)).body
        assert.equal(table.columnDefinitions[1].name, 'Desired')
        assert.equal(table.rows[0].cells[0], named('row'))
        assert.deepEqual(table.rows[0].object.metadata, shown)
        const glue = at.includes('?') ? '&' : '?'
        const whole = (await client.get(`${at}${glue}includeObject=Object`, TABLE)).body
        assert.deepEqual(whole.rows[0].object, { ...rest, metadata: shown })
      }
      assert.deepEqual((await client.get(one, METADATA)).body.metadata, metadata)
      assert.deepEqual((await client.get(some, METADATA_LIST)).body.items[0].metadata, metadata)
      assert.equal(metadata.uid, created.metadata.uid)
    })
  }
})
