import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type ClusterPlace, type ServiceShard, serviceRecords } from './service-records.js'

const SERVICE = { name: 'web', namespace: 'shop', federation: 'fed', suffix: 'example.com' }
const PLACES: readonly ClusterPlace[] = [
  { cluster: 'm1', region: 'eu', zones: ['eu-a', 'eu-b'] },
  { cluster: 'm2', region: 'us', zones: ['us-a'] },
]
const shard = (cluster: string, ...ips: string[]): ServiceShard => ({
  cluster,
  ingress: ips.map((ip) => ({ ip })),
})

/** `name A address,…` or `name CNAME target`, without the common parts. */
function recordsOf(shards: readonly ServiceShard[], places = PLACES): string[] {
  return serviceRecords(SERVICE, places, shards).map(({ name, ttl, addresses, alias }) => {
    assert.equal(ttl, 180)
    const short = (text: string) => text.replace('web.shop.fed.svc.', '').replace('example.com', '.')
    return `${short(name)} ${alias === undefined ? addresses.join() : `-> ${short(alias)}`}`
  })
}

describe('the records of a service', () => {
  it('name the shards in each zone and region, and in the federation', () => {
    assert.deepEqual(recordsOf([shard('m1', '10.0.0.1'), shard('m2', '10.0.0.2', 'fd00::2')]), [
      '. 10.0.0.1,10.0.0.2,fd00::2',
      'eu.. 10.0.0.1',
      'eu-a.eu.. 10.0.0.1',
      'eu-b.eu.. 10.0.0.1',
      'us.. 10.0.0.2,fd00::2',
      'us-a.us.. 10.0.0.2,fd00::2',
    ])
  })

  it('lead up to the next name where there is no healthy shard', () => {
    assert.deepEqual(recordsOf([shard('m2', '10.0.0.2')]), [
      '. 10.0.0.2',
      'eu.. -> .',
      'eu-a.eu.. -> eu..',
      'eu-b.eu.. -> eu..',
      'us.. 10.0.0.2',
      'us-a.us.. 10.0.0.2',
    ])
  })

  it('have nothing at the top without any healthy shard', () => {
    assert.deepEqual(recordsOf([]), [
      'eu.. -> .',
      'eu-a.eu.. -> eu..',
      'eu-b.eu.. -> eu..',
      'us.. -> .',
      'us-a.us.. -> us..',
    ])
  })

  it('are aliases of the host name of a load balancer, unless there are addresses', () => {
    const named = {
      cluster: 'm1',
      ingress: [{ hostname: 'LB-2.example.net' }, { hostname: 'lb-3.example.net' }],
    }
    assert.deepEqual(recordsOf([named, shard('m2', '10.0.0.2')]), [
      '. 10.0.0.2',
      'eu.. -> lb-2.example.net',
      'eu-a.eu.. -> lb-2.example.net',
      'eu-b.eu.. -> lb-2.example.net',
      'us.. 10.0.0.2',
      'us-a.us.. 10.0.0.2',
    ])
  })

  it('leave out places that cannot be in a name', () => {
    const places = [
      { cluster: 'm1', region: '', zones: [] },
      { cluster: 'm2', region: 'us.east', zones: ['a'] },
      { cluster: 'm3', region: 'EU', zones: ['a_b', 'A'] },
    ]
    assert.deepEqual(recordsOf([shard('m1', '10.0.0.1'), shard('m3', '10.0.0.3')], places), [
      '. 10.0.0.1,10.0.0.3',
      'eu.. 10.0.0.3',
      'a.eu.. 10.0.0.3',
    ])
  })
})
