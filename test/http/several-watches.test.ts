import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, describe, it } from 'node:test'
import { WATCHES_PATH } from '#protocol/watches.js'
import { startTestServer } from '#testing.js'
import { Client, type Json } from '../support/client.js'
import { RawClient, statusOf } from '../support/raw-client.js'
import { grant, startAccessServer } from '../support/servers/access-server.js'
import { EVERYTHING, startAuditedServer } from '../support/servers/audited-server.js'
import { OpenWatches } from '../support/watches.js'

const MAPS = '/api/v1/namespaces/one/configmaps'
const SECRETS = '/api/v1/namespaces/one/secrets'
const INITIAL = 'sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true'
const map = (name: string, data: Record<string, string> = {}) => ({ metadata: { name }, data })
const READ_MAPS = [{ verbs: ['get', 'list', 'watch'], apiGroups: [''], resources: ['configmaps'] }]
const versionOf = ({ object }: Json) => object.metadata.resourceVersion as string

describe('several watches in one response', async () => {
  const server = await startTestServer()
  after(() => server.close())
  const client = new Client(server.url)

  it('have their events with the id in front, in the format that each asks for', async () => {
    await client.post(MAPS, map('a'))
    await using open = await OpenWatches.open(server.url, [
      { id: 'maps', path: `${MAPS}?${INITIAL}` },
      { id: 'names', path: MAPS, accept: 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io' },
      { id: 'table', path: MAPS, accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' },
      { id: 'secrets', path: `${SECRETS}?labelSelector=ours=yes` },
    ])
    await open.until(() => open.of('maps').length === 2 && open.of('table').length === 1)
    assert.deepEqual(open.events('maps'), ['ADDED a', 'BOOKMARK'])
    await client.post(SECRETS, { metadata: { name: 's', labels: { ours: 'yes' } } })
    await client.post(SECRETS, { metadata: { name: 't' } })
    await client.delete(`${MAPS}/a`)
    await open.until(() => open.of('maps').length === 3 && open.of('table').length === 2)
    assert.deepEqual(open.events('maps'), ['ADDED a', 'BOOKMARK', 'DELETED a'])
    assert.deepEqual(open.events('names'), ['ADDED a', 'DELETED a'])
    assert.deepEqual(open.events('secrets'), ['ADDED s'])
    const [first, second] = open.of('table') as Json[]
    assert.deepEqual([first.object.kind, first.object.rows[0].cells[0]], ['Table', 'a'])
    assert.ok(first.object.columnDefinitions.length > 0)
    assert.equal(second.object.columnDefinitions, null)
    const alone = await client.watch(`${SECRETS}?watch=true&labelSelector=ours=yes`, 1)
    const [{ watch: _, ...event }] = open.of('secrets') as [Json]
    assert.deepEqual(event, alone[0])
  })

  it('fail one by one, with the Status that each would have alone', async () => {
    await client.post(MAPS, map('b'))
    await using open = await OpenWatches.open(server.url, [
      { id: 'object', path: `${MAPS}/b` },
      { id: 'document', path: '/version' },
      { id: 'unknown', path: '/apis/no.such.group/v1/things' },
      { id: 'selector', path: `${MAPS}?labelSelector=(` },
      { id: 'good', path: MAPS },
    ])
    await open.until(() => open.of('good').length > 0 && open.of('selector').length === 2)
    const codeOf = (id: string) => {
      const [error, closed] = open.of(id) as Json[]
      assert.deepEqual([error.type, error.object.kind, closed.type], ['ERROR', 'Status', 'CLOSED'])
      return [error.object.code, error.object.message]
    }
    assert.deepEqual(codeOf('object')[0], 400)
    assert.deepEqual(codeOf('document'), [400, 'path: "/version?watch=true" is not a watch'])
    const alone = await client.get('/apis/no.such.group/v1/things?watch=true')
    assert.deepEqual(codeOf('unknown'), [404, alone.body.message])
    const unreadable = await client.get(`${MAPS}?watch=true&labelSelector=(`)
    assert.deepEqual(codeOf('selector'), [400, unreadable.body.message])
  })

  it('can be many without a warning of Node, and their errors are lines too', async () => {
    const warnings: Error[] = []
    const warn = (warning: Error) => warnings.push(warning)
    process.on('warning', warn)
    const watches = Array.from({ length: 30 }, (_, index) => ({ id: `many-${index}`, path: MAPS }))
    const body = JSON.stringify({ watches: [...watches, { id: 'none', path: '/api/v1/nothing' }] })
    const headers = { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0' }
    const ending = new AbortController()
    const response = await fetch(server.url + WATCHES_PATH, {
      method: 'POST',
      headers,
      body,
      signal: ending.signal,
    })
    const { value } = (await response.body?.getReader().read()) ?? {}
    const [line = ''] = Buffer.from(value ?? [])
      .toString()
      .split('\n')
    assert.deepEqual([JSON.parse(line).watch, JSON.parse(line).object.code], ['none', 404])
    ending.abort()
    await new Promise((resolve) => setImmediate(resolve))
    process.off('warning', warn)
    assert.deepEqual(warnings, [])
  })

  it('resume where they ended, without a gap, also with other watches beside them', async () => {
    const first = await OpenWatches.open(server.url, [{ id: 'maps', path: `${MAPS}?${INITIAL}` }])
    await first.until(() => first.of('maps').some(({ type }) => type === 'BOOKMARK'))
    const last = versionOf(first.of('maps').at(-1))
    await first[Symbol.asyncDispose]()
    for (const name of ['c', 'd', 'e']) await client.post(MAPS, map(name))
    await using second = await OpenWatches.open(server.url, [
      { id: 'others', path: SECRETS },
      { id: 'maps', path: `${MAPS}?resourceVersion=${last}` },
    ])
    await second.until(() => second.of('maps').length === 3)
    assert.deepEqual(second.events('maps'), ['ADDED c', 'ADDED d', 'ADDED e'])
  })

  it('end with a line each, and the response with the last of them', async () => {
    await using open = await OpenWatches.open(server.url, [
      { id: 'short', path: `${MAPS}?timeoutSeconds=1` },
      { id: 'expired', path: `${SECRETS}?resourceVersion=1&timeoutSeconds=1` },
    ])
    await open.ended
    assert.equal(open.of('short').at(-1)?.type, 'CLOSED')
    assert.equal(open.of('expired').at(-1)?.type, 'CLOSED')
  })

  it('are refused with the place of the mistake', async () => {
    const refused = async (body: unknown, type = 'application/json') => {
      const response = await client.send('POST', WATCHES_PATH, body, { 'content-type': type })
      assert.equal(response.body.kind, 'Status')
      return `${response.status} ${response.body.message}`
    }
    const one = { id: 'a', path: MAPS }
    assert.match(await refused({ watches: [one] }, 'text/plain'), /^415 /)
    assert.match(await refused('{'), /^400 the body is not JSON: /)
    assert.match(await refused([]), /^400 the body must be an object/)
    assert.match(await refused({}), /^400 watches: Required value/)
    assert.match(await refused({ watches: [] }), /^400 watches: Invalid value: 0 watches/)
    assert.match(await refused({ watches: [one], more: 1 }), /^400 the body: unknown field "more"/)
    assert.match(
      await refused({ watches: [one, { ...one, id: '' }] }),
      /^400 watches\[1\]\.id: Invalid value: ""/,
    )
    assert.match(await refused({ watches: [one, one] }), /^400 watches\[1\]\.id: Duplicate value: "a"/)
    assert.match(
      await refused({ watches: [{ id: 'a', path: 'x' }] }),
      /^400 watches\[0\]\.path: Invalid value/,
    )
    assert.match(
      await refused({ watches: [{ ...one, accept: 'application/yaml' }] }),
      /^400 watches\[0\]\.accept/,
    )
    const many = Array.from({ length: 101 }, (_, index) => ({ id: `w${index}`, path: MAPS }))
    assert.match(await refused({ watches: many }), /^400 watches: Invalid value: 101 watches/)
    assert.equal((await client.get(WATCHES_PATH)).status, 405)
  })

  it('cannot be opened by a page of another origin', async () => {
    const body = JSON.stringify({ watches: [{ id: 'a', path: MAPS }] })
    const response = await new RawClient(server.url).ask(
      [
        `POST ${WATCHES_PATH} HTTP/1.1`,
        `Host: ${new URL(server.url).host}`,
        'Origin: https://evil.example',
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    )
    assert.equal(statusOf(response), 403)
  })

  it('are cut off together when their client reads nothing', async () => {
    const cutOff = async () =>
      Number(/^binnacle_watchers_cut_off_total (\d+)$/m.exec((await client.get('/metrics')).text)?.[1])
    const before = await cutOff()
    const body = JSON.stringify({ watches: [{ id: 'a', path: MAPS }] })
    const socket = await new RawClient(server.url).open(
      `POST ${WATCHES_PATH} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    await once(socket, 'readable')
    const large = map('large', { filler: 'x'.repeat(900_000) })
    await client.post(MAPS, large)
    for (let turn = 0; (await cutOff()) === before; turn++) {
      assert.ok(turn < 200, 'the client was not cut off')
      await client.put(`${MAPS}/large`, {
        ...large,
        metadata: { name: 'large', labels: { turn: `${turn}` } },
      })
    }
    socket.destroy()
    await client.delete(`${MAPS}/large`)
  })
})

describe('several watches of a user', () => {
  it('are authenticated and authorized one by one, and end when a right is lost', async (t) => {
    const { server, as } = await startAccessServer(t)
    await grant(as('admin'), 'one', 'maps', READ_MAPS, 'ann')
    await as('admin').post(MAPS, map('a'))
    const watches = [
      { id: 'maps', path: MAPS },
      { id: 'secrets', path: SECRETS },
    ]
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
    const unknown = await OpenWatches.open(server.url, watches, bearer('nobody'))
    assert.equal(unknown.status, 401)
    await using anonymous = await OpenWatches.open(server.url, watches)
    await anonymous.ended
    assert.match(anonymous.events('maps')[0] ?? '', /^ERROR .*"system:anonymous" cannot watch/)
    await using open = await OpenWatches.open(server.url, watches, bearer('ann'))
    await open.until(() => open.of('maps').length === 1 && open.of('secrets').length === 2)
    assert.deepEqual(open.events('maps'), ['ADDED a'])
    const alone = await as('ann').get(`${SECRETS}?watch=true`)
    assert.deepEqual(open.events('secrets'), [`ERROR ${alone.body.message}`, 'CLOSED'])
    await as('admin').delete('/apis/rbac.authorization.k8s.io/v1/namespaces/one/rolebindings/maps')
    await open.ended
    assert.deepEqual(open.events('maps'), ['ADDED a', 'CLOSED'])
  })

  it('count one by one towards the limit, and free their seats', async (t) => {
    const { server, as } = await startAccessServer(t, { maxWatchesPerUser: 3 })
    await grant(as('admin'), 'one', 'maps', READ_MAPS, 'ann')
    const watches = ['a', 'b', 'c'].map((id) => ({ id, path: MAPS }))
    const ann = { authorization: 'Bearer ann' }
    const open = await OpenWatches.open(server.url, watches, ann)
    await open.until(() => open.lines.some(({ type }) => type === 'CLOSED'))
    // The request that holds them is one of the three.
    assert.match(open.events('c')[0] ?? '', /^ERROR user "ann" has 3 watches open/)
    await open[Symbol.asyncDispose]()
    for (let turn = 0; turn < 500; turn++) {
      const again = await OpenWatches.open(server.url, watches.slice(0, 2), ann)
      await as('admin').post(MAPS, map(`m${turn}`))
      await again.until(() => again.of('a').length > 0)
      const isFree = again.of('a')[0]?.type === 'ADDED'
      await again[Symbol.asyncDispose]()
      if (isFree) return
    }
    assert.fail('the seats were not freed')
  })

  it('are audited one by one', async (t) => {
    const { server, event } = await startAuditedServer(t, EVERYTHING)
    await using open = await OpenWatches.open(
      server.url,
      [
        { id: 'maps', path: `${MAPS}?timeoutSeconds=1` },
        { id: 'secrets', path: `${SECRETS}?timeoutSeconds=1` },
      ],
      { authorization: 'Bearer admin', 'user-agent': 'test/1' },
    )
    await open.ended
    for (const plural of ['configmaps', 'secrets']) {
      const found = await event(
        ({ objectRef, stage }) => objectRef?.resource === plural && stage === 'ResponseComplete',
      )
      assert.equal(found.verb, 'watch')
      assert.equal(found.user.username, 'admin')
      assert.equal(found.userAgent, 'test/1')
      assert.equal(found.requestURI, `/api/v1/namespaces/one/${plural}?timeoutSeconds=1&watch=true`)
      assert.equal(found.responseStatus.code, 200)
    }
  })
})
