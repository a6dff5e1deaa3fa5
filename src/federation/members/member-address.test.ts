import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CredentialsError } from './kubeconfig.js'
import { machineAddresses, memberAddress } from './member-address.js'

const OWN = { external: ['10.1.2.3', '2001:db8::7'], internal: ['127.0.0.1', '::1'] }

const chosen = (...entries: readonly [string, string][]) =>
  memberAddress(
    entries.map(([clientCIDR, serverAddress]) => ({ clientCIDR, serverAddress })),
    OWN,
  )

describe('the address of a member', () => {
  it('is the one of the most specific CIDR that matches this machine', () => {
    assert.equal(chosen(['0.0.0.0/0', 'far'], ['10.1.0.0/16', 'near'], ['10.0.0.0/8', 'between']), 'near')
    assert.equal(chosen(['10.1.2.3/32', 'me'], ['0.0.0.0/0', 'all']), 'me')
    assert.equal(chosen(['192.168.0.0/16', 'other'], ['::/0', 'six']), 'six')
  })

  it('is the first of several with the same CIDR', () => {
    assert.equal(chosen(['0.0.0.0/0', 'one'], ['0.0.0.0/0', 'two']), 'one')
    assert.equal(chosen(['', 'everyone'], ['0.0.0.0/0', 'two']), 'everyone')
  })

  it('may be for an internal address of this machine if no other matches', () => {
    assert.equal(chosen(['127.0.0.0/8', 'local'], ['0.0.0.0/0', 'all']), 'all')
    assert.equal(chosen(['127.0.0.0/8', 'local'], ['192.168.0.0/16', 'other']), 'local')
  })

  it('is rejected if no CIDR matches this machine', () => {
    assert.throws(() => chosen(['192.168.0.0/16', 'other']), CredentialsError)
    assert.throws(() => chosen(), CredentialsError)
  })

  it('uses the addresses of this machine', () => {
    const { external, internal } = machineAddresses()
    assert.ok(!external.includes('127.0.0.1'))
    assert.ok(external.length + internal.length > 0)
  })
})
