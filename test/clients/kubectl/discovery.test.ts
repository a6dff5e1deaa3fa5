import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Client } from '#test/support/client.js'
import { temporaryFolder } from '#test/support/temporary-folder.js'
import { startTestServer } from '#testing.js'
import { Kubectl, kubectlPrograms } from '../support/kubectl.js'
import { onEveryKubectl } from '../support/on-every-kubectl.js'

/** A row of `api-resources` for a namespaced kind: name, short names, version, whether it is namespaced, kind. */
const KINDS = [
  'namespaces ns v1 false Namespace',
  'pods po v1 true Pod',
  'services svc v1 true Service',
  'secrets v1 true Secret',
  'deployments deploy apps/v1 true Deployment',
  'statefulsets sts apps/v1 true StatefulSet',
  'horizontalpodautoscalers hpa autoscaling/v2 true HorizontalPodAutoscaler',
  'cronjobs cj batch/v1 true CronJob',
  'certificatesigningrequests csr certificates.k8s.io/v1 false CertificateSigningRequest',
  'clusters federation/v1beta1 false Cluster',
  'ingresses ing networking.k8s.io/v1 true Ingress',
  'networkpolicies netpol networking.k8s.io/v1 true NetworkPolicy',
  'poddisruptionbudgets pdb policy/v1 true PodDisruptionBudget',
  'priorityclasses pc scheduling.k8s.io/v1 false PriorityClass',
  'storageclasses sc storage.k8s.io/v1 false StorageClass',
]

const VERSIONS = [
  'admissionregistration.k8s.io/v1',
  'apiextensions.k8s.io/v1',
  'apiregistration.k8s.io/v1',
  'apps/v1',
  'authentication.k8s.io/v1',
  'authorization.k8s.io/v1',
  'autoscaling/v1',
  'autoscaling/v2',
  'batch/v1',
  'certificates.k8s.io/v1',
  'coordination.k8s.io/v1',
  'discovery.k8s.io/v1',
  'events.k8s.io/v1',
  'extensions/v1beta1',
  'federation/v1beta1',
  'flowcontrol.apiserver.k8s.io/v1',
  'networking.k8s.io/v1',
  'node.k8s.io/v1',
  'policy/v1',
  'rbac.authorization.k8s.io/v1',
  'scheduling.k8s.io/v1',
  'storage.k8s.io/v1',
  'v1',
]

const programs = kubectlPrograms()

describe('kubectls that share a discovery cache', { skip: programs.length === 0 }, () => {
  it('list every object once, and find no short name ambiguous', async (t) => {
    const server = await startTestServer()
    const { path: home, remove } = await temporaryFolder()
    t.after(async () => {
      await server.close()
      await remove()
    })
    const deployment = {
      metadata: { name: 'web' },
      spec: {
        selector: { matchLabels: { app: 'web' } },
        template: {
          metadata: { labels: { app: 'web' } },
          spec: { containers: [{ name: 'main', image: 'web:1' }] },
        },
      },
    }
    await new Client(server.url).post('/apis/apps/v1/namespaces/default/deployments', deployment)
    // The first one fills the cache, the others read it.
    for (const program of programs.toSorted((one, other) => one.minor - other.minor)) {
      const kubectl = new Kubectl({ program, server: server.url, home })
      for (const words of ['deploy', 'rs', 'ds', 'ing', 'all']) {
        const { code, stdout, stderr } = await kubectl.run(['get', words, '-o', 'name'])
        assert.equal(code, 0, stderr)
        assert.doesNotMatch(stderr, /could also match/, `${program.version}: ${words}`)
        const found = stdout.split('\n').filter((name) => name.includes('deployment'))
        assert.deepEqual(found, words === 'deploy' || words === 'all' ? ['deployment.apps/web'] : [])
      }
    }
  })
})

onEveryKubectl('discovery', ({ kubectl }) => {
  it('version prints the client and server versions', async () => {
    const { serverVersion } = JSON.parse(await kubectl.prints('version -o json'))
    assert.match(serverVersion.gitVersion, /^v1\.33\.0\+binnacle\.\d+\.\d+\.\d+$/)
    assert.match(await kubectl.prints('version'), /Server Version: .*v1\.33\.0\+binnacle/)
  })

  it('cluster-info prints the address of the server', async () => {
    assert.match(
      await kubectl.prints('cluster-info'),
      /control plane.* is running at .*http:\/\/127\.0\.0\.1:\d+/,
    )
  })

  it('api-versions lists the versions of every group', async () => {
    assert.deepEqual((await kubectl.prints('api-versions')).trimEnd().split('\n'), VERSIONS)
  })

  it('api-resources lists the kinds with their short names', async () => {
    const [head, ...rows] = (await kubectl.prints('api-resources')).trimEnd().split('\n')
    assert.match(head ?? '', /^NAME +SHORTNAMES +APIVERSION +NAMESPACED +KIND$/)
    const lines = rows.map((row) => row.trim().split(/ +/).join(' '))
    for (const kind of KINDS) assert.ok(lines.includes(kind), `${kind} is not in\n${lines.join('\n')}`)
  })

  it('api-resources filters by group, scope and verb', async () => {
    const names = async (flags: string) =>
      (await kubectl.prints(`api-resources -o name ${flags}`)).trimEnd().split('\n')
    assert.deepEqual(await names('--api-group=federation'), ['clusters.federation'])
    assert.deepEqual(await names('--api-group=extensions'), [
      'daemonsets.extensions',
      'deployments.extensions',
      'ingresses.extensions',
      'replicasets.extensions',
    ])
    const clusterWide = await names('--namespaced=false --verbs=create')
    assert.ok(clusterWide.includes('nodes') && !clusterWide.includes('pods'))
    assert.ok(!(await names('--verbs=deletecollection')).includes('namespaces'))
    assert.deepEqual(await names('--verbs=connect'), [''])
  })

  it('get --raw can read every path', async () => {
    assert.equal(await kubectl.prints('get --raw /readyz'), 'ok')
    assert.match(
      await kubectl.prints('get --raw /metrics'),
      /^apiserver_storage_objects\{resource="namespaces"\} [1-9]\d*$/m,
    )
  })

  it('a name without a group means the current group, and one with a group that group', async () => {
    for (const [word, apiVersion] of [
      ['deployments', 'apps/v1'],
      ['deploy', 'apps/v1'],
      ['rs', 'apps/v1'],
      ['ingress', 'networking.k8s.io/v1'],
      ['deployments.extensions', 'extensions/v1beta1'],
      ['ingresses.v1beta1.extensions', 'extensions/v1beta1'],
      ['hpa', 'autoscaling/v2'],
      ['horizontalpodautoscalers.v1.autoscaling', 'autoscaling/v1'],
      ['events', 'v1'],
      ['events.events.k8s.io', 'events.k8s.io/v1'],
    ]) {
      const { stderr } = await kubectl.run(['get', word as string, '-v=6'])
      const path = apiVersion === 'v1' ? '/api/v1/' : `/apis/${apiVersion}/`
      assert.ok(stderr.includes(`${path}namespaces/default/`), `${word}: ${stderr}`)
    }
  })

  it('completion suggests kinds and names of objects', async (t) => {
    assert.match(await kubectl.prints('completion bash'), /bash completion/)
    if (kubectl.minor < 21) return t.skip('it asks in a shell function of its own')
    await kubectl.prints('create configmap coloured')
    assert.match(await kubectl.prints('__complete get configm'), /^configmaps$/m)
    assert.match(await kubectl.prints('__complete get configmaps colo'), /^coloured$/m)
  })
})
