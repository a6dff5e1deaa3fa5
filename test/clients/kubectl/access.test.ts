import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Kubectl } from '../support/kubectl.js'
import { withEveryKubectl } from '../support/on-every-kubectl.js'
import { GROUP, SecureServer, USER } from '../support/secure-server.js'

withEveryKubectl('rights', async (program) => {
  const server = await SecureServer.ofSuite()
  const kubectl = new Kubectl({ program, server: server.url, home: server.home })
  const admin = kubectl.as(server.admin)
  const user = kubectl.as(await server.byCertificate())
  const can = async (question: string) => {
    const { stdout } = await user.run(['auth', 'can-i', ...question.split(' ')])
    return stdout.trim()
  }

  it('creates roles, binds them, and checks permissions', async () => {
    assert.equal(await can('create pods'), 'no')
    await admin.prints('create role builder --verb=create,get --resource=pods,deployments.apps')
    await admin.prints(`create rolebinding builders --role=builder --user=${USER}`)
    assert.equal(await can('create pods'), 'yes')
    assert.equal(await can('create deployments.apps'), 'yes')
    assert.equal(await can('delete pods'), 'no')
    assert.equal(await can('create pods --namespace kube-system'), 'no')
    await admin.prints('create clusterrole viewer --verb=get,list --resource=nodes')
    await admin.prints('create clusterrole prober --verb=get --non-resource-url=/metrics')
    await admin.prints(`create clusterrolebinding viewers --clusterrole=viewer --group=${GROUP}`)
    await admin.prints(`create clusterrolebinding probers --clusterrole=prober --group=${GROUP}`)
    assert.equal(await can('list nodes'), 'yes')
    assert.equal(await can('get /metrics'), 'yes')
    assert.equal(await can('get /logs'), 'no')
    const asked = await admin.prints(`auth can-i create pods --as ${USER}`)
    assert.equal(asked.trim(), 'yes')
  })

  it('lists the permissions of the user', async () => {
    const rows = (await user.table('auth can-i --list')).map(([resources]) => resources)
    assert.equal(rows[0], 'Resources')
    for (const resource of [
      'pods',
      'deployments.apps',
      'nodes',
      'selfsubjectaccessreviews.authorization.k8s.io',
    ])
      assert.ok(rows.includes(resource), resource)
  })

  it('reconciles roles and bindings', async () => {
    const role = {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'Role',
      metadata: { name: 'builder', namespace: 'default' },
      rules: [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'] }],
    }
    const binding = {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'RoleBinding',
      metadata: { name: 'reconciled', namespace: 'default' },
      subjects: [{ kind: 'User', name: USER, apiGroup: 'rbac.authorization.k8s.io' }],
      roleRef: { kind: 'Role', name: 'builder', apiGroup: 'rbac.authorization.k8s.io' },
    }
    const said = await admin.prints('auth reconcile -f -', {
      apiVersion: 'v1',
      kind: 'List',
      items: [role, binding],
    })
    assert.match(said, /role\.rbac\.authorization\.k8s\.io\/builder reconciled/)
    assert.match(said, /rolebinding\.rbac\.authorization\.k8s\.io\/reconciled reconciled/)
    // Existing permissions are kept, and missing ones are added.
    assert.equal(await can('get secrets'), 'yes')
    assert.equal(await can('create pods'), 'yes')
    assert.match(await user.rejects('auth reconcile -f -', role), /forbidden/)
  })

  it('lets no user grant more permissions than they have', async () => {
    await admin.prints('create role roles --verb=create --resource=roles.rbac.authorization.k8s.io')
    await admin.prints(`create rolebinding roles --role=roles --user=${USER}`)
    assert.match(
      await user.rejects('create role all --verb=* --resource=*'),
      /is attempting to grant RBAC permissions not currently held/,
    )
    await user.prints('create role some --verb=get --resource=pods')
  })

  it('shows the user', {
    skip: program.minor < 28 && 'an old kubectl has no command for it',
  }, async () => {
    const review = JSON.parse(await user.prints('auth whoami -o json'))
    assert.equal(review.status.userInfo.username, USER)
    assert.deepEqual(review.status.userInfo.groups, [GROUP, 'system:authenticated'])
  })

  it('creates tokens of service accounts', {
    skip: program.minor < 24 && 'an old kubectl has no command for it',
  }, async () => {
    await admin.prints('create serviceaccount robot')
    await admin.prints('create rolebinding robots --clusterrole=view --serviceaccount=default:robot')
    const token = (await admin.prints('create token robot --duration 10m')).trim()
    const asRobot = ['--server', server.url, '--certificate-authority', server.caFile, '--token', token]
    const response = await kubectl.run(['auth', 'can-i', 'list', 'configmaps', ...asRobot])
    assert.equal(response.stdout.trim(), 'yes', response.stderr)
    await admin.prints('delete serviceaccount robot')
    assert.match(
      (await kubectl.run(['get', 'pods', ...asRobot])).stderr,
      /You must be logged in to the server/,
    )
  })
})
