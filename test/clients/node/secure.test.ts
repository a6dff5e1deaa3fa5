import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ApiException, CoreV1Api, KubeConfig, RbacAuthorizationV1Api, Watch } from '@kubernetes/client-node'
import { SecureServer, USER } from '../support/secure-server.js'

describe('client-node: a server with TLS and users', async () => {
  const server = await SecureServer.ofSuite()
  const configOf = (kubeconfig: string) => {
    const config = new KubeConfig()
    config.loadFromFile(kubeconfig)
    return config
  }
  const admin = configOf(server.admin)
  const core = admin.makeApiClient(CoreV1Api)
  const rbac = admin.makeApiClient(RbacAuthorizationV1Api)

  for (const [what, kubeconfig] of [
    ['certificate', server.byCertificate()],
    ['token', server.byToken()],
    ['token of a plugin', server.byExec('v1')],
    ['certificate of a plugin', server.byExecCertificate('v1')],
  ] as const) {
    it(`reads and watches with a ${what}, once the user has permission`, async () => {
      const config = configOf(await kubeconfig)
      const user = config.makeApiClient(CoreV1Api)
      const list = () => user.listNamespacedConfigMap({ namespace: 'default' })
      const isRefused = (error: unknown) =>
        error instanceof ApiException &&
        error.code === 403 &&
        error.body.includes(`User \\"${USER}\\" cannot list`)
      await assert.rejects(list(), isRefused)
      await rbac.createNamespacedRoleBinding({
        namespace: 'default',
        body: {
          metadata: { name: 'readers' },
          subjects: [{ kind: 'User', name: USER, apiGroup: 'rbac.authorization.k8s.io' }],
          roleRef: { kind: 'ClusterRole', name: 'view', apiGroup: 'rbac.authorization.k8s.io' },
        },
      })
      assert.deepEqual((await list()).items, [])
      const seen = firstEvent(config)
      await core.createNamespacedConfigMap({ namespace: 'default', body: { metadata: { name: 'seen' } } })
      assert.equal(await seen, 'ADDED seen')
      await core.deleteNamespacedConfigMap({ namespace: 'default', name: 'seen' })
      await rbac.deleteNamespacedRoleBinding({ namespace: 'default', name: 'readers' })
      await assert.rejects(list(), isRefused)
    })
  }

  it('does not trust another CA', async () => {
    const other = configOf((await SecureServer.ofSuite()).admin)
    const cluster = { name: 'it', server: server.url, caData: other.getCurrentCluster()?.caData ?? '' }
    const config = new KubeConfig()
    config.loadFromClusterAndUser({ ...cluster, skipTLSVerify: false }, { name: 'nobody' })
    await assert.rejects(config.makeApiClient(CoreV1Api).listNamespace(), /certificate/)
  })
})

/** The first event of a watch on ConfigMaps. */
function firstEvent(config: KubeConfig): Promise<string> {
  return new Promise((resolve, reject) => {
    const watch = new Watch(config).watch(
      '/api/v1/namespaces/default/configmaps',
      {},
      (phase, object) => {
        watch.then((controller) => controller.abort())
        resolve(`${phase} ${object.metadata.name}`)
      },
      (error) => error && reject(error),
    )
    watch.catch(reject)
  })
}
