import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { RBAC, startAccessServer, type UserClient } from '#test/support/servers/access-server.js'
import { temporaryFolder } from '#test/support/temporary-folder.js'

const MERGE = { 'content-type': 'application/merge-patch+json' }
const POD_READER = { apiGroups: ['example.com'], resources: ['probes'], verbs: ['get'] }

const role = async (admin: UserClient, name: string) => (await admin.get(`${RBAC}/clusterroles/${name}`)).body
const resourcesOf = ({ rules }: { rules: { resources?: string[] }[] | null }) =>
  new Set((rules ?? []).flatMap(({ resources = [] }) => resources))

describe('aggregated cluster roles', () => {
  it('are aggregated from the start: view into edit, and edit into admin', async (t) => {
    const { as, server } = await startAccessServer(t)
    await server.settled()
    const [view, edit, admin] = await Promise.all(
      ['view', 'edit', 'admin'].map(async (name) => resourcesOf(await role(as('admin'), name))),
    )
    assert.ok(view?.has('configmaps') && !view.has('secrets'))
    assert.ok(edit?.has('configmaps') && edit.has('secrets') && edit.has('pods/log') && !edit.has('roles'))
    assert.ok(admin?.has('configmaps') && admin.has('secrets') && admin.has('pods/log') && admin.has('roles'))
  })

  it('follow the roles that they aggregate, over several levels', async (t) => {
    const { as, server } = await startAccessServer(t)
    const admin = as('admin')
    const labels = { 'rbac.authorization.k8s.io/aggregate-to-view': 'true' }
    await admin.post(`${RBAC}/clusterroles`, { metadata: { name: 'more', labels }, rules: [POD_READER] })
    await server.settled()
    assert.ok(resourcesOf(await role(admin, 'admin')).has('probes'))
    await admin.send('PATCH', `${RBAC}/clusterroles/more`, { metadata: { labels: null } }, MERGE)
    await server.settled()
    for (const name of ['view', 'edit', 'admin']) {
      assert.ok(!resourcesOf(await role(admin, name)).has('probes'), name)
    }
  })

  it('lose rules that were written directly', async (t) => {
    const { as, server } = await startAccessServer(t)
    const admin = as('admin')
    await admin.send('PATCH', `${RBAC}/clusterroles/view`, { rules: [POD_READER] }, MERGE)
    await server.settled()
    assert.ok(!resourcesOf(await role(admin, 'view')).has('probes'))
  })
})

describe('default roles', () => {
  it('are reconciled when the server starts, unless an annotation disables it', async (t) => {
    const { path, remove } = await temporaryFolder()
    t.after(remove)
    const start = () => startAccessServer(t, { storage: 'embedded', dataDir: path })
    const first = await start()
    const admin = first.as('admin')
    const change = async (kind: string, name: string, patch: object) => {
      assert.equal((await admin.send('PATCH', `${RBAC}/${kind}/${name}`, patch, MERGE)).status, 200)
    }
    await change('clusterroles', 'system:discovery', { rules: [POD_READER] })
    const kept = { 'rbac.authorization.kubernetes.io/autoupdate': 'false' }
    await change('clusterroles', 'system:basic-user', { metadata: { annotations: kept }, rules: null })
    await change('clusterrolebindings', 'system:basic-user', { subjects: null })
    await change('clusterrolebindings', 'system:monitoring', {
      metadata: { annotations: kept },
      subjects: null,
    })
    await admin.delete(`${RBAC}/clusterrolebindings/system:discovery`)
    await admin.delete(`${RBAC}/clusterroles/view`)
    assert.equal((await first.as('ann').get('/api')).status, 403)
    await first.server.close()

    const second = await start()
    await second.server.settled()
    const again = second.as('admin')
    assert.equal((await second.as('ann').get('/api')).status, 200)
    const discovery = await role(again, 'system:discovery')
    assert.deepEqual(discovery.rules[0], { ...POD_READER })
    assert.ok(discovery.rules.length > 1)
    assert.equal((await role(again, 'system:basic-user')).rules, null)
    assert.ok(resourcesOf(await role(again, 'view')).has('configmaps'))
    const binding = async (name: string) =>
      (await again.get(`${RBAC}/clusterrolebindings/${name}`)).body.subjects
    assert.equal((await binding('system:basic-user'))[0].name, 'system:authenticated')
    assert.equal(await binding('system:monitoring'), undefined)
  })
})
