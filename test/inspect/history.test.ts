import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { HistoryList } from '#protocol/history.js'
import { startTestServer } from '#testing.js'
import { Client } from '../support/client.js'
import { onEveryEngine } from '../support/server.js'
import { grant, MERGE, startAccessServer } from '../support/servers/access-server.js'

const HISTORY = '/binnacle/v1/history'
const MAPS = '/api/v1/namespaces/one/configmaps'
const map = (name: string, data: Record<string, string> = {}) => ({ metadata: { name }, data })
const APPLY = { 'content-type': 'application/apply-patch+yaml' }

async function historyOf(client: Client, path: string): Promise<HistoryList> {
  const { status, body, text } = await client.get(HISTORY + path)
  assert.equal(status, 200, text)
  return body
}

const shown = ({ items }: HistoryList) =>
  items.map(({ type, kind, namespace, name }) => [type, kind, namespace, name].join(' '))

onEveryEngine('the history of objects', (client) => {
  it('has the versions of an object, the newest first, also when it is gone', async () => {
    const before = Date.now()
    const created = await client.post(`${MAPS}?fieldManager=creator`, map('a', { key: 'one' }))
    await client.post(MAPS, map('ab'))
    await client.send('PATCH', `${MAPS}/a?fieldManager=editor`, { data: { key: 'two', more: 'x' } }, MERGE)
    await client.delete(`${MAPS}/a`)
    const { kind, apiVersion, metadata, items } = await historyOf(client, `${MAPS}/a`)
    assert.deepEqual([kind, apiVersion, metadata.continue], ['HistoryList', 'binnacle.dev/v1', undefined])
    const [gone, edited, first] = items as [(typeof items)[0], (typeof items)[0], (typeof items)[0]]
    assert.equal(items.length, 3)
    assert.deepEqual([gone.type, edited.type, first.type], ['DELETED', 'MODIFIED', 'ADDED'])
    assert.deepEqual([edited.manager, first.manager], ['editor', 'creator'])
    assert.deepEqual(edited.changed, ['data.key', 'data.more'])
    assert.deepEqual(first.object, created.body)
    assert.equal(first.resourceVersion, created.body.metadata.resourceVersion)
    assert.deepEqual([first.apiVersion, first.kind, first.resource], ['v1', 'ConfigMap', 'configmaps'])
    assert.deepEqual([first.namespace, first.name, first.uid], ['one', 'a', created.body.metadata.uid])
    assert.ok(
      items.every(({ time }) => Date.parse(time) >= before - 1000 && Date.parse(time) <= Date.now() + 1000),
    )
    const { data } = edited.object as { data: object }
    assert.deepEqual(data, { key: 'two', more: 'x' })
  })

  it('has the writes of a collection, in pages', async () => {
    for (let index = 0; index < 5; index++) await client.post(MAPS, map(`page-${index}`))
    const all = shown(await historyOf(client, `${MAPS}?limit=5`))
    assert.deepEqual(all.at(0), 'ADDED ConfigMap one page-4')
    const pages: string[] = []
    let rest: string | undefined = ''
    while (rest !== undefined && pages.length < 5) {
      const page: HistoryList = await historyOf(client, `${MAPS}?limit=2&continue=${rest}`)
      assert.ok(page.items.length <= 2)
      assert.ok(page.items.every(({ object }) => object === undefined))
      pages.push(...shown(page))
      rest = page.metadata.continue
    }
    assert.deepEqual(pages.slice(0, 5), all)
    const { metadata } = await historyOf(client, MAPS)
    await client.post(MAPS, map('later'))
    assert.deepEqual(shown(await historyOf(client, `${MAPS}?after=${metadata.resourceVersion}`)), [
      'ADDED ConfigMap one later',
    ])
  })

  it('has the writes of all kinds, without those that are left out', async () => {
    const { metadata } = await historyOf(client, '')
    const path = `?after=${metadata.resourceVersion}`
    await client.post('/apis/batch/v1/namespaces/one/jobs', {
      metadata: { name: 'j' },
      spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } } },
    })
    await client.send(
      'PATCH',
      `${MAPS}/k?fieldManager=me`,
      { apiVersion: 'v1', kind: 'ConfigMap', ...map('k') },
      APPLY,
    )
    assert.deepEqual(shown(await historyOf(client, path)), ['ADDED ConfigMap one k', 'ADDED Job one j'])
    assert.deepEqual(shown(await historyOf(client, `${path}&exclude=jobs.batch`)), ['ADDED ConfigMap one k'])
    const { items } = await historyOf(client, `${path}&includeObject=Metadata&limit=1`)
    assert.deepEqual(Object.keys(items[0]?.object as object), ['metadata'])
  })

  it('has resource versions with their times, from the oldest to the newest', async () => {
    const last = await client.post(MAPS, map('last'))
    const { body } = await client.get('/binnacle/v1/revisions?count=4')
    assert.equal(body.kind, 'RevisionList')
    assert.equal(body.historySeconds, 900)
    assert.equal(body.items.length, 4)
    const versions = body.items.map(({ resourceVersion }: { resourceVersion: string }) =>
      Number(resourceVersion),
    )
    assert.deepEqual(
      versions,
      versions.toSorted((one: number, other: number) => one - other),
    )
    assert.ok(versions[3] >= Number(last.body.metadata.resourceVersion))
    assert.ok(Math.abs(Date.parse(body.items[3].time) - Date.parse(body.now)) < 60_000)
  })
})

