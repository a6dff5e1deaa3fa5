import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import type { Json } from '#test/support/client.js'
import { temporaryFolder } from '#test/support/temporary-folder.js'
import { startTestServer } from '#testing.js'
import { clientSuite } from '../support/client-suite.js'
import { Kubectl, kubectlPrograms } from '../support/kubectl.js'

const container = (image: string) => ({ containers: [{ name: 'main', image }] })

const workload = (kind: string, spec: Json = {}): Json => ({
  apiVersion: 'apps/v1',
  kind,
  metadata: { name: 'web' },
  spec: {
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' } }, spec: container('web:1') },
    ...spec,
  },
})

const imageOf = async (kubectl: Kubectl) =>
  (await kubectl.reads('deployment/web')).spec.template.spec.containers[0].image

for (const program of kubectlPrograms()) {
  clientSuite(`kubectl ${program.version}: simulated workloads`, undefined, async () => {
    const home = await temporaryFolder()
    after(() => home.remove())
    const server = await startTestServer({ simulateWorkloads: true })
    after(() => server.close())
    const anywhere = new Kubectl({ program, server: server.url, home: home.path })

    it('top shows what pods and nodes use', async () => {
      const kubectl = anywhere.in('usage')
      const pods = workload('Deployment', { replicas: 1 })
      const resources = { requests: { cpu: '250m', memory: '64Mi' } }
      pods.spec.template.spec.containers = [{ name: 'main', image: 'web:1', resources }]
      await kubectl.prints('create -f -', pods)
      await kubectl.prints('rollout status deployment/web')
      assert.match(await kubectl.prints('top pods'), /\nweb-\S+ +250m +64Mi/)
      assert.match(await kubectl.prints('top pods -l app=web --containers'), /\nweb-\S+ +main +250m +64Mi/)
      assert.match(await kubectl.prints('top nodes'), /\nnode-1 +250m +0% +64Mi +0%/)
      assert.match(
        await kubectl.prints('get podmetrics'),
        /^NAME +CPU +MEMORY +WINDOW\nweb-\S+ +250m +64Mi +15s/,
      )
    })

    it('rollout status ends, and undo, restart, pause and resume work', async () => {
      const kubectl = anywhere.in('rollouts')
      await kubectl.prints('create -f -', workload('Deployment', { replicas: 3 }))
      assert.match(await kubectl.prints('rollout status deployment/web'), /successfully rolled out/)
      await kubectl.prints('set image deployment/web main=web:2')
      assert.match(await kubectl.prints('rollout status deployment/web'), /successfully rolled out/)
      assert.match(await kubectl.prints('rollout history deployment/web'), /\n1 .*\n2 /s)
      await kubectl.prints('rollout undo deployment/web')
      await kubectl.prints('rollout status deployment/web')
      assert.equal(await imageOf(kubectl), 'web:1')
      assert.match(await kubectl.prints('rollout history deployment/web'), /\n2 .*\n3 /s)
      await kubectl.prints('rollout undo deployment/web --to-revision=2')
      await kubectl.prints('rollout status deployment/web')
      assert.equal(await imageOf(kubectl), 'web:2')
      await kubectl.prints('rollout pause deployment/web')
      await kubectl.prints('set image deployment/web main=web:3')
      await server.settled()
      const paused = await kubectl.reads('pods')
      assert.ok(paused.items.every(({ spec }: Json) => spec.containers[0].image === 'web:2'))
      await kubectl.prints('rollout resume deployment/web')
      await kubectl.prints('rollout status deployment/web')
      const resumed = await kubectl.reads('pods')
      assert.ok(resumed.items.every(({ spec }: Json) => spec.containers[0].image === 'web:3'))
      const before = resumed.items.map(({ metadata }: Json) => metadata.name)
      await kubectl.prints('rollout restart deployment/web')
      await kubectl.prints('rollout status deployment/web')
      await server.settled()
      const restarted = await kubectl.reads('pods')
      assert.ok(restarted.items.every(({ metadata }: Json) => !before.includes(metadata.name)))
    })

    it('rollout status ends for daemon sets and stateful sets', async () => {
      const kubectl = anywhere.in('sets')
      await kubectl.prints('create -f -', workload('DaemonSet'))
      assert.match(await kubectl.prints('rollout status daemonset/web'), /successfully rolled out/)
      await kubectl.prints('create -f -', workload('StatefulSet', { serviceName: 'web', replicas: 2 }))
      const printed = await kubectl.prints('rollout status statefulset/web')
      assert.match(printed, /partitioned roll out complete|rolling update complete|roll out complete/)
      for (const kind of ['daemonset', 'statefulset']) {
        await kubectl.prints(`set image ${kind}/web main=web:2`)
        await kubectl.prints(`rollout status ${kind}/web`)
        assert.match(await kubectl.prints(`rollout history ${kind}/web`), /\n1 .*\n2 /s)
        await kubectl.prints(`rollout undo ${kind}/web`)
        await kubectl.prints(`rollout status ${kind}/web`)
        const { spec } = await kubectl.reads(`${kind}/web`)
        assert.equal(spec.template.spec.containers[0].image, 'web:1')
      }
    })

    it('logs and exec show what annotations say', async () => {
      const kubectl = anywhere.in('commands')
      const annotations = {
        'simulation.binnacle.dev/logs': 'one\ntwo\n',
        'simulation.binnacle.dev/exec': JSON.stringify({
          'cat /etc/name': 'web-0\n',
          'test -e /none': { stderr: 'none\n', exitCode: 3 },
          cat: { echo: true },
        }),
      }
      const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web', annotations } }
      await kubectl.prints('create -f -', { ...pod, spec: container('web:1') })
      await kubectl.prints('wait --for=condition=ready pod/web --timeout=30s')
      assert.equal(await kubectl.prints('logs web'), 'one\ntwo\n')
      assert.equal(await kubectl.prints('logs web --tail=1'), 'two\n')
      assert.equal(await kubectl.prints('exec web -- cat /etc/name'), 'web-0\n')
      const failed = await kubectl.run(['exec', 'web', '--', 'test', '-e', '/none'])
      assert.deepEqual([failed.code, failed.stdout], [3, ''])
      assert.match(failed.stderr, /^none\ncommand terminated with exit code 3/)
      const text = 'line\n'.repeat(50_000)
      assert.equal(await kubectl.prints('exec -i web -- cat', text), text)
      const follow = kubectl.start(['logs', '-f', 'web'])
      await follow.says(/two/)
      // It prints whole lines.
      const log = 'simulation.binnacle.dev/logs=three\n'
      assert.equal((await kubectl.run(['annotate', '--overwrite', 'pod/web', log])).code, 0)
      await follow.says(/three/)
      await kubectl.prints('delete pod/web --grace-period=0')
      assert.equal((await follow.ended()).code, 0)
    })

    it('wait ends for pods, deployments and jobs', async () => {
      const kubectl = anywhere.in('waiting')
      await kubectl.prints('create -f -', workload('Deployment', { replicas: 2 }))
      await kubectl.prints('wait --for=condition=available deployment/web --timeout=30s')
      await kubectl.prints('wait --for=condition=ready pod -l app=web --timeout=30s')
      await kubectl.prints('create job once --image=web:1')
      await kubectl.prints('wait --for=condition=complete job/once --timeout=30s')
      await kubectl.prints('scale deployment/web --replicas=0')
      await server.settled()
      assert.deepEqual((await kubectl.reads('pods -l app=web')).items, [])
      await kubectl.prints('delete deployment/web')
      await server.settled()
      assert.deepEqual((await kubectl.reads('replicasets')).items, [])
    })
  })
}
