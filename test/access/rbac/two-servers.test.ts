import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { EtcdCluster, etcdMissing } from '#test/support/etcd/member.js'
import { created, grant, MERGE, RBAC, startAccessServer } from '#test/support/servers/access-server.js'

const CONFIG_MAPS = '/api/v1/namespaces/one/configmaps'
const READ = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list', 'watch'] }]
const BINDING = `${RBAC}/namespaces/one/rolebindings/reader`

describe('two servers on one etcd', { skip: etcdMissing }, () => {
  let cluster: EtcdCluster
  before(async () => {
    cluster = await EtcdCluster.start()
  })
  after(() => cluster.remove())

  it('share permissions and tokens, and end a watch when the other revokes its permission', async (t) => {
    const start = () => startAccessServer(t, { storage: 'etcd', etcdEndpoints: cluster.endpoints })
    const first = await start()
    const second = await start()
    const admin = first.as('admin')
    await grant(admin, 'one', 'reader', READ, 'ann')
    const eventually = async (status: number) => {
      while ((await second.as('ann').get(CONFIG_MAPS)).status !== status) await sleep(10)
    }
    await eventually(200)
    const watch = await second.as('ann').open(`${CONFIG_MAPS}?watch=true`)
    assert.equal(watch.status, 200)
    await admin.send('PATCH', BINDING, { subjects: [] }, MERGE)
    await eventually(403)
    await watch.text()

    await created(admin.post('/api/v1/namespaces/one/serviceaccounts', { metadata: { name: 'robot' } }))
    const { status } = await created(admin.post('/api/v1/namespaces/one/serviceaccounts/robot/token', {}))
    const whoami = () => second.as(status.token).post('/apis/authentication.k8s.io/v1/selfsubjectreviews', {})
    while ((await whoami()).status !== 201) await sleep(10)
    assert.equal((await whoami()).body.status.userInfo.username, 'system:serviceaccount:one:robot')
  })
})
