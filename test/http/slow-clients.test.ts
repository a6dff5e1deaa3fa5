import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { defaultLimits } from '#http/limits/listener-limits.js'
import { defaultConfig } from '#server/config.js'
import { type RunningServer, startServer } from '#server/server.js'
import { openStorage } from '#server/storage.js'
import { Client } from '../support/client.js'
import { openWatches } from '../support/metrics.js'
import { INGRESSES, ingress } from '../support/objects.js'
import { RawClient, requestText } from '../support/raw-client.js'

const OBJECTS = 1500
const FILLER = 'x'.repeat(10_000)
const MIB = 1024 * 1024
const METADATA = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io'
/**
 * One list as metadata takes about 16 MB, and two of them more than half of the budget, so they are sent one by one. A list
 * waits until all slow clients before it are disconnected, which takes long on a loaded machine.
 */
const LIMITS = {
  ...defaultLimits,
  maxUnsentBytes: 48 * MIB,
  memoryTimeoutMs: 600_000,
  inspectionMs: 20,
  sendTimeoutMs: 1500,
}

describe('clients that do not read', () => {
  let server: RunningServer
  let client: Client
  let raw: RawClient
  before(async () => {
    const config = { ...defaultConfig, port: 0, storage: 'memory', logLevel: 'silent' } as const
    server = await startServer(config, openStorage, LIMITS)
    client = new Client(server.url)
    raw = new RawClient(server.url)
    let next = 0
    const create = async () => {
      while (next < OBJECTS) {
        const body = ingress(`i${next++}`)
        body.metadata.annotations = { filler: FILLER }
        await client.post(INGRESSES, body)
      }
    }
    await Promise.all(Array.from({ length: 16 }, create))
  })
  after(() => server.close())

  const watches = async () => openWatches((await client.get('/metrics')).text)
  const metric = async (name: string) =>
    Number(new RegExp(`^${name} (\\d+)$`, 'm').exec((await client.get('/metrics')).text)?.[1])
  const until = async (isTrue: () => Promise<boolean>) => {
    for (let turn = 0; turn < 500 && !(await isTrue()); turn++)
      await new Promise((resolve) => setTimeout(resolve, 20))
    assert.ok(await isTrue(), 'the condition never became true')
  }

  it('use little memory for lists, however many they request, and are disconnected', async () => {
    const list = requestText(`GET ${INGRESSES} HTTP/1.1`)
    const cut = 'binnacle_connections_cut_off_total\\{reason="timeout"\\}'
    const before = await metric(cut)
    const sockets = await Promise.all(Array.from({ length: 30 }, () => raw.open(list.repeat(20))))
    await until(async () => (await metric('binnacle_unsent_bytes')) > 0)
    assert.ok((await metric('binnacle_unsent_bytes')) < 30 * MIB)
    await until(async () => (await metric(cut)) === before + 30)
    await until(async () => (await metric('binnacle_unsent_bytes')) === 0)
    for (const socket of sockets) socket.destroy()
  })

  it('make other clients wait for lists as metadata until they are disconnected', async () => {
    const request = requestText(`GET ${INGRESSES} HTTP/1.1`, `Accept: ${METADATA}`)
    const sockets = await Promise.all(Array.from({ length: 3 }, () => raw.open(request)))
    await until(async () => (await metric('binnacle_unsent_bytes')) > 4 * MIB)
    const other = await client.get(INGRESSES, { accept: METADATA })
    assert.equal(other.status, 200)
    assert.equal(other.body.items.length, OBJECTS)
    for (const socket of sockets) socket.destroy()
  })

  it('share the memory of watch events, also by HTTP/1.0, and are disconnected if it is too much', async () => {
    const watch = (version: string) =>
      requestText(`GET ${INGRESSES}?watch=true&fieldSelector=metadata.name%3Di1 HTTP/${version}`)
    const sockets = await Promise.all(
      Array.from({ length: 40 }, (_, index) => raw.open(watch(index % 2 === 0 ? '1.0' : '1.1'))),
    )
    await until(async () => (await watches()) === 40)
    const annotation = 'y'.repeat(200_000)
    let most = 0
    for (let turn = 0; turn < 110; turn++) {
      await client.send(
        'PATCH',
        `${INGRESSES}/i1`,
        { metadata: { annotations: { filler: `${turn}${annotation}` } } },
        { 'content-type': 'application/merge-patch+json' },
      )
      if (turn % 10 === 0) most = Math.max(most, await metric('binnacle_unsent_bytes'))
    }
    // 40 clients with 26 MB of events each would need a gigabyte.
    assert.ok(most > 0 && most < 60 * MIB, `${most}`)
    await until(async () => (await watches()) === 0)
    await until(async () => (await metric('binnacle_unsent_bytes')) === 0)
    for (const socket of sockets) socket.destroy()
  })
})
