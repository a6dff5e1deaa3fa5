import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readLoadBalancerIngress } from './load-balancer-ingress.js'

describe('the load balancer ingress of a member', () => {
  it('is copied as it is', () => {
    const points = [
      { ip: '10.1.1.1', ipMode: 'VIP', ports: [{ port: 80, protocol: 'TCP' }] },
      { hostname: 'lb.example' },
    ]
    assert.deepEqual(readLoadBalancerIngress(points), points)
  })

  it('is skipped if no server would store it', () => {
    for (const nonsense of [
      undefined,
      null,
      'x',
      {},
      [],
      [null],
      [7],
      [{}],
      [{ ip: 'x' }],
      [{ hostname: '1.1.1.1' }],
    ])
      assert.deepEqual(readLoadBalancerIngress(nonsense), [])
    const point = {
      ip: '10.1.1.1',
      hostname: 7,
      ipMode: 'none',
      ports: [{ port: 'x' }, { port: 1 }],
      more: 1,
    }
    assert.deepEqual(readLoadBalancerIngress([point]), [{ ip: '10.1.1.1', ports: [] }])
    const many = Array.from({ length: 100_000 }, () => ({ ip: '10.1.1.1' }))
    assert.equal(readLoadBalancerIngress(many).length, 32)
  })
})
