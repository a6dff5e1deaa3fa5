import { after, describe } from 'node:test'
import { storageContract } from '#storage/storage.contract.js'
import { EtcdCluster, etcdMissing } from '#test/support/etcd/member.js'
import { openEtcdStorage } from './storage.js'

describe('the storage contract on etcd', { skip: etcdMissing }, () => {
  // A new cluster for every test, with an empty history. The next one starts while a test runs.
  let next = EtcdCluster.start()
  next.catch(() => undefined)
  after(async () => (await next).remove())

  storageContract('etcd', { isDurable: true, isOnlyWriter: false }, async () => {
    const cluster = await next
    next = EtcdCluster.start()
    next.catch(() => undefined)
    const { endpoints } = cluster
    return {
      open: (clock, beginning) => openEtcdStorage({ endpoints, prefix: '/registry', clock, ...beginning }),
      remove: () => cluster.remove(),
    }
  })
})
