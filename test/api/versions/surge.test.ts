import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Json } from '#test/support/client.js'
import { DAEMONSETS } from '#test/support/objects.js'
import { onEveryEngine } from '#test/support/server.js'
import { appsDaemonset, isMissing, otherVersion, patch, until } from './daemonset-versions.js'

onEveryEngine('a daemon set with maxSurge, which only apps/v1 has', (client) => {
  const surging = (name: string, maxSurge: Json = 2) =>
    appsDaemonset.make(name, {
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge } },
    })
  const surgeOf = async (name: string) =>
    (await client.get(`${appsDaemonset.path}/${name}`)).body.spec.updateStrategy.rollingUpdate.maxSurge

  it('keeps it on writes in the other version', async () => {
    for (const [index, surge] of [1, 2147483647, '100%', '010%'].entries()) {
      await client.post(appsDaemonset.path, surging(`surge-${index}`, surge))
      const label = { metadata: { labels: { touched: 'yes' } } }
      await patch(client, `${DAEMONSETS}/surge-${index}`, 'merge', label)
      assert.equal(await surgeOf(`surge-${index}`), surge)
      const read = (await client.get(`${DAEMONSETS}/surge-${index}`)).body
      const put = await client.put(`${DAEMONSETS}/surge-${index}`, read)
      assert.equal(put.status, 200, put.text)
      assert.equal(put.body.metadata.resourceVersion, read.metadata.resourceVersion)
    }
  })

  it('raises the generation if maxSurge changes, but not if the status changes', async () => {
    await client.post(appsDaemonset.path, surging('surge-generation'))
    const path = `${appsDaemonset.path}/surge-generation`
    const more = { spec: { updateStrategy: { rollingUpdate: { maxSurge: 3 } } } }
    assert.equal((await patch(client, path, 'merge', more)).metadata.generation, 2)
    for (const at of [path, `${DAEMONSETS}/surge-generation`]) {
      const { apiVersion, kind, metadata } = (await client.get(at)).body
      const report = { apiVersion, kind, metadata: { name: metadata.name }, status: { numberReady: 1 } }
      const { status, body } = await client.put(`${at}/status`, report)
      assert.equal(status, 200)
      assert.equal(body.metadata.generation, 2)
      assert.equal(await surgeOf('surge-generation'), 3)
    }
  })

  it('does not block a deletion that waits for dependents', async () => {
    for (const [propagationPolicy, version] of [
      ['Foreground', appsDaemonset],
      ['Orphan', appsDaemonset],
      ['Foreground', otherVersion(appsDaemonset)],
      ['Orphan', otherVersion(appsDaemonset)],
    ] as const) {
      await client.post(appsDaemonset.path, surging('surge-deleted'))
      await client.delete(`${version.path}/surge-deleted`, { propagationPolicy })
      await until(client, `${DAEMONSETS}/surge-deleted`, isMissing)
    }
  })
})
