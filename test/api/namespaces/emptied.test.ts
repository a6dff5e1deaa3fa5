import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onEveryEngine } from '#test/support/server.js'

const NAMESPACES = '/api/v1/namespaces'
const container = { name: 'main', image: 'a' }

onEveryEngine('a namespace with pods on nodes', (client) => {
  it('is deleted with them, although no node reports that they terminated', async () => {
    const pods = `${NAMESPACES}/busy/pods`
    for (const name of ['one', 'two']) {
      const created = await client.post(pods, {
        metadata: { name },
        spec: { nodeName: 'node-1', containers: [container] },
      })
      assert.equal(created.status, 201, created.text)
    }
    // One of them is already terminating, with a grace period.
    const { body } = await client.delete(`${pods}/one`)
    assert.equal(body.metadata.deletionGracePeriodSeconds, 30)
    assert.equal((await client.delete(`${NAMESPACES}/busy`)).status, 200)
    while ((await client.get(`${NAMESPACES}/busy`)).status !== 404) {
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    assert.deepEqual((await client.get(pods)).body.items, [])
  })
})
