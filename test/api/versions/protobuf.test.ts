import assert from 'node:assert/strict'
import { it } from 'node:test'
import { messageIn, readEnvelope } from '#codec/protobuf/envelope.js'
import { decodeObject, encodeObject } from '#codec/protobuf/object.js'
import { Reader } from '#codec/protobuf/reader.js'
import { FRAME_LENGTH_SIZE } from '#codec/protobuf/watch-frame.js'
import { listOf } from '#discovery/openapi/wire-types.js'
import { daemonSet } from '#kinds/apps/daemonset/index.js'
import { apiVersionOf } from '#meta/resource.js'
import type { ServedVersion } from '#registry/kind.js'
import { decoderOf } from '#schema/decode.js'
import type { Client, Json } from '#test/support/client.js'
import { onEveryEngine } from '#test/support/server.js'
import { DAEMONSET_VERSIONS, type DaemonSetVersion, otherVersion, patch } from './daemonset-versions.js'

const PROTOBUF = 'application/vnd.kubernetes.protobuf'
const IN = { 'content-type': PROTOBUF }
const OUT = { accept: PROTOBUF }

onEveryEngine('daemon sets of two versions in protobuf', (client) => {
  for (const version of DAEMONSET_VERSIONS) {
    const { apiVersion, group, path } = version
    const other = otherVersion(version)
    const named = (name: string) => `${name}-${group}`

    it(`one created in ${apiVersion} is read, replaced and listed in the other version`, async () => {
      const name = named('object')
      const body = version.make(name)
      body.metadata.labels = { in: 'protobuf' }
      const created = await client.post(path, encode(version, body), { ...IN, ...OUT })
      assert.equal(created.status, 201, created.text)
      assert.equal(readEnvelope(created.bytes).apiVersion, apiVersion)

      const read = await client.get(`${other.path}/${name}`, OUT)
      assert.equal(readEnvelope(read.bytes).apiVersion, other.apiVersion)
      const object = decode(other, read.bytes)
      const json = (await client.get(`${other.path}/${name}`)).body
      assert.deepEqual(object, json)

      object.metadata.labels = { in: 'both' }
      const replaced = await client.put(`${other.path}/${name}`, encode(other, object), { ...IN, ...OUT })
      assert.equal(replaced.status, 200, replaced.text)
      assert.deepEqual((await client.get(`${path}/${name}`)).body.metadata.labels, { in: 'both' })

      const at = `${other.path}?labelSelector=in%3Dboth&fieldSelector=metadata.name%3D${name}`
      const list = await client.get(at, OUT)
      assert.deepEqual(decodeList(other, list.bytes), (await client.get(at)).body)
      await client.delete(`${path}/${name}`, { propagationPolicy: 'Background' })
    })

    it(`the status of one created in ${apiVersion} is updated in the other version`, async () => {
      const name = named('status')
      await client.post(path, version.make(name))
      const body = (await client.get(`${other.path}/${name}`)).body
      body.status.numberReady = 4
      const reported = await client.put(`${other.path}/${name}/status`, encode(other, body), {
        ...IN,
        ...OUT,
      })
      assert.equal(decode(other, reported.bytes).status.numberReady, 4)
      assert.equal((await client.get(`${path}/${name}`)).body.status.numberReady, 4)
    })

    it(`a body of ${apiVersion} is rejected by the other version`, async () => {
      const foreign = encode(version, version.make(named('foreign')))
      const { status, body } = await client.post(other.path, foreign, IN)
      assert.equal(status, 400)
      assert.match(body.message, new RegExp(`${apiVersion}.*${other.apiVersion}`))
    })

    it(`one created in ${apiVersion} is watched in the other version`, async () => {
      const name = named('watched')
      const { body } = await client.post(path, version.make(name))
      const change = { metadata: { labels: { changed: 'yes' } } }
      await patch(client, `${path}/${name}`, 'merge', change)
      const from = Number(body.metadata.resourceVersion)
      const query = `watch=true&fieldSelector=metadata.name%3D${name}`
      const [modified] = await frames(client, `${other.path}?${query}&resourceVersion=${from}`, 1)
      assert.equal(modified?.type, 'MODIFIED')
      assert.deepEqual(
        decode(other, modified?.object as Buffer),
        (await client.get(`${other.path}/${name}`)).body,
      )
      const initial = 'sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true'
      const [added, bookmark] = await frames(client, `${other.path}?${query}&${initial}`, 2)
      assert.deepEqual(added?.object, modified?.object)
      assert.equal(bookmark?.type, 'BOOKMARK')
      const { apiVersion: marked, kind } = readEnvelope(bookmark?.object as Buffer)
      assert.deepEqual([marked, kind], [other.apiVersion, 'DaemonSet'])
    })

    it(`the metadata of one created in ${apiVersion} has the requested version`, async () => {
      const name = named('metadata')
      await client.post(path, version.make(name))
      const accept = `${PROTOBUF};as=PartialObjectMetadata;v=v1;g=meta.k8s.io`
      const links = await Promise.all(
        [path, other.path].map(async (at) => (await client.get(`${at}/${name}`, { accept })).bytes),
      )
      for (const [index, at] of [path, other.path].entries()) {
        const hasLink = messageIn(links[index] as Buffer).includes(`${at}/${name}`)
        assert.equal(hasLink, at.includes('extensions'))
      }
    })
  }
})

