import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Client, type Json } from '#test/support/client.js'
import { created } from '#test/support/servers/access-server.js'
import { startTestServer } from '#testing.js'
import { API_SERVICES, apiServiceOf } from './extension-server.js'

const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'
const MERGE = { 'content-type': 'application/merge-patch+json' }

const definition = (group: string, versions: readonly string[]) => ({
  metadata: { name: `ships.${group}` },
  spec: {
    group,
    scope: 'Cluster',
    names: { plural: 'ships', kind: 'Ship' },
    versions: versions.map((name, index) => ({
      ...{ name, served: true, storage: index === 0 },
      schema: { openAPIV3Schema: { type: 'object' } },
    })),
  },
})

/** The groups of the plain and of the aggregated document, each with its versions. */
async function groupsOf(client: Client): Promise<readonly [string, string][]> {
  const { groups } = (await client.get('/apis')).body
  const plain = groups.map(({ name, versions, preferredVersion }: Json) => {
    assert.deepEqual(preferredVersion, versions[0])
    return [name, versions.map(({ version }: Json) => version).join()]
  })
  const { items } = (await client.send('GET', '/apis', undefined, { accept: AGGREGATED })).body
  const aggregated = items.map(({ metadata, versions }: Json) => [
    metadata.name,
    versions.map(({ version }: Json) => version).join(),
  ])
  assert.deepEqual(aggregated, plain)
  return plain
}

describe('discovery with the APIs of other servers', () => {
  it('has groups and versions in the order of their priorities', async () => {
    await using server = await startTestServer()
    const client = new Client(server.url)
    await created(
      client.post(
        '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
        definition('m.example.com', ['v1', 'v1beta1']),
      ),
    )
    await server.settled()
    const before = await groupsOf(client)
    const register = (
      group: string,
      version: string,
      groupPriorityMinimum: number,
      versionPriority: number,
    ) =>
      created(
        client.post(API_SERVICES, apiServiceOf(group, version, { groupPriorityMinimum, versionPriority })),
      )
    await register('first.example.com', 'v1', 20_000, 1)
    await register('policies.example.com', 'v1', 17_050, 1)
    await register('policies.example.com', 'v2beta1', 10, 5)
    await register('a.example.com', 'v1', 1000, 1)
    await register('z.example.com', 'v1', 1000, 1)
    await register('z.example.com', 'v2', 1000, 1)
    await register('last.example.com', 'v1', 999, 1)
    await register('m.example.com', 'v1alpha1', 1000, 200)
    await register('m.example.com', 'v2', 1000, 100)
    const expected = [...before]
    const place = (name: string) => expected.findIndex(([group]) => group === name)
    expected.splice(1, 0, ['first.example.com', 'v1'])
    expected.splice(place('rbac.authorization.k8s.io'), 0, ['policies.example.com', 'v2beta1,v1'])
    expected.splice(
      place('m.example.com'),
      1,
      ['a.example.com', 'v1'],
      ['m.example.com', 'v1alpha1,v2,v1,v1beta1'],
    )
    expected.push(['z.example.com', 'v2,v1'], ['last.example.com', 'v1'])
    assert.deepEqual(await groupsOf(client), expected)
    const { body } = await client.get('/apis/m.example.com')
    assert.deepEqual([body.kind, body.preferredVersion.version], ['APIGroup', 'v1alpha1'])

    const spec = { groupPriorityMinimum: 20_000 }
    await client.send('PATCH', `${API_SERVICES}/v1.last.example.com`, { spec }, MERGE)
    const names = (await groupsOf(client)).slice(0, 3).map(([name]) => name)
    assert.deepEqual(names, ['apiregistration.k8s.io', 'first.example.com', 'last.example.com'])
  })
})
