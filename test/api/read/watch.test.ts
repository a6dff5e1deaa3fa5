import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { Client } from '#test/support/client.js'
import { INGRESSES, ingress } from '#test/support/objects.js'
import { watchEvents } from '#test/support/stream.js'
import { startTestServer } from '#testing.js'

describe('lists and watches', async () => {
  const server = await startTestServer()
  after(() => server.close())
  const client = new Client(server.url)
  const labelled = (name: string, tier: string) => {
    const body = ingress(name)
    body.metadata.labels = { tier }
    return body
  }

  it('the chunks of a list show one snapshot, whatever is written in between', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await client.post(INGRESSES, labelled(name, 'front'))
    const first = await client.get(`${INGRESSES}?limit=2`)
    await client.delete(`${INGRESSES}/c`)
    await client.post(INGRESSES, labelled('c2', 'front'))
    await client.put(`${INGRESSES}/d`, labelled('d', 'back'))
    const rest = await client.get(`${INGRESSES}?limit=10&continue=${first.body.metadata.continue}`)
    const items = [...first.body.items, ...rest.body.items]
    assert.deepEqual(
      items.map(({ metadata }) => metadata.name),
      ['a', 'b', 'c', 'd'],
    )
    assert.equal(items[3].metadata.labels.tier, 'front')
    assert.equal(rest.body.metadata.resourceVersion, first.body.metadata.resourceVersion)
  })

  it('the first chunk of an unfiltered list has the remaining item count', async () => {
    const everything = await client.get('/apis/extensions/v1beta1/ingresses')
    const { body } = await client.get('/apis/extensions/v1beta1/ingresses?limit=1')
    assert.equal(body.metadata.remainingItemCount, everything.body.items.length - 1)
  })

  it('a continue token cannot be changed or used for another list', async () => {
    const { body } = await client.get(`${INGRESSES}?limit=1`)
    const token: string = body.metadata.continue
    const changed = token.slice(0, -2) + (token.endsWith('A') ? 'B' : 'A') + token.slice(-1)
    for (const path of [
      `${INGRESSES}?limit=1&continue=${changed}`,
      `${INGRESSES}?limit=1&continue=nonsense`,
      `${INGRESSES}?limit=1&labelSelector=tier%3Dfront&continue=${token}`,
      `/apis/extensions/v1beta1/ingresses?limit=1&continue=${token}`,
      `/apis/extensions/v1beta1/namespaces/test/deployments?limit=1&continue=${token}`,
    ]) {
      assert.equal((await client.get(path)).status, 400, path)
    }
  })

  it('initial events end with a bookmark that says so', async () => {
    const query =
      'watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true'
    const events = await watchEvents(`${server.url}${INGRESSES}?${query}`, 5)
    assert.deepEqual(
      events.map(({ type }) => type),
      ['ADDED', 'ADDED', 'ADDED', 'ADDED', 'BOOKMARK'],
    )
    assert.equal(events[4].object.metadata.annotations['k8s.io/initial-events-end'], 'true')
  })

  it('a client that reads too slowly is disconnected, and others are not delayed', async () => {
    const big = (turn: number) => {
      const body = ingress('big')
      body.metadata.annotations = { filler: `${turn}${'x'.repeat(200_000)}` }
      return body
    }
    await client.post(INGRESSES, big(0))
    const { body } = await client.get(`${INGRESSES}/big`)
    const url = `${server.url}${INGRESSES}?watch=true&resourceVersion=${body.metadata.resourceVersion}`
    const slow = await fetch(url)
    const quick = watchEvents(url, 150)
    for (let turn = 1; turn <= 150; turn++) await client.put(`${INGRESSES}/big`, big(turn))
    assert.equal((await quick).length, 150)
    const metrics = await client.get('/metrics', { accept: '*/*' })
    assert.match(metrics.text, /^apiserver_terminated_watchers_total\{resource="ingresses\.extensions"\} 1$/m)
    await slow.body?.cancel().catch(() => undefined)
  })

  it('the timeout of a watch may be longer than any timer', async () => {
    const events = watchEvents(`${server.url}${INGRESSES}?watch=true&timeoutSeconds=99999999999`, 6)
    await client.post(INGRESSES, ingress('later'))
    assert.equal((await events).length, 6)
  })

  it('a watch ends when the server stops', async () => {
    const own = await startTestServer()
    const events = watchEvents(`${own.url}${INGRESSES}?watch=true`)
    await new Client(own.url).post(INGRESSES, ingress('last'))
    await own.close()
    assert.deepEqual(
      (await events).map(({ type }) => type),
      ['ADDED'],
    )
  })
})
