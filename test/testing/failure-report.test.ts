import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { failureReport } from '#testing/runner/failure-report.js'
import { fail, startTestServer, type TestServer } from '#testing.js'
import { deployment } from '../support/objects.js'

/** The report of a test that did this. */
async function reportOf(t: TestContext, test: (server: TestServer) => Promise<unknown>): Promise<string> {
  const server = await startTestServer({
    simulateWorkloads: true,
    objects: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'old' } }],
  })
  t.after(() => server.close())
  const before = server.snapshot()
  await test(server)
  await server.settled()
  return failureReport('it works', before, server.snapshot(), server.requests.entries)
}

const settings = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' } } as const

describe('the report of a failed test', () => {
  it('shows what clients wrote before what followed from it, in versions that clients use', async (t) => {
    const report = await reportOf(t, ({ client }) =>
      client.create({
        ...deployment('web', { selector: { matchLabels: { app: 'web' } } }),
        apiVersion: 'apps/v1',
        kind: 'Deployment',
      }),
    )
    const kinds = [...report.matchAll(/^apiVersion: (.*)\nkind: (.*)$/gm)].map(([, group, kind]) => [
      group,
      kind,
    ])
    assert.deepEqual(kinds[0], ['apps/v1', 'Deployment'])
    assert.ok(kinds.some(([, kind]) => kind === 'Pod'))
    assert.doesNotMatch(report, /extensions|managedFields|kind: Event/)
    assert.match(
      report,
      /^ {2}Deployment web: ScalingReplicaSet: Scaled up replica set web-\w+ from 0 to 1$/m,
    )
  })

  it('names deleted objects', async (t) => {
    const report = await reportOf(t, ({ client }) => client.delete('v1', 'ConfigMap', 'default', 'old'))
    assert.match(report, /^binnacle: "it works" failed with 1 changed object$/m)
    assert.match(report, /^v1 ConfigMap default\/old \(deleted\)$/m)
  })

  it('shows requests with their errors and faults, and queries as a person writes them', async (t) => {
    const report = await reportOf(t, async ({ client, faults }) => {
      faults.add({ verb: 'create', times: 1 }, fail(503))
      await client.create(settings).catch(() => undefined)
      await client.list('v1', 'ConfigMap', { labelSelector: 'app in (a,b)' })
      await client.get('v1', 'ConfigMap', 'default', 'none').catch(() => undefined)
    })
    const requests = report.slice(report.indexOf('binnacle: 3 requests'))
    assert.match(requests, /^binnacle: 3 requests by /)
    assert.match(requests, /^ {2}503 POST \/api\/v1\/namespaces\/default\/configmaps\S* \(fail\(503\)\)$/m)
    assert.match(requests, /^ {2}200 GET \/api\/v1\/configmaps\?labelSelector=app in \(a,b\)$/m)
    assert.match(requests, /^ {6}configmaps "none" not found$/m)
  })
})
