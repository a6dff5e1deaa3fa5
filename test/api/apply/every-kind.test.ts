import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { RunningServer } from '#index.js'
import { kinds } from '#kinds/index.js'
import { apiVersionOf } from '#meta/resource.js'
import { Client, type Json } from '#test/support/client.js'
import { startTestServer } from '#testing.js'
import { APPLIED_KINDS, APPLY, collectionOf } from './kinds.js'

/** Kinds with derived names, objects of controllers, objects that only the server can make, and kinds that are not stored. */
const NOT_APPLIED = [
  'IPAddress',
  'ServiceCIDR',
  'CustomResourceDefinition',
  'CertificateSigningRequest',
  'Event of events.k8s.io/v1',
  'SelfSubject',
  'SubjectAccessReview',
  'LocalSubjectAccessReview',
  'TokenReview',
  'Binding',
  'ComponentStatus',
]

describe('an apply', () => {
  let server: RunningServer
  let client: Client
  before(async () => {
    server = await startTestServer({ runtimeConfig: { 'api/all': true } })
    client = new Client(server.url)
    await client.post('/api/v1/namespaces', { metadata: { name: 'test' } })
  })
  after(() => server.close())

  it('is tested on every kind in every version', () => {
    const served = kinds.flatMap(({ versions }) =>
      versions.map((version) => `${version.kind} of ${apiVersionOf(version)}`),
    )
    const tried = APPLIED_KINDS.map(({ kind, apiVersion }) => `${kind} of ${apiVersion}`)
    const left = served.filter(
      (name) => !tried.includes(name) && !NOT_APPLIED.some((kind) => name.startsWith(kind)),
    )
    assert.deepEqual(left, [])
  })

  for (const [index, kind] of APPLIED_KINDS.entries()) {
    it(`creates, updates and gives up fields of a ${kind.kind} of ${kind.apiVersion}`, async () => {
      const name = kind.name ?? `applied-${index}${kind.kind === 'CSIDriver' ? '.example.com' : ''}`
      const path = `${collectionOf(kind)}/${name}`
      const object = (more: Json = {}) => ({
        apiVersion: kind.apiVersion,
        kind: kind.kind,
        ...kind.body,
        metadata: { name, ...more },
      })
      const apply = (manager: string, body: Json) =>
        client.send('PATCH', `${path}?fieldManager=${manager}`, body, APPLY)

      const created = await apply('ann', object())
      assert.equal(created.status, 201, created.text)
      const { managedFields, uid } = created.body.metadata
      if (managedFields !== undefined) {
        assert.deepEqual([managedFields.length, managedFields[0].manager], [1, 'ann'])
        assert.equal(managedFields[0].apiVersion, kind.apiVersion)
      }
      // Wait for the status that the server writes, because it changes the resource version.
      await server.settled()
      const { resourceVersion } = (await client.get(path)).body.metadata
      const again = await apply('ann', object())
      assert.equal(again.status, 200, again.text)
      assert.equal(again.body.metadata.resourceVersion, resourceVersion)

      const labelled = await apply('bob', {
        apiVersion: kind.apiVersion,
        kind: kind.kind,
        metadata: { name, labels: { team: 'x' } },
      })
      assert.equal(labelled.status, 200, labelled.text)
      assert.equal(labelled.body.metadata.uid, uid)
      assert.equal(labelled.body.metadata.labels.team, 'x')
      const conflict = await apply('ann', object({ labels: { team: 'y' } }))
      assert.equal(conflict.status, 409, conflict.text)
      assert.equal(
        conflict.body.message,
        'Apply failed with 1 conflict: conflict with "bob": .metadata.labels.team',
      )
      const removed = await apply('bob', {
        apiVersion: kind.apiVersion,
        kind: kind.kind,
        metadata: { name },
      })
      assert.equal(removed.status, 200, removed.text)
      assert.equal(removed.body.metadata.labels?.team, undefined)
      assert.deepEqual(removed.body.metadata.managedFields, managedFields)
    })
  }
})
