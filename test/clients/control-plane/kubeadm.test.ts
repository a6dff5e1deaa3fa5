import assert from 'node:assert/strict'
import { get } from 'node:https'
import { after, it } from 'node:test'
import { makeCertificates } from '#test/support/etcd/certificates.js'
import { EtcdCluster, etcdMissing } from '#test/support/etcd/member.js'
import { ControlPlane } from '#test/support/servers/control-plane.js'
import { temporaryFolder } from '#test/support/temporary-folder.js'
import { clientSuite } from '../support/client-suite.js'
import { Kubectl } from '../support/kubectl.js'
import { withEveryKubectl } from '../support/on-every-kubectl.js'

if (etcdMissing !== false) clientSuite("the flags of kubeadm's manifest", etcdMissing, () => {})
else
  withEveryKubectl("the flags of kubeadm's manifest", async (program) => {
    const folder = await temporaryFolder()
    const certificates = await makeCertificates(folder.path)
    const etcd = await EtcdCluster.startSecured(certificates)
    const plane = await ControlPlane.make(folder.path, certificates)
    const server = await plane.start(plane.flags(etcd.endpoints))
    after(async () => {
      await server.stop()
      await etcd.remove()
      await folder.remove()
    })
    const kubectl = new Kubectl({
      ...{ program, server: server.url, home: folder.path },
      kubeconfig: await plane.admin(server.url),
    })

    it('names the flags without an effect in one line of the log', () => {
      const lines = server.log.filter((line) => line.includes('--allow-privileged'))
      assert.equal(lines.length, 1, server.log.join('\n'))
      assert.ok(!lines[0]?.includes('--advertise-address'))
    })

    it('passes the probes of the manifest, which have no credentials', async () => {
      for (const path of ['/livez', '/readyz', '/healthz']) {
        assert.deepEqual(await probe(server.url + path, plane.authority.cert), [200, 'ok'])
      }
      const [code] = await probe(`${server.url}/api/v1/namespaces`, plane.authority.cert)
      assert.equal(code, 403)
    })

    it('serves an administrator', async () => {
      await kubectl.prints('create namespace web')
      const inWeb = kubectl.in('web')
      await inWeb.prints('create serviceaccount default')
      await inWeb.prints('create deployment site --image=nginx')
      assert.equal(await inWeb.prints('get deployments -o name'), 'deployment.apps/site\n')
    })

    it('has the defaults of kube-apiserver: strict namespaces, service accounts, no other controllers', async () => {
      const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } }
      const spec = { containers: [{ name: 'a', image: 'a' }] }
      const nowhere = kubectl.in('nowhere')
      assert.match(await nowhere.rejects('create -f -', { ...pod, spec }), /namespaces "nowhere" not found/)
      await kubectl.prints('create namespace bare')
      assert.match(
        await kubectl.in('bare').rejects('create -f -', { ...pod, spec }),
        /serviceaccount "default" not found/,
      )
      await kubectl.in('web').prints('create -f -', { ...pod, spec })
      const created = await kubectl.in('web').reads('pod a')
      assert.equal(created.spec.serviceAccountName, 'default')
      assert.deepEqual((await kubectl.in('bare').reads('replicasets')).items, [])
    })

    it('leads the Service kubernetes to the advertised address', async () => {
      const { subsets } = await kubectl.reads('endpoints kubernetes')
      assert.deepEqual(subsets[0].addresses, [{ ip: '192.0.2.10' }])
      assert.equal((await kubectl.reads('service kubernetes')).spec.clusterIP, '10.96.0.1')
    })

    it('tells extension servers of front proxies', async () => {
      const { data } = await kubectl.in('kube-system').reads('configmap extension-apiserver-authentication')
      assert.equal(data['requestheader-allowed-names'], '["front-proxy-client"]')
    })
  })

function probe(url: string, ca: string): Promise<[code: number | undefined, body: string]> {
  return new Promise((resolve, reject) => {
    get(url, { ca, agent: false }, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        body += chunk
      })
      response.on('end', () => resolve([response.statusCode, body]))
    }).on('error', reject)
  })
}
