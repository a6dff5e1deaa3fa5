import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type KubernetesListObject,
  type KubernetesObject,
  KubernetesObjectApi,
  makeInformer,
  Watch,
} from '@kubernetes/client-node'
import { Client } from '#test/support/client.js'
import { ingress } from '#test/support/objects.js'
import { OWN_ADDRESS } from '#test/support/own-address.js'
import { ServerProcess } from '#test/support/servers/server-process.js'
import { temporaryFolder } from '#test/support/temporary-folder.js'
import { configOf } from '../support/client-node.js'
import { serverOfSuite } from '../support/client-suite.js'
import { until } from '../support/until.js'

const pathOf = (namespace: string) => `/apis/extensions/v1beta1/namespaces/${namespace}/ingresses`

/** An informer that restarts after errors, as its documentation recommends, and its events. */
function followIngresses(server: string, namespace: string) {
  const config = configOf(server)
  const api = KubernetesObjectApi.makeApiClient(config)
  const reported: string[] = []
  let lists = 0
  let isOver = false
  const informer = makeInformer(config, pathOf(namespace), async () => {
    lists += 1
    return (await api.list(
      'extensions/v1beta1',
      'Ingress',
      namespace,
    )) as KubernetesListObject<KubernetesObject>
  })
  for (const event of ['add', 'update', 'delete'] as const) {
    informer.on(event, ({ metadata }) => reported.push(`${event} ${metadata?.name}`))
  }
  informer.on('error', () => {
    if (!isOver) setTimeout(() => informer.start(), 50)
  })
  return {
    reported,
    informer,
    get lists() {
      return lists
    },
    reports: (line: string) => until(async () => reported.includes(line)),
    stop: async () => {
      isOver = true
      await informer.stop()
    },
  }
}

describe('client-node: watches', async () => {
  const server = await serverOfSuite()
  const client = new Client(server)

  it('a watch reports every change', async () => {
    const events: string[] = []
    const path = pathOf('watch')
    const watching = new Watch(configOf(server)).watch(
      path,
      { allowWatchBookmarks: true, labelSelector: '!hidden' },
      (type, object) => events.push(`${type} ${object.metadata.name}`),
      () => {},
    )
    await client.post(path, ingress('door'))
    await until(async () => events.includes('ADDED door'))
    await client.send(
      'PATCH',
      `${path}/door`,
      { metadata: { labels: { hidden: 'yes' } } },
      { 'content-type': 'application/merge-patch+json' },
    )
    await until(async () => events.length === 2)
    assert.deepEqual(events, ['ADDED door', 'DELETED door'])
    ;(await watching).abort()
  })

  it('an informer has the existing objects and follows changes', async () => {
    const path = pathOf('informer')
    await client.post(path, ingress('first'))
    const follower = followIngresses(server, 'informer')
    await follower.informer.start()
    await follower.reports('add first')
    await client.post(path, ingress('second'))
    await follower.reports('add second')
    await client.send(
      'PATCH',
      `${path}/first`,
      { metadata: { labels: { a: 'b' } } },
      { 'content-type': 'application/merge-patch+json' },
    )
    await follower.reports('update first')
    await client.delete(`${path}/second`)
    await follower.reports('delete second')
    assert.deepEqual(
      follower.informer.list().map(({ metadata }) => metadata?.name),
      ['first'],
    )
    await follower.stop()
  })
})

describe('client-node: an informer whose server restarts', () => {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    it(`resumes after ${signal} and a restart with the same data`, async (t) => {
      const folder = await temporaryFolder()
      // A port that no other process takes while the server is down.
      const place = ['--data-dir', folder.path, '--host', OWN_ADDRESS]
      const first = await ServerProcess.start(place)
      const port = new URL(first.url).port
      const path = pathOf('restart')
      await new Client(first.url).post(path, ingress('before'))
      const follower = followIngresses(first.url, 'restart')
      t.after(async () => {
        await follower.stop()
        await folder.remove()
      })
      await follower.informer.start()
      await follower.reports('add before')

      await first.stop(signal)
      const second = await ServerProcess.start([...place, '--port', port])
      t.after(() => second.stop())
      const client = new Client(second.url)
      await client.post(path, ingress('after'))
      await client.delete(`${path}/before`)
      await follower.reports('add after')
      await follower.reports('delete before')
      assert.deepEqual(follower.reported, ['add before', 'add after', 'delete before'])
      assert.equal(follower.lists, 1, 'it listed again instead of resuming from its last version')
    })
  }
})
