import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import { APPLIED, LAST_APPLIED, MANAGED, OWNED_BY } from '#federation/annotations.js'
import { MemberClient, type MemberRequest, type MemberResponse } from '#federation/members/member-client.js'
import { Client } from '#test/support/client.js'
import { StubMember } from '#test/support/members/stub-member.js'
import { startTestServer, type TestServer } from '#testing.js'
import { type CopyWrite, MemberWriter } from './member-writer.js'
import { MAPS } from './served-maps.fixture.js'
import { WriteRejected } from './write-rejected.js'

const ANYONE = {
  ca: undefined,
  token: undefined,
  certificate: undefined,
  key: undefined,
  serverName: undefined,
}

function copy(name: string, data: Record<string, string>, more: Partial<CopyWrite> = {}): CopyWrite {
  const metadata = {
    name,
    namespace: 'far',
    labels: { [MANAGED]: 'true' },
    annotations: { [OWNED_BY]: 'uid-1', [APPLIED]: 'digest' },
  }
  return {
    served: MAPS,
    namespace: 'far',
    name,
    owner: 'uid-1',
    adopts: false,
    isNamespaceTerminating: () => false,
    object: { apiVersion: 'v1', kind: 'ConfigMap', metadata, data },
    ...more,
  }
}

const isReason = (reason: string) => (error: unknown) =>
  error instanceof WriteRejected && error.reason === reason

for (const applies of [true, false]) {
  describe(`writes to a member with${applies ? '' : 'out'} server-side apply`, () => {
    let server: TestServer
    let gate: StubMember
    let objects: Client
    let client: MemberClient
    let writer: MemberWriter
    before(async () => {
      server = await startTestServer({ namespaces: 'strict' })
      objects = new Client(server.url)
      gate = await StubMember.start()
      // The proxy passes on everything except what old members do not support.
      gate.handler = async (request, response) => {
        const body: Buffer[] = []
        for await (const chunk of request) body.push(chunk)
        const { method = 'GET', url = '', headers } = request
        const type = headers['content-type'] ?? 'application/json'
        if (type.includes('apply') && !applies) {
          response.writeHead(415).end('{"kind":"Status","reason":"UnsupportedMediaType"}')
          return
        }
        const sent = body.length > 0 ? Buffer.concat(body) : undefined
        const forwarded = await objects.send(method, url, sent, { 'content-type': type })
        response.writeHead(forwarded.status, { 'content-type': 'application/json' }).end(forwarded.text)
      }
      client = new MemberClient({ ...ANYONE, server: gate.url })
      writer = new MemberWriter(client)
    })
    after(async () => {
      client.close()
      await gate.close()
      await server.close()
    })
    const path = (name: string) => `/api/v1/namespaces/far/configmaps/${name}`

    it('create a missing namespace', async () => {
      const { isNew } = await writer.write(copy('a', { x: '1' }), undefined)
      assert.ok(isNew)
      const { body } = await objects.get('/api/v1/namespaces/far')
      assert.deepEqual(body.metadata.labels[MANAGED], 'true')
    })

    it('do not recreate a namespace that is being deleted', async () => {
      const inTerminating = (isNamespaceTerminating: () => boolean) => {
        const write = copy('a', { x: '1' }, { namespace: 'going', isNamespaceTerminating })
        return {
          ...write,
          object: { ...write.object, metadata: { ...write.object.metadata, namespace: 'going' } },
        }
      }
      await assert.rejects(
        writer.write(
          inTerminating(() => true),
          undefined,
        ),
        isReason('NamespaceTerminating'),
      )
      // The deletion may start during the request.
      const seen = [false, true, true]
      const begun = inTerminating(() => seen.shift() ?? true)
      await assert.rejects(writer.write(begun, undefined), isReason('NamespaceTerminating'))
      assert.equal((await objects.get('/api/v1/namespaces/going')).status, 404)
    })

    it('keep fields of others and remove fields that are no longer desired', async () => {
      const first = await writer.write(copy('b', { keep: '1', drop: '2' }), undefined)
      const theirs = { metadata: { labels: { theirs: 'yes' } }, data: { more: '3' } }
      await objects.send('PATCH', path('b'), theirs, { 'content-type': 'application/merge-patch+json' })
      const { uid } = first.object.metadata
      const { object, isNew } = await writer.write(copy('b', { keep: '9' }), { uid })
      assert.ok(!isNew)
      assert.deepEqual(object.data, { keep: '9', more: '3' })
      assert.deepEqual(object.metadata.labels, { [MANAGED]: 'true', theirs: 'yes' })
      const again = await writer.write(copy('b', { keep: '9' }), { uid })
      assert.equal(
        again.object.metadata.resourceVersion,
        object.metadata.resourceVersion,
        'nothing is written',
      )
      assert.equal(LAST_APPLIED in (object.metadata.annotations ?? {}), !applies)
    })

    it('do not change objects of others unless they are adopted', async () => {
      await objects.post('/api/v1/namespaces/far/configmaps', {
        metadata: { name: 'c' },
        data: { x: 'theirs' },
      })
      await assert.rejects(writer.write(copy('c', { x: 'ours' }), undefined), isReason('NotOurs'))
      assert.equal((await objects.get(path('c'))).body.data.x, 'theirs')
      const { object } = await writer.write(copy('c', { x: 'ours' }, { adopts: true }), undefined)
      assert.deepEqual(object.data, { x: 'ours' })
    })

    it('detect another object with the name of the known one', async () => {
      const { object } = await writer.write(copy('d', { x: '1' }), undefined)
      const { uid } = object.metadata
      await objects.delete(path('d'))
      assert.ok((await writer.write(copy('d', { x: '2' }), { uid })).isNew)
      await objects.delete(path('d'))
      await objects.post('/api/v1/namespaces/far/configmaps', {
        metadata: { name: 'd' },
        data: { x: 'theirs' },
      })
      await assert.rejects(writer.write(copy('d', { x: '3' }), { uid }), isReason('NotOurs'))
    })

    it('remove only the observed object', async () => {
      const { object } = await writer.write(copy('e', {}), undefined)
      assert.equal(await writer.remove(copy('e', {}), 'another'), 'other')
      assert.equal(await writer.remove(copy('e', {}), object.metadata.uid), 'terminating')
      assert.equal(await writer.remove(copy('e', {}), object.metadata.uid), 'gone')
    })

    it('report why a member rejects them', async () => {
      const wrong = copy('f', {})
      const object = { ...wrong.object, data: { 'no key!': 'x' } }
      await assert.rejects(writer.write({ ...wrong, object }, undefined), isReason('Invalid'))
      const elsewhere = { ...MAPS, prefix: '/api/v9' }
      await assert.rejects(
        writer.write(copy('f', {}, { served: elsewhere }), undefined),
        isReason('NotServed'),
      )
    })
  })
}

