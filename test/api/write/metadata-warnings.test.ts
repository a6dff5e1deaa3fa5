import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Client, type Json } from '#test/support/client.js'
import { startTestServer, type TestServer } from '#testing.js'

const MAPS = '/api/v1/namespaces/test/configmaps'
const JOBS = '/apis/batch/v1/namespaces/test/jobs'
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const GEARS = '/apis/example.com/v1/namespaces/test/gears'
const OWNER = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: 'u' }
const DEDUPLICATED =
  'API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: u'
const TEMPLATE = { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'a' }] } }

const quoted = (...warnings: readonly string[]) =>
  warnings.map((warning) => `299 - ${JSON.stringify(warning)}`).join(', ')

describe('a warning is sent', () => {
  let server: TestServer
  let client: Client
  before(async () => {
    server = await startTestServer()
    client = new Client(server.url)
    await client.post('/api/v1/namespaces', { metadata: { name: 'test' } })
    await client.post(DEFINITIONS, {
      metadata: { name: 'gears.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'gears', kind: 'Gear' },
        versions: [
          { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
        ],
      },
    })
    await server.settled()
  })
  after(() => server.close())

  const warningsOf = (response: { readonly headers: Headers }) => response.headers.get('warning') ?? ''

  it('when owners are repeated', async () => {
    const created = await client.post(MAPS, { metadata: { name: 'owned', ownerReferences: [OWNER, OWNER] } })
    assert.deepEqual(created.body.metadata.ownerReferences, [OWNER])
    assert.equal(
      warningsOf(created),
      quoted(`.metadata.ownerReferences contains duplicate entries; ${DEDUPLICATED}`),
    )
    const patched = await client.send(
      'PATCH',
      `${MAPS}/owned`,
      [{ op: 'add', path: '/metadata/ownerReferences/-', value: OWNER }],
      { 'content-type': 'application/json-patch+json' },
    )
    assert.equal(
      warningsOf(patched),
      quoted(
        `.metadata.ownerReferences contains duplicate entries after mutating admission happens; ${DEDUPLICATED}`,
      ),
    )
  })

  it('when the finalizer of a custom resource may collide with others', async () => {
    const gear = (finalizers: readonly string[]): Json => ({
      apiVersion: 'example.com/v1',
      kind: 'Gear',
      metadata: { name: 'a', finalizers },
    })
    assert.equal(
      warningsOf(await client.post(GEARS, gear(['hold', 'example.com', 'example.com/hold', 'orphan']))),
      quoted(
        'metadata.finalizers: "hold": prefer a domain-qualified finalizer name to avoid accidental conflicts with other finalizer writers',
        'metadata.finalizers: "example.com": prefer a domain-qualified finalizer name including a path (/) to avoid accidental conflicts with other finalizer writers',
      ),
    )
  })

  it('when a job is deleted whose pods stay', async () => {
    const create = () => client.post(JOBS, { metadata: { name: 'a' }, spec: { template: TEMPLATE } })
    await create()
    const warning =
      'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning'
    assert.equal(warningsOf(await client.delete(`${JOBS}/a?dryRun=All`)), quoted(warning))
    assert.equal(warningsOf(await client.delete(`${JOBS}/a?propagationPolicy=Background`)), '')
  })

  it('in a condition, when a group of Kubernetes has no approval', async () => {
    const define = (annotation: string) =>
      client.post(DEFINITIONS, {
        metadata: {
          name: 'wheels.example.k8s.io',
          annotations: { 'api-approved.kubernetes.io': annotation },
        },
        spec: {
          group: 'example.k8s.io',
          scope: 'Cluster',
          names: { plural: 'wheels', kind: 'Wheel' },
          versions: [
            { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
          ],
        },
      })
    assert.equal((await define('unapproved, an experiment')).status, 201)
    await server.settled()
    const { body } = await client.get(`${DEFINITIONS}/wheels.example.k8s.io`)
    const messages = body.status.conditions.map(({ reason, message }: Json) => `${reason}: ${message}`)
    assert.deepEqual(messages, [
      'NoConflicts: no conflicts found',
      'InitialNamesAccepted: the initial names have been accepted',
      'UnapprovedAnnotation: not approved: "unapproved, an experiment"',
    ])
  })
})
