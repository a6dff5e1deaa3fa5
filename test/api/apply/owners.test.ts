import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Client, Json } from '#test/support/client.js'
import { onEveryEngine } from '#test/support/server.js'
import { APPLY } from './kinds.js'

const CONFIG_MAPS = '/api/v1/namespaces/test/configmaps'
const MERGE = { 'content-type': 'application/merge-patch+json' }
const JSON_PATCH = { 'content-type': 'application/json-patch+json' }

const configMap = (name: string, data: Json, metadata: Json = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...metadata },
  data,
})

/** Managers and their fields, without versions and times. */
const ownersOf = (object: Json) =>
  (object.metadata.managedFields ?? []).map(({ manager, operation, fieldsV1 }: Json) => [
    `${manager} ${operation}`,
    fieldsV1,
  ])

onEveryEngine('the owners of fields', (client: Client) => {
  const path = (name: string) => `${CONFIG_MAPS}/${name}`
  const apply = (name: string, manager: string, data: Json, query = '') =>
    client.send('PATCH', `${path(name)}?fieldManager=${manager}${query}`, configMap(name, data), APPLY)

  it('are recorded on create, and updated by every kind of write', async () => {
    await client.post('/api/v1/namespaces', { metadata: { name: 'test' } })
    const agent = { 'user-agent': 'maker/1.0 (test)' }
    const created = await client.post(CONFIG_MAPS, configMap('written', { a: '1', b: '1', c: '1' }), agent)
    assert.deepEqual(ownersOf(created.body), [
      ['maker Update', { 'f:data': { '.': {}, 'f:a': {}, 'f:b': {}, 'f:c': {} } }],
    ])
    const target = path('written')
    await client.send('PATCH', `${target}?fieldManager=merger`, { data: { a: '2' } }, MERGE)
    const operations = [{ op: 'remove', path: '/data/b' }]
    await client.send('PATCH', `${target}?fieldManager=patcher`, operations, JSON_PATCH)
    const body = configMap('written', { a: '2', c: '3' }, { labels: { x: '1' } })
    const replaced = await client.put(`${target}?fieldManager=replacer`, body)
    assert.deepEqual(ownersOf(replaced.body), [
      ['maker Update', { 'f:data': {} }],
      ['merger Update', { 'f:data': { 'f:a': {} } }],
      ['replacer Update', { 'f:data': { 'f:c': {} }, 'f:metadata': { 'f:labels': { '.': {}, 'f:x': {} } } }],
    ])
    assert.deepEqual((await client.get(target)).body, replaced.body)
  })

  it('share a field of the same value, and the others keep it when one gives it up', async () => {
    await apply('shared', 'ann', { a: '1', b: '1' })
    const shared = await apply('shared', 'bob', { a: '1' })
    assert.deepEqual(ownersOf(shared.body), [
      ['bob Apply', { 'f:data': { 'f:a': {} } }],
      ['ann Apply', { 'f:data': { 'f:a': {}, 'f:b': {} } }],
    ])
    const left = await apply('shared', 'ann', {})
    assert.deepEqual(left.body.data, { a: '1' })
    const gone = await apply('shared', 'bob', {})
    assert.equal(gone.body.data, undefined)
    assert.deepEqual(ownersOf(gone.body), [
      ['ann Apply', { 'f:data': {} }],
      ['bob Apply', { 'f:data': {} }],
    ])
  })

  it('are the causes of a conflict, and lose fields to a forced apply', async () => {
    await apply('contended', 'ann', { a: '1', b: '1' })
    await client.send('PATCH', `${path('contended')}?fieldManager=dan`, { data: { c: '1' } }, MERGE)
    const conflict = await apply('contended', 'bob', { a: '2', b: '1', c: '2' })
    assert.equal(conflict.status, 409)
    assert.deepEqual(conflict.body.details.causes, [
      { reason: 'FieldManagerConflict', message: 'conflict with "ann"', field: '.data.a' },
      { reason: 'FieldManagerConflict', message: 'conflict with "dan" using v1', field: '.data.c' },
    ])
    const forced = await apply('contended', 'bob', { a: '2', b: '1', c: '2' }, '&force=true')
    assert.deepEqual(ownersOf(forced.body), [
      ['ann Apply', { 'f:data': { 'f:b': {} } }],
      ['bob Apply', { 'f:data': { 'f:a': {}, 'f:b': {}, 'f:c': {} } }],
    ])
  })

  it('are not stored by a dry run or by an apply without changes', async () => {
    const created = await apply('quiet', 'ann', { a: '1' })
    const tried = await apply('quiet', 'ann', { a: '2' }, '&dryRun=All')
    assert.deepEqual([tried.status, tried.body.data], [200, { a: '2' }])
    const again = await apply('quiet', 'ann', { a: '1' })
    assert.deepEqual([again.status, again.text], [200, created.text])
  })

  it('are cleared by an empty list, and later updates do not add any', async () => {
    for (const [index, managedFields] of [[], [{}]].entries()) {
      const name = `reset-${index}`
      await apply(name, 'ann', { a: '1' })
      const reset = await client.send('PATCH', path(name), { metadata: { managedFields } }, MERGE)
      assert.deepEqual([reset.status, reset.body.metadata.managedFields], [200, undefined])
      const updated = await client.put(`${path(name)}?fieldManager=dan`, configMap(name, { a: '2' }))
      assert.equal(updated.body.metadata.managedFields, undefined)
      const applied = await apply(name, 'ann', { a: '2' })
      assert.deepEqual(ownersOf(applied.body), [
        ['ann Apply', { 'f:data': { 'f:a': {} } }],
        ['before-first-apply Update', { 'f:data': { '.': {}, 'f:a': {} } }],
      ])
    }
  })

  it('can be set by clients, but not with invalid managedFields and not by an apply', async () => {
    await apply('handed', 'ann', { a: '1' })
    const entry = { manager: 'eve', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1' }
    const write = (fieldsV1: Json) =>
      client.put(path('handed'), configMap('handed', { a: '1' }, { managedFields: [{ ...entry, fieldsV1 }] }))
    const unread = [{ data: {} }, { 'f:data': 'x' }, { 'k:{': {} }, { 'v:x': {} }, { 'i:x': {} }, 'x']
    for (const fieldsV1 of unread) {
      const kept = await write(fieldsV1)
      assert.deepEqual(ownersOf(kept.body), [['ann Apply', { 'f:data': { 'f:a': {} } }]])
    }
    const handed = await write({ 'f:data': { 'f:a': { '.': {} } } })
    assert.deepEqual(ownersOf(handed.body), [['eve Update', { 'f:data': { 'f:a': {} } }]])
    const body = configMap('handed', {}, { managedFields: [] })
    const applied = await client.send('PATCH', `${path('handed')}?fieldManager=ann`, body, APPLY)
    assert.deepEqual([applied.status, applied.body.message], [400, 'metadata.managedFields must be nil'])
  })

  it('have printable names of limited length, for every kind of write', async () => {
    await apply('named', 'ann', { a: '1' })
    const entry = {
      operation: 'Update',
      apiVersion: 'v1',
      fieldsType: 'FieldsV1',
      fieldsV1: { 'f:data': {} },
    }
    for (const [names, fault] of [
      [{ manager: 'x'.repeat(129) }, 'manager: Too long: may not be more than 128 bytes'],
      [{ manager: 'a\nb' }, 'manager: Invalid value: "a\\nb": invalid character U+000A (at position 1)'],
      [
        { manager: 'eve', subresource: 'x'.repeat(257) },
        'subresource: Too long: may not be more than 256 bytes',
      ],
    ] as const) {
      const metadata = { managedFields: [{ ...entry, ...names }] }
      const replaced = await client.put(path('named'), configMap('named', { a: '1' }, metadata))
      const patched = await client.send('PATCH', path('named'), { metadata }, MERGE)
      const message = `ConfigMap "named" is invalid: metadata.managedFields[0].${fault}`
      for (const { status, body } of [replaced, patched]) {
        assert.deepEqual([status, body.message], [422, message])
      }
    }
    assert.deepEqual(ownersOf((await client.get(path('named'))).body), [
      ['ann Apply', { 'f:data': { 'f:a': {} } }],
    ])
  })

  it('of concurrent applies to one object are all recorded', async () => {
    const managers = Array.from({ length: 12 }, (_, index) => `m${index}`)
    const responses = await Promise.all(managers.map((manager) => apply('busy', manager, { [manager]: '1' })))
    assert.deepEqual(responses.map(({ status }) => status).sort(), [...managers.slice(1).map(() => 200), 201])
    const { body } = await client.get(path('busy'))
    assert.equal(body.metadata.managedFields.length, managers.length)
    assert.equal(Object.keys(body.data).length, managers.length)
  })
})
