import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { dropAfter, fail, startTestServer } from '#testing.js'
import { Client, type Json } from '../support/client.js'

const CONFIG_MAPS = '/api/v1/namespaces/test/configmaps'
const configMap = (name: string, data = {}) => ({ metadata: { name }, data })

async function started(t: TestContext, options = {}) {
  const server = await startTestServer(options)
  t.after(() => server.close())
  return { server, client: new Client(server.url), requests: server.requests }
}

describe('the journal', () => {
  it('holds who sent what, the response, and how long it took', async (t) => {
    const { client, requests } = await started(t)
    await client.post(`${CONFIG_MAPS}?fieldManager=me`, configMap('a', { key: 'value' }), {
      'user-agent': 'my-operator/1',
    })
    const [entry, ...others] = requests.filter({ verb: 'create' })
    assert.ok(entry)
    assert.deepEqual(others, [])
    assert.deepEqual(
      [entry.user, entry.group, entry.version, entry.resource, entry.kind, entry.namespace, entry.name],
      ['system:anonymous', '', 'v1', 'configmaps', 'ConfigMap', 'test', 'a'],
    )
    assert.deepEqual(
      [entry.method, entry.path, entry.query, entry.userAgent, entry.code],
      ['POST', CONFIG_MAPS, 'fieldManager=me', 'my-operator/1', 201],
    )
    assert.deepEqual(entry.requestBody, configMap('a', { key: 'value' }))
    const body = entry.responseBody as Json
    assert.equal(body.kind, 'ConfigMap')
    assert.match(body.metadata.uid, /-/)
    assert.ok(entry.startedAt instanceof Date)
    assert.ok((entry.duration ?? -1) > 0)
  })

  it('holds rejected requests: without a right, without a route, and with a broken body', async (t) => {
    const { server, requests } = await started(t, { users: { ann: [] } })
    await server.as('ann')(CONFIG_MAPS)
    await server.as('nobody')(CONFIG_MAPS)
    await server.as('ann')('/apis/no.such/v1/things/one')
    assert.deepEqual(
      requests.entries.map(({ user, verb, resource, name, code }) => [user, verb, resource, name, code]),
      [
        ['ann', 'list', 'configmaps', undefined, 403],
        ['system:anonymous', 'list', 'configmaps', undefined, 401],
        ['ann', 'get', 'things', 'one', 403],
      ],
    )
    const { client, requests: open } = await started(t)
    await client.send('POST', CONFIG_MAPS, '{"metadata": ', { 'content-type': 'application/json' })
    assert.deepEqual([open.entries[0]?.code, open.entries[0]?.requestBody], [400, '{"metadata": '])
  })

  it('counts the events of a watch, also while it is open', async (t) => {
    const { server, client, requests } = await started(t)
    for (const name of ['a', 'b']) await client.post(CONFIG_MAPS, configMap(name))
    const abort = new AbortController()
    const response = await fetch(`${server.url}${CONFIG_MAPS}?watch=1`, { signal: abort.signal })
    await response.body?.getReader().read()
    const [watch] = requests.filter({ verb: 'watch' })
    assert.deepEqual([watch?.events, watch?.code, watch?.duration], [2, 200, undefined])
    abort.abort()
  })

  it('knows the bodies of lists, compressed responses and generated names', async (t) => {
    const { client, requests } = await started(t)
    for (const name of ['a', 'b'])
      await client.post(CONFIG_MAPS, configMap(name, { key: 'x'.repeat(100_000) }))
    await client.post(CONFIG_MAPS, { metadata: { generateName: 'made-' } })
    await client.get(CONFIG_MAPS, { 'accept-encoding': 'gzip' })
    const [list] = requests.filter({ verb: 'list' })
    assert.equal(list?.responseHeaders['content-encoding'], 'gzip')
    const body = list?.responseBody as Json
    assert.equal(body.items.length, 3)
    assert.match(requests.filter({ verb: 'create' })[2]?.name ?? '', /^made-./)
  })

  it('bounds each body', async (t) => {
    const { client, requests } = await started(t)
    const value = 'x'.repeat(400_000)
    for (const name of ['a', 'b', 'c']) await client.post(CONFIG_MAPS, configMap(name, { value }))
    const { bytes } = await client.get(CONFIG_MAPS, { 'accept-encoding': 'identity' })
    const [list] = requests.filter({ verb: 'list' })
    assert.ok(bytes.length > 1024 * 1024)
    assert.equal(list?.responseBody, bytes.subarray(0, 1024 * 1024).toString())
  })

  it('says which fault rules acted, and that a dropped response has no code', async (t) => {
    const { server, client, requests } = await started(t)
    server.faults.add({ verb: 'list', times: 1 }, fail(409))
    server.faults.add({ verb: 'create' }, dropAfter())
    await client.get(CONFIG_MAPS)
    await assert.rejects(client.post(CONFIG_MAPS, configMap('a')))
    await client.get(CONFIG_MAPS)
    assert.deepEqual(
      requests.entries.map(({ verb, code, faults }) => [verb, code, faults]),
      [
        ['list', 409, ['fail(409)']],
        ['create', undefined, ['dropAfter()']],
        ['list', 200, []],
      ],
    )
  })

  it('is filtered by fields, several values, or a predicate', async (t) => {
    const { client, requests } = await started(t)
    for (const name of ['a', 'b']) await client.post(CONFIG_MAPS, configMap(name))
    await client.post(CONFIG_MAPS, configMap('a'))
    await client.delete(`${CONFIG_MAPS}/b`)
    assert.equal(requests.filter({ verb: 'create', code: 201 }).length, 2)
    assert.equal(requests.filter({ name: ['a', 'b'], namespace: 'test' }).length, 4)
    assert.equal(requests.filter({ verb: ['create', 'delete'], name: 'b' }).length, 2)
    assert.equal(requests.filter(({ code = 0 }) => code >= 400).length, 1)
    assert.throws(
      () => requests.filter({ verbs: 'create' } as never),
      /^TypeError: the journal has no field "verbs"; known are user, verb, /,
    )
  })

  it('is cleared by clear and by a reset', async (t) => {
    const { server, client, requests } = await started(t)
    await client.get(CONFIG_MAPS)
    requests.clear()
    assert.deepEqual(requests.entries, [])
    await client.get(CONFIG_MAPS)
    await server.reset()
    assert.deepEqual(requests.entries, [])
  })

  it('is printed and converted to JSON with all fields', async (t) => {
    const { client, requests } = await started(t)
    await client.post(CONFIG_MAPS, configMap('a'))
    const [entry] = JSON.parse(JSON.stringify(requests.entries))
    assert.deepEqual([entry.verb, entry.name, entry.code], ['create', 'a', 201])
    assert.equal(entry.requestBody.metadata.name, 'a')
  })
})

describe('the journal as HAR', () => {
  it('has the requests and responses with their bodies', async (t) => {
    const { server, client, requests } = await started(t)
    server.faults.add({ verb: 'list' }, fail(503))
    await client.post(`${CONFIG_MAPS}?dryRun=All`, configMap('a'))
    await client.get(CONFIG_MAPS)
    const { log } = JSON.parse(JSON.stringify(requests.toHar()))
    assert.deepEqual([log.version, log.creator.name], ['1.2', 'binnacle'])
    const [create, list] = log.entries
    assert.equal(create.request.url, `${server.url}${CONFIG_MAPS}?dryRun=All`)
    assert.deepEqual(create.request.queryString, [{ name: 'dryRun', value: 'All' }])
    assert.equal(create.request.postData.mimeType, 'application/json')
    assert.deepEqual(JSON.parse(create.request.postData.text), configMap('a'))
    assert.deepEqual([create.response.status, create.response.statusText], [201, 'Created'])
    assert.equal(JSON.parse(create.response.content.text).metadata.name, 'a')
    assert.ok(new Date(create.startedDateTime).getTime() > 0)
    assert.equal(create.time, create.timings.wait)
    assert.deepEqual([list.response.status, list.comment], [503, 'faults: fail(503)'])
  })
})
