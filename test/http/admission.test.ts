import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { forbidden } from '#meta/api-error.js'
import type { AdmissionPlugin } from '#registry/write/admission.js'
import { DEPLOYMENTS, deployment, INGRESSES, ingress } from '../support/objects.js'
import { startLiveServer } from '../support/servers/live-server.js'

const MERGE = { 'content-type': 'application/merge-patch+json' }

/** Labels every created and updated ingress. */
const labels: AdmissionPlugin = {
  name: 'Labels',
  handles: ({ kind }, operation) => kind === 'Ingress' && operation !== 'delete',
  admit: async ({ object, operation }) => {
    if (object === undefined) return
    object.metadata.labels = { ...object.metadata.labels, [operation]: 'admitted' }
  },
}

/** Rejects the deletion of protected objects. */
const protection: AdmissionPlugin = {
  name: 'Protection',
  handles: (_, operation) => operation === 'delete',
  admit: ({ current, name }) => {
    if (current?.metadata.labels?.protected === 'yes') throw forbidden(`${name} is protected`)
  },
}

describe('admission', () => {
  it('changes objects before they are validated and stored', async (t) => {
    const { client } = await startLiveServer(t, { admission: [labels] })
    const created = await client.post(INGRESSES, ingress('one'))
    assert.deepEqual(created.body.metadata.labels, { create: 'admitted' })
    const patched = await client.send(
      'PATCH',
      `${INGRESSES}/one`,
      { metadata: { labels: { a: '1' } } },
      MERGE,
    )
    assert.deepEqual(patched.body.metadata.labels, { a: '1', create: 'admitted', update: 'admitted' })
    assert.equal((await client.get(`${INGRESSES}/one`)).text, patched.text)
  })

  it('receives the whole object when only the status or the scale is written', async (t) => {
    const operations: string[] = []
    const record: AdmissionPlugin = {
      name: 'Record',
      handles: () => true,
      admit: ({ operation, object, current }) => {
        operations.push(`${operation} ${current?.metadata.name} ${object?.metadata.name}`)
      },
    }
    const { client } = await startLiveServer(t, { admission: [record] })
    await client.post(DEPLOYMENTS, deployment('one'))
    await client.send('PATCH', `${DEPLOYMENTS}/one/status`, { status: { replicas: 1 } }, MERGE)
    await client.send('PATCH', `${DEPLOYMENTS}/one/scale`, { spec: { replicas: 3 } }, MERGE)
    assert.deepEqual(operations, ['create undefined one', 'update one one', 'update one one'])
  })

  it('rejects a write without any change', async (t) => {
    const { client } = await startLiveServer(t, { admission: [labels, protection] })
    const kept = ingress('kept')
    kept.metadata.labels = { protected: 'yes' }
    await client.post(INGRESSES, kept)
    await client.post(INGRESSES, ingress('free'))
    const { status, body } = await client.delete(`${INGRESSES}/kept`)
    assert.deepEqual([status, body.message], [403, 'kept is protected'])
    assert.equal((await client.get(`${INGRESSES}/kept`)).status, 200)
    assert.equal((await client.delete(`${INGRESSES}/free`)).status, 200)
  })

  it('ignores kinds that no plugin handles', async (t) => {
    const { client } = await startLiveServer(t, { admission: [labels] })
    const { body } = await client.post(DEPLOYMENTS, deployment('one'))
    assert.deepEqual(body.metadata.labels, { app: 'web' })
  })
})
