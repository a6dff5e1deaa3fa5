import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Json } from '../support/client.js'
import { sumOf } from '../support/metrics.js'
import { onEveryEngine } from '../support/server.js'

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'

const definition = (group: string): Json => ({
  metadata: { name: `hulks.${group}` },
  spec: {
    group,
    scope: 'Cluster',
    names: { plural: 'hulks', kind: 'Hulk' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
})

const hulk = (group: string, name: string): Json => ({
  apiVersion: `${group}/v1`,
  kind: 'Hulk',
  metadata: { name },
})

onEveryEngine('a deleted custom resource definition', (client) => {
  const pathOf = (group: string) => `/apis/${group}/v1/hulks`
  const define = async (group: string) => {
    const { status, body } = await client.post(DEFINITIONS, definition(group))
    assert.equal(status, 201, JSON.stringify(body))
  }
  const remove = async (group: string) => {
    const path = `${DEFINITIONS}/hulks.${group}`
    await client.delete(path)
    while ((await client.get(path)).status !== 404) await pause(10)
  }
  const seriesOf = async (text: string) =>
    (await client.get('/metrics')).text.split('\n').filter((line) => line.includes(text))

  it('removes its metrics, and no others', async () => {
    const [ones, twos] = ['one.example.com', 'two.example.com']
    const lists = async (group: string) =>
      sumOf((await client.get('/metrics')).text, 'apiserver_request_total', {
        verb: 'LIST',
        group,
        resource: 'hulks',
        code: '200',
      })
    for (const group of [ones, twos]) {
      await define(group)
      for (const path of [
        pathOf(group),
        `/apis/${group}`,
        `/apis/${group}/v1`,
        `/openapi/v3/apis/${group}/v1`,
      ]) {
        assert.equal((await client.get(path)).status, 200)
      }
    }
    for (const group of [ones, twos]) {
      assert.equal(await lists(group), 1)
    }
    // A changed definition keeps its kind.
    const change = { metadata: { labels: { a: 'b' } }, spec: { names: { shortNames: ['hk'] } } }
    await client.send('PATCH', `${DEFINITIONS}/hulks.${ones}`, change, {
      'content-type': 'application/merge-patch+json',
    })
    await client.get(pathOf(ones))
    assert.equal(await lists(ones), 2)
    await remove(ones)
    assert.deepEqual(await seriesOf(ones), [])
    for (const name of ['apiserver_request_duration_seconds', 'apiserver_response_sizes']) {
      assert.ok(
        (await seriesOf(`group="${twos}"`)).some((line) => line.startsWith(name)),
        name,
      )
    }
    assert.ok((await seriesOf(`apiserver_storage_objects{resource="hulks.${twos}"}`)).length > 0)
    assert.ok((await seriesOf(`/openapi/v3/apis/${twos}/v1"`)).length > 0)
    assert.ok((await seriesOf('"customresourcedefinitions"')).length > 0)
  })

  it('leaves its history to a later definition of the same name', async () => {
    const group = 'again.example.com'
    await define(group)
    const { body: list } = await client.get(pathOf(group))
    const since = list.metadata.resourceVersion
    assert.equal((await client.post(pathOf(group), hulk(group, 'a'))).status, 201)
    await remove(group)
    await define(group)
    assert.equal((await client.post(pathOf(group), hulk(group, 'b'))).status, 201)
    // No event in between is missing.
    const events = await client.watch(`${pathOf(group)}?watch=1&resourceVersion=${since}`, 3)
    assert.deepEqual(
      events.map(({ type, object }) => `${type} ${object.metadata.name}`),
      ['ADDED a', 'DELETED a', 'ADDED b'],
    )
    const { items } = (await client.get(pathOf(group))).body
    assert.deepEqual(
      items.map(({ metadata }: Json) => metadata.name),
      ['b'],
    )
  })
})
