import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { KUBECONFIG_DEFAULTS } from '#cli/kubeconfig-options.js'
import { makeKubeconfig } from '#server/kubeconfig/kubeconfig.js'
import { Kubectl, rowsOf } from '#test/clients/support/kubectl.js'
import { withEveryKubectl } from '#test/clients/support/on-every-kubectl.js'
import { eventually, Federation } from '#test/federation/clusters-of-servers.js'
import { temporaryFolder } from '#test/support/temporary-folder.js'

const pod = (name: string) => ({
  metadata: { name, labels: { app: name } },
  spec: { containers: [{ name: 'main', image: 'main:1' }] },
})

withEveryKubectl('all clusters of a federation', async (program) => {
  const home = await temporaryFolder()
  after(() => home.remove())
  const federation = await Federation.start({ after }, ['m1', 'm2'])
  for (const [name, member] of federation.members) {
    await member.create('/api/v1/namespaces/shop/pods', pod('web'))
    await member.create('/api/v1/namespaces/shop/pods', pod(`only-${name}`))
  }
  const kubeconfig = join(home.path, 'all.kubeconfig')
  const request = {
    ...KUBECONFIG_DEFAULTS,
    dataDir: home.path,
    server: federation.host.url,
    allClusters: true,
  }
  await writeFile(kubeconfig, await makeKubeconfig(request))
  const kubectl = new Kubectl({ program, server: '', home: home.path, kubeconfig })

  /** Columns of a table by their headings. */
  const columns = async (args: string, ...names: string[]): Promise<string[]> => {
    const [header = [], ...rows] = rowsOf(await kubectl.prints(args))
    return rows.map((row) => names.map((name) => row[header.indexOf(name)]).join(' '))
  }

  it('get shows the pods of every cluster', async () => {
    await eventually('all pods are shown', async () => {
      assert.deepEqual(await columns('get pods -A', 'NAMESPACE', 'NAME', 'CLUSTER'), [
        'shop only-m1 m1',
        'shop web m1',
        'shop only-m2 m2',
        'shop web m2',
      ])
    })
  })

  it('get takes selectors, short names, chunks and several resources', async () => {
    assert.deepEqual(await columns('get po -n shop -l app=web', 'NAME', 'CLUSTER'), ['web m1', 'web m2'])
    assert.deepEqual(await columns('get pods -A --chunk-size=1 -o wide', 'NAME', 'CLUSTER'), [
      'only-m1 m1',
      'web m1',
      'only-m2 m2',
      'web m2',
    ])
    const { items } = await kubectl.reads('pods,namespaces -n shop')
    assert.ok(items.some(({ kind }: { kind: string }) => kind === 'Pod'))
    assert.ok(items.some(({ kind }: { kind: string }) => kind === 'Namespace'))
  })

  it('get by name shows every cluster that has the object', async () => {
    assert.deepEqual(await columns('get pod web -n shop', 'NAME', 'CLUSTER'), ['web m1', 'web m2'])
    assert.match(await kubectl.rejects('get pod web -n shop -o yaml'), /in several clusters/)
    assert.match(await kubectl.prints('describe pod only-m2 -n shop'), /federation.binnacle.dev\/cluster: m2/)
  })

  it('writes name the way to one cluster', async () => {
    assert.match(
      await kubectl.rejects('delete pod only-m1 -n shop --wait=false'),
      /read-only: use one cluster, below \/apis\/federation\/v1beta1\/clusters\/NAME\/proxy/,
    )
  })

  it('get --watch shows changes of every cluster', async () => {
    const watch = kubectl.start(['get', 'pods', '-n', 'shop', '-w'])
    try {
      await watch.says(/web .*m2\n/)
      for (const member of federation.members.values()) {
        await member.create('/api/v1/namespaces/shop/pods', pod('late'))
      }
      await watch.says(/late .*m1\n/)
      await watch.says(/late .*m2\n/)
    } finally {
      await watch.stop()
    }
  })
})
