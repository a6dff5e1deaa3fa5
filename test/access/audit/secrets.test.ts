import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { encodeObject } from '#codec/protobuf/object.js'
import { Secret } from '#kinds/core/secret/schema.js'
import type { ApiResponse } from '#test/support/client.js'
import { created, MERGE } from '#test/support/servers/access-server.js'
import {
  type AuditedServer,
  EVERYTHING,
  policy,
  startAuditedServer,
} from '#test/support/servers/audited-server.js'

const SECRETS = '/api/v1/namespaces/one/secrets'
const MAPS = '/api/v1/namespaces/one/configmaps'
const ACCOUNTS = '/api/v1/namespaces/one/serviceaccounts'
const REVIEWS = '/apis/authentication.k8s.io/v1/tokenreviews'
const PROTOBUF = 'application/vnd.kubernetes.protobuf'

/** The value as sent and as stored. */
const WORD = 'unspeakable-word'
const DATA = Buffer.from(WORD).toString('base64')
const secret = (name: string) => ({ metadata: { name }, stringData: { word: WORD }, data: { other: DATA } })

/** Checks that each response is recorded without secret values. */
async function assertSecret({ only }: AuditedServer, ...responses: readonly ApiResponse[]): Promise<void> {
  for (const response of responses) {
    const event = await only(response)
    assert.equal(event.level, 'Metadata')
    assert.equal(event.responseStatus.code, response.status)
    assert.deepEqual([event.requestObject, event.responseObject], [undefined, undefined])
    const text = JSON.stringify(event)
    assert.ok(!text.includes(WORD) && !text.includes(DATA), text)
  }
}

describe('a Secret', () => {
  it('is never in the audit log, whatever the request and the policy', async (t) => {
    const server = await startAuditedServer(t, EVERYTHING)
    const admin = server.as('admin')
    const create = await admin.post(SECRETS, secret('a'))
    assert.equal(create.status, 201)
    const patches = [
      await admin.send('PATCH', `${SECRETS}/a`, { stringData: { more: WORD } }, MERGE),
      await admin.send('PATCH', `${SECRETS}/a`, [{ op: 'add', path: '/data/x', value: DATA }], {
        'content-type': 'application/json-patch+json',
      }),
      await admin.send(
        'PATCH',
        `${SECRETS}/a`,
        { data: { y: DATA } },
        {
          'content-type': 'application/strategic-merge-patch+json',
        },
      ),
      await admin.send(
        'PATCH',
        `${SECRETS}/b?fieldManager=m`,
        { apiVersion: 'v1', kind: 'Secret', ...secret('b') },
        { 'content-type': 'application/apply-patch+yaml' },
      ),
    ]
    for (const { status } of patches) assert.ok(status < 300, String(status))
    const body = encodeObject(Secret, 'v1', 'Secret', { metadata: { name: 'p' }, data: { word: DATA } })
    const protobuf = await admin.post(SECRETS, body, { 'content-type': PROTOBUF, accept: PROTOBUF })
    assert.equal(protobuf.status, 201)
    await assertSecret(
      server,
      create,
      ...patches,
      protobuf,
      await admin.put(`${SECRETS}/a`, (await admin.get(`${SECRETS}/a`)).body),
      await admin.get(`${SECRETS}/a`),
      await admin.get(SECRETS),
      await admin.get('/api/v1/secrets'),
      await admin.get(SECRETS, {
        accept: 'application/json;as=Table;v=v1;g=meta.k8s.io?includeObject=Object',
      }),
      await admin.delete(`${SECRETS}/a`, { propagationPolicy: 'Background' }),
      await admin.delete(SECRETS),
    )
  })

  it('is not quoted by an error about it', async (t) => {
    const server = await startAuditedServer(t, EVERYTHING)
    const admin = server.as('admin')
    const responses = [
      await admin.post(SECRETS, { metadata: { name: 'a' }, data: { word: WORD } }),
      await admin.post(SECRETS, { metadata: { name: 'a' }, stringData: WORD }),
      await admin.post(SECRETS, {
        metadata: { name: WORD.toUpperCase() },
        type: WORD,
        data: { [`${WORD} `]: '' },
      }),
      await admin.post(SECRETS, `{"metadata":{"name":"a"},"stringData":{"word":"${WORD}"`),
      await admin.post(SECRETS, { kind: 'ConfigMap', data: { word: WORD } }),
    ]
    for (const { status } of responses) assert.ok(status >= 400 && status < 500)
    await assertSecret(server, ...responses)
  })

  it('is not in the log of a watch', async (t) => {
    const server = await startAuditedServer(t, policy({ level: 'RequestResponse' }))
    const admin = server.as('admin')
    await created(admin.post(SECRETS, secret('a')))
    const watch = await admin.open(`${SECRETS}?watch=true`)
    await watch.body?.cancel()
    const events = await server.of(watch)
    assert.equal(events.length, 3)
    assert.ok(!JSON.stringify(server.events).includes(DATA))
  })

  it('is not in the log when it is sent to another resource', async (t) => {
    const { as, only } = await startAuditedServer(t, EVERYTHING)
    const item = { apiVersion: 'v1', kind: 'Secret', ...secret('a') }
    for (const body of [
      item,
      { apiVersion: 'v1', kind: 'SecretList', items: [item] },
      { apiVersion: 'v1', kind: 'List', items: [item] },
    ]) {
      for (const response of [
        await as('admin').post(MAPS, body),
        await as('admin').put(`${MAPS}/a`, body),
        await as('admin').delete(`${MAPS}/a`, body),
        await as('admin').send('PATCH', `${MAPS}/a`, body, MERGE),
        await as('admin').send('PATCH', `${MAPS}/a?fieldManager=m`, body, {
          'content-type': 'application/apply-patch+yaml',
        }),
      ]) {
        const text = JSON.stringify(await only(response))
        assert.ok(!text.includes(WORD) && !text.includes(DATA), text)
      }
    }
  })
})

describe('a token', () => {
  it('is never in the audit log, whether it is issued, reviewed or sent', async (t) => {
    const server = await startAuditedServer(t, EVERYTHING)
    const admin = server.as('admin')
    await created(admin.post(ACCOUNTS, { metadata: { name: 'robot' } }))
    const issued = await admin.post(`${ACCOUNTS}/robot/token`, { spec: {} })
    const { token } = issued.body.status
    const review = await admin.post(REVIEWS, { spec: { token } })
    assert.equal(review.body.status.authenticated, true)
    const wrong = await admin.post(REVIEWS, { spec: { token: WORD } })
    await assertSecret(server, issued, review, wrong)
    const self = await server.as(token).post('/apis/authentication.k8s.io/v1/selfsubjectreviews', {})
    assert.equal((await server.only(self)).user.username, 'system:serviceaccount:one:robot')
    assert.equal((await server.only(server.as(`${token}x`).get(MAPS))).responseStatus.code, 401)
    const text = JSON.stringify(server.events)
    assert.ok(!text.includes(token) && !text.includes(token.split('.')[2]))
  })
})
