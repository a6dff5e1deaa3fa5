import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LOCAL_HOSTS, newAuthority } from '#test/support/certificates/authority.js'
import { rootOf } from './root-ca.js'

test('the CA is looked for once for each state of the files', () => {
  const [one, other] = [newAuthority(), newAuthority()]
  let reads = 0
  const filesOf = (authority: typeof one) => ({
    cert: authority.issueServer(LOCAL_HOSTS).cert,
    get userCas() {
      reads++
      return [other.cert, authority.cert]
    },
  })
  const [before, after] = [filesOf(one), filesOf(other)]
  const roots = [before, before, after, before].map(rootOf)
  assert.equal(reads, 2)
  assert.deepEqual(
    roots.map((root) => root.trim()),
    [one, one, other, one].map(({ cert }) => cert.trim()),
  )
})
