import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Kubectl, type KubectlProgram } from '../support/kubectl.js'
import { withEveryKubectl } from '../support/on-every-kubectl.js'
import { GROUP, SecureServer, USER } from '../support/secure-server.js'

/** Each authenticates the user by other means. */
function kubeconfigs(server: SecureServer, { minor }: KubectlProgram): [string, Promise<string>][] {
  const versions = minor < 22 ? (['v1beta1'] as const) : (['v1beta1', 'v1'] as const)
  return [
    ['certificate', server.byCertificate()],
    ['token', server.byToken()],
    ...versions.flatMap((version): [string, Promise<string>][] => [
      [`token of a plugin (${version})`, server.byExec(version)],
      [`certificate of a plugin (${version})`, server.byExecCertificate(version)],
    ]),
  ]
}

withEveryKubectl('credentials', async (program) => {
  const server = await SecureServer.ofSuite()
  const kubectl = new Kubectl({ program, server: server.url, home: server.home })
  const admin = kubectl.as(server.admin)

  for (const [what, kubeconfig] of kubeconfigs(server, program)) {
    it(`with a ${what} has exactly the permissions of the user and its groups`, async () => {
      const user = kubectl.as(await kubeconfig)
      const refused = `User "${USER}" cannot list resource "configmaps" in API group "" in the namespace "default"`
      assert.ok((await user.rejects('get configmaps')).includes(refused))
      await admin.prints(`create rolebinding readers --clusterrole=view --group=${GROUP}`)
      await admin.prints('create configmap settings --from-literal=a=1')
      assert.equal(await user.prints('get configmap settings -o jsonpath={.data.a}'), '1')
      assert.match(await user.rejects('delete configmap settings'), /cannot delete resource "configmaps"/)
      const watch = user.start(['get', 'configmaps', '--watch', '-o', 'name'])
      await watch.says(/settings/)
      await admin.prints('create configmap later --from-literal=a=1')
      await watch.says(/later/)
      await watch.stop()
      await admin.prints('delete rolebinding/readers configmap/settings configmap/later')
      assert.ok((await user.rejects('get configmaps')).includes(refused))
    })
  }

  it('with missing or wrong credentials gets an error', async () => {
    const plain = ['--server', server.url, '--certificate-authority', server.caFile]
    const wrong = await kubectl.run(['get', 'configmaps', ...plain, '--token', 'nonsense'])
    assert.match(wrong.stderr, /You must be logged in to the server/)
    const stranger = await kubectl.run(['get', 'configmaps', '--server', server.url, '--token', 'nonsense'])
    assert.match(stranger.stderr, /x509: certificate signed by unknown authority/)
  })
})