describe('the history of objects', async () => {
  const server = await startTestServer()
  after(() => server.close())
  const client = new Client(server.url)

  it('ends where history is compacted', async (t) => {
    const short = await startTestServer({ historyWindowMs: 1000 })
    t.after(() => short.close())
    const other = new Client(short.url)
    await other.post(MAPS, map('old'))
    for (let turn = 0; ; turn++) {
      assert.ok(turn < 100, 'the write stays')
      await short.clock.advance('10s')
      await other.post(MAPS, map(`new-${turn}`))
      if ((await historyOf(other, `${MAPS}/old`)).items.length === 0) break
    }
    assert.notEqual((await historyOf(other, MAPS)).items.length, 0)
  })

  it('is read only, and has no paths of its own', async () => {
    assert.equal((await client.post(HISTORY + MAPS, map('x'))).status, 405)
    assert.equal((await client.post(HISTORY, {})).status, 405)
    assert.equal((await client.delete(`${HISTORY}${MAPS}/x`)).status, 405)
    assert.equal((await client.get(`${HISTORY}${MAPS}?watch=true`)).status, 405)
    assert.equal((await client.get(`${HISTORY}/api/v1/unknown`)).status, 404)
    assert.equal((await client.get(`${HISTORY}/version`)).status, 404)
    assert.equal((await client.get(`${HISTORY}/apis/apps/v1/namespaces/one/deployments/a/scale`)).status, 404)
    assert.equal(
      (await client.get(`${HISTORY}/apis/authorization.k8s.io/v1/selfsubjectaccessreviews`)).status,
      405,
    )
  })

  it('rejects invalid parameters with their name', async () => {
    for (const [query, message] of [
      ['limit=0', /^limit: Invalid value: 0: must be 1 to 500/],
      ['limit=x', /parsing "x"/],
      ['after=-1', /^after: Invalid value: "-1"/],
      ['continue=x', /^continue: Invalid value: "x"/],
      ['includeObject=All', /includeObject/],
    ] as const) {
      const response = await client.get(`${HISTORY}${MAPS}?${query}`)
      assert.deepEqual([response.status, response.body.reason], [400, 'BadRequest'])
      assert.match(response.body.message, message)
    }
    assert.match(
      (await client.get('/binnacle/v1/revisions?count=1')).body.message,
      /^count: Invalid value: 1/,
    )
  })
})

describe('the history of objects for a user', () => {
  it('needs the rights to read the objects', async (t) => {
    const { as, anonymous } = await startAccessServer(t)
    const read = { verbs: ['get', 'list'], apiGroups: [''], resources: ['configmaps'] }
    await grant(as('admin'), 'one', 'maps', [read], 'ann')
    await as('admin').post(MAPS, map('a'))
    await as('admin').post('/api/v1/namespaces/one/secrets', { metadata: { name: 's' } })
    await as('admin').post('/api/v1/namespaces/two/configmaps', map('b'))
    assert.deepEqual(shown(await historyOf(as('ann'), `${MAPS}/a`)), ['ADDED ConfigMap one a'])
    assert.deepEqual(shown(await historyOf(as('ann'), MAPS)), ['ADDED ConfigMap one a'])
    assert.deepEqual(shown(await historyOf(as('ann'), '')), ['ADDED ConfigMap one a'])
    assert.deepEqual(shown(await historyOf(as('ben'), '')), [])
    const everything = shown(await historyOf(as('admin'), ''))
    for (const name of ['ADDED Secret one s', 'ADDED ConfigMap two b']) assert.ok(everything.includes(name))
    for (const path of [
      '/api/v1/namespaces/one/secrets',
      '/api/v1/namespaces/one/secrets/s',
      '/api/v1/configmaps',
    ]) {
      const refused = await as('ann').get(HISTORY + path)
      const alone = await as('ann').get(path)
      assert.deepEqual([refused.status, refused.body.message], [403, alone.body.message])
    }
    assert.equal((await as('ann').get('/binnacle/v1/revisions')).status, 200)
    assert.equal((await anonymous.get('/binnacle/v1/revisions')).status, 403)
    assert.equal((await anonymous.get(HISTORY)).status, 403)
  })
})