/** A member whose responses a test can replace. */
async function watched(t: TestContext, respond: (request: MemberRequest) => MemberResponse | undefined) {
  const server = await startTestServer()
  const client = new MemberClient({ ...ANYONE, server: server.url })
  t.after(async () => {
    client.close()
    await server.close()
  })
  const send = client.send.bind(client)
  const methods: string[] = []
  client.send = async (request, signal) => {
    methods.push(request.method)
    return respond(request) ?? send(request, signal)
  }
  const objects = new Client(server.url)
  await objects.post('/api/v1/namespaces', { metadata: { name: 'far' } })
  return { objects, writer: new MemberWriter(client), methods }
}

const versionOf = ({ body }: MemberRequest) =>
  (body as CopyWrite['object'] | undefined)?.metadata.resourceVersion
const MAPS_PATH = '/api/v1/namespaces/far/configmaps'

describe('an unknown copy', () => {
  it('is created with one request', async (t) => {
    const { writer, methods } = await watched(t, () => undefined)
    assert.ok((await writer.write(copy('a', { x: '1' }), undefined)).isNew)
    assert.deepEqual(methods, ['PATCH'])
  })

  it('is read first if the member cannot create with a resource version', async (t) => {
    const message = 'resourceVersion should not be set on objects to be created'
    const { writer, methods } = await watched(t, (request) =>
      versionOf(request) === undefined ? undefined : { status: 500, body: { message } },
    )
    assert.ok((await writer.write(copy('a', { x: '1' }), undefined)).isNew)
    assert.deepEqual(methods.splice(0), ['PATCH', 'GET', 'PATCH'])
    assert.ok((await writer.write(copy('b', { x: '1' }), undefined)).isNew)
    assert.deepEqual(methods, ['GET', 'PATCH'])
  })

  it('is removed from the object of another client that was created first', async (t) => {
    const { objects, writer } = await watched(t, ({ method, body }) => {
      // This member ignores resource versions.
      if (method === 'PATCH')
        delete (body as { metadata: { resourceVersion?: string } }).metadata.resourceVersion
      return undefined
    })
    await objects.post(MAPS_PATH, { metadata: { name: 'g' }, data: { x: 'theirs' } })
    await assert.rejects(writer.write(copy('g', { y: 'ours' }), undefined), isReason('NotOurs'))
    const { body } = await objects.get(`${MAPS_PATH}/g`)
    assert.deepEqual(body.data, { x: 'theirs' })
    assert.equal(body.metadata.labels, undefined)
    assert.equal(body.metadata.annotations, undefined)
  })
})
