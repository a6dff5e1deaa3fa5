import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { type ObjectChange, startTestServer, type TestServerOptions } from '#testing.js'

async function started(t: TestContext, options: TestServerOptions = {}) {
  const server = await startTestServer(options)
  t.after(() => server.close())
  return server
}

async function all<T>(history: AsyncIterable<ObjectChange<T>>): Promise<ObjectChange<T>[]> {
  const changes: ObjectChange<T>[] = []
  for await (const change of history) changes.push(change)
  return changes
}

describe('the history of an object', () => {
  it('has every version: what changed, and who changed it', async (t) => {
    const server = await started(t)
    const { client } = server
    const map = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'a' },
      data: { x: '1', y: '1' },
    } as const
    await client.create(map, { fieldManager: 'ann' })
    const patch = (data: object, fieldManager: string) =>
      client.patch('v1', 'ConfigMap', 'default', 'a', { data }, { fieldManager })
    await patch({ x: '2' }, 'bob')
    await patch({ x: '3', y: null }, 'bob')
    await client.delete('v1', 'ConfigMap', 'default', 'a')
    const changes = await all(server.history('configmap/a'))
    assert.deepEqual(
      changes.map(({ type, manager, diff }) => [type, manager, diff]),
      [
        ['ADDED', 'ann', []],
        ['MODIFIED', 'bob', [{ path: 'data.x', before: '1', after: '2' }]],
        [
          'MODIFIED',
          'bob',
          [
            { path: 'data.x', before: '2', after: '3' },
            { path: 'data.y', before: '1', after: undefined },
          ],
        ],
        ['DELETED', undefined, []],
      ],
    )
    assert.deepEqual(
      changes.map(({ object }) => object.data?.x),
      ['1', '2', '3', '3'],
    )
    assert.ok(
      changes.every(({ revision, time }, index) => {
        const before = changes[index - 1]
        return before === undefined || (revision > before.revision && time >= before.time)
      }),
    )
    assert.equal(Number(changes[1]?.object.metadata.resourceVersion), changes[1]?.revision)
  })

  it('begins with the start of the server, and shows the preferred version', async (t) => {
    const server = await started(t, {
      simulateWorkloads: true,
      objects: [
        {
          apiVersion: 'apps/v1',
          kind: 'Deployment',
          metadata: { name: 'web', namespace: 'test' },
          spec: {
            selector: { matchLabels: { app: 'web' } },
            template: {
              metadata: { labels: { app: 'web' } },
              spec: { containers: [{ name: 'main', image: 'nginx' }] },
            },
          },
        },
      ],
    })
    const changes = await all(server.history('deploy/web', { namespace: 'test' }))
    assert.deepEqual([changes[0]?.type, changes[0]?.manager], ['ADDED', 'fixtures'])
    assert.ok(changes.every(({ object }) => object.apiVersion === 'apps/v1'))
    assert.ok(changes.some(({ diff }) => diff.some(({ path }) => path === 'status.readyReplicas')))
    assert.deepEqual(await all(server.history('deploy/web')), [])
  })

  it('says for an unknown kind that there is none', async (t) => {
    const server = await started(t)
    await assert.rejects(all(server.history('ship/a')), /there is no kind "ship"/)
  })
})