function servedIn({ apiVersion }: DaemonSetVersion): ServedVersion {
  return daemonSet.versions.find((version) => apiVersionOf(version) === apiVersion) as ServedVersion
}

function encode(version: DaemonSetVersion, object: Json): Buffer {
  return encodeObject(servedIn(version).schema, version.apiVersion, 'DaemonSet', object)
}

/** A protobuf message as JSON. */
function decode(version: DaemonSetVersion, bytes: Buffer): Json {
  const { schema, decode } = servedIn(version)
  return plain(decode(decodeObject(bytes, { schema, apiVersion: version.apiVersion, kind: 'DaemonSet' })))
}

/** List items have no kind. */
function decodeList(version: DaemonSetVersion, bytes: Buffer): Json {
  const schema = listOf(servedIn(version))
  const expected = { schema, apiVersion: version.apiVersion, kind: 'DaemonSetList' }
  return plain(decoderOf(schema)(decodeObject(bytes, expected)) as object)
}

const plain = (value: object): Json => JSON.parse(JSON.stringify(value))

interface Frame {
  readonly type: string
  /** In its envelope. */
  readonly object: Buffer
}

/** The first frames of a stream. */
async function frames(client: Client, path: string, count: number): Promise<Frame[]> {
  const response = await client.open(path, { accept: `${PROTOBUF};stream=watch` })
  assert.equal(response.status, 200)
  const found: Frame[] = []
  let bytes = Buffer.alloc(0)
  for await (const chunk of response.body as ReadableStream<Uint8Array>) {
    bytes = Buffer.concat([bytes, chunk])
    while (bytes.length >= FRAME_LENGTH_SIZE && bytes.length >= frameEnd(bytes) && found.length < count) {
      found.push(readFrame(bytes.subarray(FRAME_LENGTH_SIZE, frameEnd(bytes))))
      bytes = bytes.subarray(frameEnd(bytes))
    }
    if (found.length === count) break
  }
  return found
}

const frameEnd = (bytes: Buffer) => FRAME_LENGTH_SIZE + bytes.readUInt32BE()

/** A watch event: its type, and the object in its own envelope. */
function readFrame(event: Buffer): Frame {
  const reader = new Reader(event)
  reader.tag()
  const type = reader.text()
  reader.tag()
  reader.chunk()
  reader.tag()
  reader.chunk()
  return { type, object: event.subarray(reader.at) }
}
