import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openMemoryStorage } from '#storage/memory/storage.js'
import { serverOn } from '../support/servers/server-on.js'
import { DEFINITIONS, define, definition, MERGE, object, pathOf } from './support.js'

/** How often a path is polled that another server will serve. */
const MAX_ATTEMPTS = 500

test('a kind that is defined through one server is served by the others', async (t) => {
  const storage = openMemoryStorage()
  const { client: first } = await serverOn(storage, t)
  const { client: second } = await serverOn(storage, t)
  await first.post('/api/v1/namespaces', { metadata: { name: 'default' } })
  await define(first, definition('boats', 'Boat'))
  // The other server has no definitions yet and must load the code for them.
  for (
    let attempt = 1;
    attempt < MAX_ATTEMPTS && (await second.get(pathOf('boats'))).status === 404;
    attempt++
  )
    await pause(5)
  const made = await second.post(pathOf('boats'), object('Boat', 'one', { size: 1 }))
  assert.equal(made.status, 201, made.text)
  assert.deepEqual((await first.get(pathOf('boats', 'one'))).body, made.body)

  await second.send(
    'PATCH',
    `${DEFINITIONS}/boats.example.com`,
    { spec: { names: { listKind: 'Boats' } } },
    MERGE,
  )
  for (const client of [first, second]) assert.equal((await client.get(pathOf('boats'))).body.kind, 'Boats')
})
