import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { run } from '#cli/run.js'
import { Terminal } from '#cli/terminal.fixture.js'
import { readKubeconfig } from '#federation/members/kubeconfig.js'
import { MemberClient } from '#federation/members/member-client.js'
import { created, RBAC, startAccessServer } from '#test/support/servers/access-server.js'
import { temporaryFolder } from '#test/support/temporary-folder.js'

const MAPS = '/api/v1/namespaces/default/configmaps'

async function command(...argv: string[]) {
  const terminal = new Terminal()
  return { code: await run(argv, {}, terminal), out: terminal.out.join('\n'), err: terminal.err.join('\n') }
}

/** A host and a member that know the same users, and the kubeconfigs of their administrators. */
async function stage(t: TestContext, ...flags: string[]) {
  const { path, remove } = await temporaryFolder()
  t.after(remove)
  const host = await startAccessServer(t, { federation: true, authorizationMode: ['RBAC'] })
  const member = await startAccessServer(t, { authorizationMode: ['RBAC'] })
  const kubeconfig = async (name: string, server: string, token: string) => {
    const file = join(path, name)
    const config = {
      'current-context': 'a',
      contexts: [{ name: 'a', context: { cluster: 'a', user: 'a' } }],
      clusters: [{ name: 'a', cluster: { server } }],
      users: [{ name: 'a', user: { token } }],
    }
    await writeFile(file, JSON.stringify(config))
    return file
  }
  const hostFile = await kubeconfig('host', host.server.url, 'admin')
  const memberFile = await kubeconfig('member', member.server.url, 'admin')
  const { code, err } = await command(
    ...['join', 'm1', '--kubeconfig', memberFile, '--host-kubeconfig', hostFile, ...flags],
  )
  assert.equal(code, 0, err)
  /** A client through the host, by the kubeconfig that the command prints. */
  const through = async (user: string) => {
    const file = await kubeconfig(user, host.server.url, user)
    const made = await command('kubeconfig', '--cluster', 'm1', '--host-kubeconfig', file)
    assert.equal(made.code, 0, made.err)
    const client = new MemberClient(await readKubeconfig(made.out))
    t.after(() => client.close())
    return client
  }
  const rules = [{ apiGroups: ['federation'], resources: ['clusters/proxy'], verbs: ['*'] }]
  const admin = host.as('admin')
  await created(admin.post(`${RBAC}/clusterroles`, { metadata: { name: 'through' }, rules }))
  await created(
    admin.post(`${RBAC}/clusterrolebindings`, {
      metadata: { name: 'through' },
      roleRef: { kind: 'ClusterRole', name: 'through' },
      subjects: [{ kind: 'User', name: 'ann' }],
    }),
  )
  return { host, member, through }
}

describe('a kubeconfig through the host', { timeout: 60_000 }, () => {
  it('has the rights of its user in the member, if the cluster was joined with --impersonate', async (t) => {
    const { member, through } = await stage(t, '--impersonate')
    const admin = await through('admin')
    const made = await admin.send({ method: 'POST', path: MAPS, body: { metadata: { name: 'a' } } })
    assert.equal(made.status, 201)
    assert.equal((await member.as('admin').get(`${MAPS}/a`)).status, 200)
    const ann = await through('ann')
    const refused = await ann.send({ method: 'GET', path: MAPS })
    assert.equal(refused.status, 403)
    assert.match(JSON.stringify(refused.body), /User \\"ann\\" cannot list resource \\"configmaps\\"/)
    const ben = await through('ben')
    const denied = await ben.send({ method: 'GET', path: MAPS })
    assert.match(JSON.stringify(denied.body), /User \\"ben\\" cannot get resource \\"clusters\/proxy\\"/)
  })

  it('is rejected by the member, with the reason, if the account may not impersonate', async (t) => {
    const { through } = await stage(t)
    const { status, body } = await (await through('admin')).send({ method: 'GET', path: MAPS })
    assert.equal(status, 403)
    assert.match(JSON.stringify(body), /binnacle-federation-m1\\" cannot impersonate resource \\"users\\"/)
  })

  it('needs fitting flags', async () => {
    for (const [flags, message] of [
      [['--host-context', 'a'], /--host-context needs --host-kubeconfig/],
      [['--host-kubeconfig', 'f'], /--host-kubeconfig needs --cluster/],
      [['--host-kubeconfig', 'f', '--cluster', 'a', '--server', 'http://x'], /already names the server/],
      [['--cluster', 'Not A Name'], /the name of a cluster/],
    ] as const) {
      const { code, err } = await command('kubeconfig', ...flags)
      assert.equal(code, 2)
      assert.match(err, message)
    }
    const open = await command('kubeconfig', '--cluster', 'm1', '--server', 'http://127.0.0.1:1')
    assert.equal(open.code, 0)
    assert.match(
      open.out,
      /server: "http:\/\/127\.0\.0\.1:1\/apis\/federation\/v1beta1\/clusters\/m1\/proxy"/,
    )
  })
})
