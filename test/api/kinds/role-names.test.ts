import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onEveryEngine } from '#test/support/server.js'

const ROLES = '/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles'
const NAMES = ['team:Reader one', ' ', '~', '!"#$&\'()*+,-.:;<=>?@[\\]^_`{|}', 'A'.repeat(800)]

onEveryEngine('the name of a role', (client) => {
  it('may contain all printable ASCII characters except the slash and the percent sign', async () => {
    for (const name of NAMES) {
      assert.equal((await client.post(ROLES, { metadata: { name } })).status, 201, name)
      const path = `${ROLES}/${encodeURIComponent(name)}`
      const read = await client.get(path)
      assert.equal(read.status, 200, name)
      assert.equal(read.body.metadata.name, name)
      const listed = await client.get(
        `${ROLES}?fieldSelector=${encodeURIComponent(`metadata.name==${name}`)}`,
      )
      if (!/[=,\\]/.test(name)) assert.equal(listed.body.items.length, 1, name)
      assert.equal((await client.delete(path)).status, 200, name)
    }
  })

  it('is rejected if the store cannot hold it', async () => {
    for (const name of ['r\u00f4le', 'a\tb', '\u{1f6a2}', 'A'.repeat(801), 'A'.repeat(100_000)]) {
      const { status, body } = await client.post(ROLES, { metadata: { name } })
      assert.equal(status, 422, name.slice(0, 10))
      assert.equal(body.details.causes[0].field, 'metadata.name')
      assert.equal((await client.get(`${ROLES}/${encodeURIComponent(name.slice(0, 900))}`)).status, 404)
    }
  })
})
