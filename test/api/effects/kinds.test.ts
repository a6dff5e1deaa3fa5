import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Client, type Json } from '#test/support/client.js'
import { collectionPath } from '#test/support/object-paths.js'
import { startTestServer, type TestServer } from '#testing.js'
import { KINDS, type KindUnderTest } from './kinds.js'

const MERGE = { 'content-type': 'application/merge-patch+json' }
const HELD = 'example.com/hold'
/** A generation that a client sends with a new object. */
const SENT = 7

describe('an object of kind', () => {
  let server: TestServer
  let client: Client
  before(async () => {
    // Without the controller that changes new ServiceCIDRs.
    server = await startTestServer()
    client = new Client(server.url)
    await client.post('/api/v1/namespaces', { metadata: { name: 'test' } })
  })
  after(() => server.close())

  for (const kind of KINDS) {
    const { object } = kind
    const { name = 'example' } = object.metadata ?? {}
    const path = collectionPath(object)
    const at = `${path}/${name}`
    const patch = async (change: Json, subresource = '') => {
      const { status, body, text } = await client.send('PATCH', `${at}${subresource}`, change, MERGE)
      assert.equal(status, 200, text)
      return body
    }

    describe(object.kind, () => {
      before(async () => {
        const metadata = {
          name,
          generation: SENT,
          labels: { old: 'x' },
          finalizers: [HELD],
          ...object.metadata,
        }
        const made = await client.post(path, { ...object, metadata, status: kind.status })
        assert.equal(made.status, 201, made.text)
        await server.settled()
      })
      after(async () => {
        await client.delete(at)
        await client.send('PATCH', at, { metadata: { finalizers: null } }, MERGE)
      })

      it(`begins ${beginning(kind)}`, async () => {
        const { body } = await client.get(at)
        assert.equal(body.metadata.generation, firstGeneration(kind))
        if (kind.status === undefined) return
        for (const [field, value] of Object.entries(kind.status)) {
          assert.equal(isSame(body.status?.[field], value), kind.takesStatus ?? false, field)
        }
      })

      it(`${changing(kind)} with each change`, async () => {
        const { metadata } = (await client.get(at)).body
        const changed = await patch(kind.change)
        const isCounted = kind.generation === 'counted'
        const before = metadata.generation ?? 0
        assert.equal(changed.metadata.generation, isCounted ? before + 1 : metadata.generation)
        const labelled = await patch({ metadata: { labels: { more: 'y' } } })
        const countsLabels = object.kind === 'EndpointSlice'
        assert.equal(labelled.metadata.generation, countsLabels ? before + 2 : changed.metadata.generation)
      })

      if (kind.status !== undefined) {
        it(`has a status that changes alone: the rest keeps its ${kind.statusKeeps}`, async () => {
          const { body: current } = await client.get(at)
          const reported = await patch(
            { status: kind.status, metadata: { labels: { status: 'z' }, annotations: { status: 'z' } } },
            '/status',
          )
          assert.equal(reported.metadata.generation, current.metadata.generation)
          assert.deepEqual(reported.spec, current.spec)
          for (const [field, value] of Object.entries(kind.status ?? {})) {
            assert.ok(isSame(reported.status?.[field], value), `${field}: ${JSON.stringify(reported.status)}`)
          }
          const keepsLabels = kind.statusKeeps !== 'spec'
          assert.equal(reported.metadata.labels.status, keepsLabels ? undefined : 'z')
          const keepsAll = kind.statusKeeps === 'metadata'
          assert.equal(reported.metadata.annotations?.status, keepsAll ? undefined : 'z')
          const updated = await patch({ status: null, metadata: { annotations: { more: 'x' } } })
          // The server itself reports the status of policies.
          const isKept = !kind.takesStatus && object.kind !== 'ValidatingAdmissionPolicy'
          if (isKept) assert.deepEqual(updated.status, reported.status)
        })

        it(`is applied without its status, and its status without its ${kind.statusKeeps}`, async () => {
          const { kind: type, apiVersion, spec } = object
          const { status } = kind
          const applied = (body: Json, part: string) =>
            client.send(
              'PATCH',
              `${at}${part}?fieldManager=applier&force=true`,
              { apiVersion, kind: type, ...body },
              { 'content-type': 'application/apply-patch+yaml' },
            )
          const metadata = { name, labels: { applied: 'x' }, annotations: { applied: 'x' } }
          const whole = await applied({ metadata, spec, status }, '')
          assert.equal(whole.status, 200, whole.text)
          const ofStatus = await applied({ metadata, spec, status }, '/status')
          assert.equal(ofStatus.status, 200, ofStatus.text)
          const owned = (part: string) =>
            ofStatus.body.metadata.managedFields.find(
              ({ manager, subresource = '' }: Json) => manager === 'applier' && subresource === part,
            )?.fieldsV1 ?? {}
          // A status that the object itself may have is owned: so it is in Kubernetes.
          const ownsStatus = object.kind === 'ServiceCIDR'
          if (!ownsStatus) assert.equal(owned('')['f:status'], undefined)
          const fields = owned('status')
          if (!ownsStatus) assert.equal(fields['f:spec'], undefined)
          if (kind.statusKeeps !== 'spec') assert.equal(fields['f:metadata']?.['f:labels'], undefined)
          if (kind.statusKeeps === 'metadata' && !ownsStatus) assert.equal(fields['f:metadata'], undefined)
        })
      }

      it(`is ${kind.needsVersion ? 'only replaced with' : 'also replaced without'} a resource version`, async () => {
        const { body } = await client.get(at)
        const { resourceVersion: _, ...metadata } = body.metadata
        const { status } = await client.put(at, { ...body, metadata })
        assert.equal(status, kind.needsVersion ? 422 : 200)
      })

      it(`is ${kind.createsOnPut ? '' : 'not '}created by a PUT`, async () => {
        const other = object.kind === 'IPAddress' ? '10.97.7.8' : 'other'
        const { status } = await client.put(`${path}/${other}?dryRun=All`, {
          ...object,
          metadata: { ...object.metadata, name: other },
        })
        assert.equal(status, kind.createsOnPut ? 201 : 404)
      })

      it(`is ${kind.returnsDeleted ? '' : 'not '}returned by its deletion`, async () => {
        await patch({ metadata: { finalizers: null } })
        const deleted = await client.delete(`${at}?dryRun=All&propagationPolicy=Background`)
        assert.equal(deleted.status, 200, deleted.text)
        assert.equal(deleted.body.kind, kind.returnsDeleted ? object.kind : 'Status')
      })
    })
  }
})

function firstGeneration({ generation, startsWithout = false }: KindUnderTest): number {
  return generation === 'client' || startsWithout ? SENT : 1
}

function beginning(kind: KindUnderTest): string {
  const generation = firstGeneration(kind) === SENT ? 'with the generation that it has' : 'with generation 1'
  if (kind.status === undefined) return generation
  return `${generation} and ${kind.takesStatus ? 'its' : 'an empty'} status`
}

function changing({ generation }: KindUnderTest): string {
  return generation === 'counted' ? 'counts a generation' : 'counts no generation'
}

/** Some statuses are completed by the server. */
function isSame(actual: unknown, expected: unknown): boolean {
  if (typeof expected !== 'object' || expected === null) return actual === expected
  if (Array.isArray(expected) && expected.length === 0) return actual === undefined
  return (
    typeof actual === 'object' &&
    actual !== null &&
    Object.entries(expected).every(([name, value]) => isSame((actual as Json)[name], value))
  )
}
