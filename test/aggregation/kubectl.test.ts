import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { Client } from '#test/support/client.js'
import { temporaryFolder } from '#test/support/temporary-folder.js'
import { startTestServer } from '#testing.js'
import { Kubectl } from '../clients/support/kubectl.js'
import { withEveryKubectl } from '../clients/support/on-every-kubectl.js'
import { until } from '../clients/support/until.js'
import { API_SERVICES, apiServiceOf, ExtensionServer } from './extension-server.js'

const METRICS = 'metrics.k8s.io'
const apiVersion = `${METRICS}/v1beta1`
const TIMES = { timestamp: '2026-01-02T03:04:05Z', window: '15s' }

withEveryKubectl('an API of another server', async (program) => {
  const home = await temporaryFolder()
  after(() => home.remove())
  const extension = await ExtensionServer.start({ after })
  extension.serve(METRICS, 'v1beta1', [
    { name: 'nodes', singularName: '', namespaced: false, kind: 'NodeMetrics', verbs: ['get', 'list'] },
    { name: 'pods', singularName: '', namespaced: true, kind: 'PodMetrics', verbs: ['get', 'list'] },
  ])
  const server = await startTestServer({
    serviceResolver: { 'apis/extension': `127.0.0.1:${extension.port}` },
  })
  after(() => server.close())
  const client = new Client(server.url)
  const kubectl = new Kubectl({ program, server: server.url, home: home.path })
  const node = {
    metadata: { name: 'n1' },
    status: { allocatable: { cpu: '2', memory: '1Gi' }, capacity: { cpu: '2', memory: '1Gi' } },
  }
  assert.equal((await client.post('/api/v1/nodes', node)).status, 201)
  assert.equal((await client.post(API_SERVICES, apiServiceOf(METRICS, 'v1beta1'))).status, 201)

  it('apiservices shows which are available', async () => {
    await until(async () => /apis\/extension +True/.test(await kubectl.prints('get apiservices')))
    const listed = await kubectl.prints('get apiservices')
    assert.match(listed, /^NAME +SERVICE +AVAILABLE +AGE$/m)
    assert.match(listed, /^v1\.apps +Local +True +\S+$/m)
    assert.match(listed, /^v1beta1\.metrics\.k8s\.io +apis\/extension +True +\S+$/m)
  })

  it('api-resources lists its resources', async () => {
    const listed = await kubectl.prints(`api-resources --api-group=${METRICS}`)
    assert.match(listed, /^nodes +.*metrics\.k8s\.io\/v1beta1 +false +NodeMetrics$/m)
    assert.match(listed, /^pods +.*metrics\.k8s\.io\/v1beta1 +true +PodMetrics$/m)
  })

  it('top shows what nodes and pods use', async () => {
    const usage = { cpu: '500m', memory: '512Mi' }
    extension.documents.set(`/apis/${apiVersion}/nodes`, {
      ...{ kind: 'NodeMetricsList', apiVersion, metadata: {} },
      items: [{ metadata: { name: 'n1' }, ...TIMES, usage }],
    })
    extension.documents.set(`/apis/${apiVersion}/namespaces/default/pods`, {
      ...{ kind: 'PodMetricsList', apiVersion, metadata: {} },
      items: [
        {
          metadata: { name: 'web-0', namespace: 'default' },
          ...TIMES,
          containers: [{ name: 'web', usage: { cpu: '20m', memory: '64Mi' } }],
        },
      ],
    })
    assert.match(await kubectl.prints('top nodes'), /^n1 +500m +25% +512Mi +50% *$/m)
    assert.match(await kubectl.prints('top pods'), /^web-0 +20m +64Mi *$/m)
  })

  it('pods are still those of this server', async () => {
    assert.match(await kubectl.prints('get pods -o name'), /^$/)
  })

  it('the rest works while it is away', async () => {
    extension.respond = (_, response) => {
      response.writeHead(500).end()
      return true
    }
    const patch = { spec: { versionPriority: 20 } }
    await client.send('PATCH', `${API_SERVICES}/v1beta1.${METRICS}`, patch, {
      'content-type': 'application/merge-patch+json',
    })
    await until(async () => /False \(FailedDiscoveryCheck\)/.test(await kubectl.prints('get apiservices')))
    assert.match(await kubectl.rejects('top nodes'), /not available|unable to handle/i)
    assert.match(await kubectl.prints('get nodes'), /^n1 /m)
  })
})
