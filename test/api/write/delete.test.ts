import assert from 'node:assert/strict'
import { it } from 'node:test'
import { INGRESSES, ingress, KINDS } from '#test/support/objects.js'
import { onEveryEngine } from '#test/support/server.js'

onEveryEngine('delete', (client) => {
  for (const { path, make } of KINDS) {
    it(`${make('x').kind}: an object with finalizers keeps its name, and a second delete returns the same`, async () => {
      const held = make('named')
      held.metadata.finalizers = ['example.com/hold']
      await client.post(path, held)
      const before = await client.post(path, make('named'))
      await client.delete(`${path}/named`, { propagationPolicy: 'Background' })
      for (const query of ['', '?dryRun=All']) {
        const { status, body } = await client.post(`${path}${query}`, make('named'))
        assert.equal(status, 409)
        assert.equal(body.message, `object is being deleted: ${before.body.message}`)
        assert.equal(body.reason, 'AlreadyExists')
        assert.deepEqual(body.details, before.body.details)
      }
      held.metadata.finalizers = []
      await client.put(`${path}/named`, held)
      assert.equal((await client.post(path, make('named'))).status, 201)
    })
  }

  for (const { path, make } of KINDS) {
    it(`${make('x').kind}: returns a Status, and the object is deleted`, async () => {
      const { body: created } = await client.post(path, make('short-lived'))
      const { status, body } = await client.delete(`${path}/short-lived`, { propagationPolicy: 'Background' })
      assert.equal(status, 200)
      assert.equal(body.kind, 'Status')
      assert.equal(body.status, 'Success')
      assert.equal(body.details.name, 'short-lived')
      assert.equal(body.details.uid, created.metadata.uid)
      assert.equal((await client.get(`${path}/short-lived`)).status, 404)
      assert.equal((await client.delete(`${path}/short-lived`)).status, 404)
    })

    it(`${make('x').kind}: stays until its last finalizer is removed`, async () => {
      const held = make('held')
      held.metadata.finalizers = ['example.com/a', 'example.com/b']
      await client.post(path, held)
      const { status, body } = await client.delete(`${path}/held`, { propagationPolicy: 'Background' })
      assert.equal(status, 200)
      assert.equal(body.kind, 'Status')
      const waiting = (await client.get(`${path}/held`)).body
      assert.ok(waiting.metadata.deletionTimestamp)
      assert.equal(waiting.metadata.deletionGracePeriodSeconds, 0)

      assert.equal((await client.delete(`${path}/held`, { propagationPolicy: 'Background' })).status, 200)
      assert.equal(
        (await client.get(`${path}/held`)).body.metadata.resourceVersion,
        waiting.metadata.resourceVersion,
        'a second delete changes nothing',
      )

      held.metadata.finalizers = ['example.com/b']
      assert.equal((await client.put(`${path}/held`, held)).status, 200)
      held.metadata.finalizers = []
      assert.equal((await client.put(`${path}/held`, held)).status, 200)
      assert.equal((await client.get(`${path}/held`)).status, 404)
    })
  }

  it('a uid in the preconditions must match the object', async () => {
    const { body } = await client.post(INGRESSES, ingress('guarded'))
    const other = { preconditions: { uid: '11111111-2222-3333-4444-555555555555' } }
    assert.equal((await client.delete(`${INGRESSES}/guarded`, other)).status, 409)
    const own = { preconditions: { uid: body.metadata.uid } }
    assert.equal((await client.delete(`${INGRESSES}/guarded`, own)).status, 200)
  })

  it('the conflict of a namespace names the resource, not the kind', async () => {
    const { body: space } = await client.post('/api/v1/namespaces', { metadata: { name: 'kept' } })
    const { uid } = space.metadata
    const { status, body } = await client.delete('/api/v1/namespaces/kept', {
      preconditions: { uid: 'other' },
    })
    assert.equal(status, 409)
    assert.equal(
      body.message,
      `Operation cannot be fulfilled on namespaces "kept": Precondition failed: UID in precondition: other, UID in object meta: ${uid}`,
    )
    assert.deepEqual(body.details, { name: 'kept', kind: 'namespaces' })
  })

  it('an object recreated under the same name is another object', async () => {
    const first = await client.post(INGRESSES, ingress('again'))
    await client.delete(`${INGRESSES}/again`)
    const second = await client.post(INGRESSES, ingress('again'))
    assert.equal(second.status, 201)
    assert.notEqual(second.body.metadata.uid, first.body.metadata.uid)
  })

  it('of many deletes of the same object, exactly one finds it', async () => {
    await client.post(INGRESSES, ingress('popular'))
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => client.delete(`${INGRESSES}/popular`)),
    )
    assert.equal(responses.filter(({ status }) => status === 200).length, 1)
    assert.equal(responses.filter(({ status }) => status === 404).length, 19)
  })
})
