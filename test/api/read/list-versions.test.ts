import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { ApiResponse, Json } from '#test/support/client.js'
import { INGRESSES, ingress, KINDS } from '#test/support/objects.js'
import { onEveryEngine } from '#test/support/server.js'

const namesOf = ({ body }: ApiResponse) => body.items.map(({ metadata }: Json) => metadata.name)

onEveryEngine('versions of lists', (client) => {
  for (const { path, make } of KINDS) {
    it(`${make('x').kind}: a limited list with a version shows the state at that version`, async () => {
      await client.post(path, make('a'))
      const { body: second } = await client.post(path, make('b'))
      const { resourceVersion } = second.metadata
      await client.post(path, make('c'))
      await client.delete(`${path}/a`, { propagationPolicy: 'Background' })
      await client.put(`${path}/b`, { ...make('b'), metadata: { name: 'b', labels: { changed: 'yes' } } })

      const past = await client.get(`${path}?limit=10&resourceVersion=${resourceVersion}`)
      assert.deepEqual(namesOf(past), ['a', 'b'])
      assert.equal(past.body.items[1].metadata.resourceVersion, resourceVersion)
      assert.equal(past.body.metadata.resourceVersion, resourceVersion)

      for (const query of ['limit=10', 'limit=10&resourceVersion=0', `resourceVersion=${resourceVersion}`]) {
        assert.deepEqual(namesOf(await client.get(`${path}?${query}`)), ['b', 'c'], query)
      }
      const notOlder = `limit=10&resourceVersion=${resourceVersion}&resourceVersionMatch=NotOlderThan`
      assert.deepEqual(namesOf(await client.get(`${path}?${notOlder}`)), ['b', 'c'])
    })
  }

  it('all chunks of a list at an earlier version show that version', async () => {
    const labels = { chunked: 'yes' }
    const make = (name: string) => ({ ...ingress(name), metadata: { name, labels } })
    let version = ''
    for (const name of ['p', 'q', 'r', 's']) {
      version = (await client.post(INGRESSES, make(name))).body.metadata.resourceVersion
    }
    for (const name of ['p', 'q', 'r', 's']) await client.delete(`${INGRESSES}/${name}`)
    const select = 'labelSelector=chunked&limit=3'
    const first = await client.get(`${INGRESSES}?${select}&resourceVersion=${version}`)
    assert.deepEqual(namesOf(first), ['p', 'q', 'r'])
    const second = await client.get(`${INGRESSES}?${select}&continue=${first.body.metadata.continue}`)
    assert.deepEqual(namesOf(second), ['s'])
    assert.equal(second.body.metadata.resourceVersion, version)
    assert.deepEqual(namesOf(await client.get(`${INGRESSES}?${select}`)), [])
  })

  it('deletecollection with a limit and a version deletes the objects of that version', async () => {
    const labels = { swept: 'yes' }
    const make = (name: string) => ({ ...ingress(name), metadata: { name, labels } })
    const { body } = await client.post(INGRESSES, make('old'))
    await client.post(INGRESSES, make('new'))
    const query = `labelSelector=swept&limit=5&resourceVersion=${body.metadata.resourceVersion}`
    assert.equal((await client.delete(`${INGRESSES}?${query}`)).status, 200)
    assert.deepEqual(namesOf(await client.get(`${INGRESSES}?labelSelector=swept`)), ['new'])
  })

  it('a future or invalid version is rejected', async () => {
    const future = await client.get(`${INGRESSES}?limit=1&resourceVersion=999999999999`)
    assert.equal(future.status, 504)
    assert.equal(future.body.details.retryAfterSeconds, 1)
    for (const version of ['abc', '-1', '1.5']) {
      assert.equal((await client.get(`${INGRESSES}?limit=1&resourceVersion=${version}`)).status, 400)
    }
  })
})
