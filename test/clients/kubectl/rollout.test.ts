import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Client, Json } from '#test/support/client.js'
import { daemonSet, deployment, ingress } from '#test/support/objects.js'
import { openWatches } from '../../support/metrics.js'
import { onEveryKubectl } from '../support/on-every-kubectl.js'
import { until } from '../support/until.js'

/** Updates the status like a controller. */
async function report(client: Client, namespace: string, object: string, status: Json): Promise<void> {
  const path = `/apis/extensions/v1beta1/namespaces/${namespace}/${object}/status`
  const { status: code, text } = await client.send(
    'PATCH',
    path,
    { status },
    { 'content-type': 'application/merge-patch+json' },
  )
  assert.equal(code, 200, text)
}

const condition = (type: string, status: string) => ({
  conditions: [
    { type, status, lastTransitionTime: '2024-01-01T00:00:00Z', lastUpdateTime: '2024-01-01T00:00:00Z' },
  ],
})

onEveryKubectl('rollouts and waiting', ({ kubectl: anywhere, client }) => {
  it('rollout status follows a deployment until it is rolled out', async () => {
    const kubectl = anywhere.in('rollout-deployment')
    await kubectl.prints('create -f -', deployment('web', { replicas: 2 }))
    const status = kubectl.start(['rollout', 'status', 'deployment/web'])
    await status.says(/Waiting for deployment spec update to be observed/)
    await report(client, kubectl.namespace, 'deployments/web', {
      observedGeneration: 1,
      replicas: 2,
      updatedReplicas: 1,
      readyReplicas: 2,
    })
    await status.says(/1 out of 2 new replicas have been updated/)
    await report(client, kubectl.namespace, 'deployments/web', { updatedReplicas: 2, availableReplicas: 1 })
    await status.says(/1 of 2 updated replicas are available/)
    await report(client, kubectl.namespace, 'deployments/web', { availableReplicas: 2 })
    const { code, stdout, stderr } = await status.ended()
    assert.equal(code, 0, stderr)
    assert.match(stdout, /deployment "web" successfully rolled out/)
  })

  it('rollout status fails when the controller gives up', async () => {
    const kubectl = anywhere.in('rollout-stuck')
    await kubectl.prints('create -f -', deployment('web'))
    const stuck = condition('Progressing', 'False')
    await report(client, kubectl.namespace, 'deployments/web', {
      observedGeneration: 1,
      conditions: stuck.conditions.map((each) => ({ ...each, reason: 'ProgressDeadlineExceeded' })),
    })
    assert.match(await kubectl.rejects('rollout status deployment/web'), /exceeded its progress deadline/)
  })

  it('rollout status follows a daemon set', async () => {
    const kubectl = anywhere.in('rollout-daemonset')
    await kubectl.prints('create -f -', daemonSet('logs', { updateStrategy: { type: 'RollingUpdate' } }))
    const counts = {
      observedGeneration: 1,
      desiredNumberScheduled: 2,
      currentNumberScheduled: 2,
      numberReady: 2,
    }
    await report(client, kubectl.namespace, 'daemonsets/logs', { ...counts, updatedNumberScheduled: 1 })
    const status = kubectl.start(['rollout', 'status', 'daemonset/logs'])
    await status.says(/1 out of 2 new pods have been updated/)
    await report(client, kubectl.namespace, 'daemonsets/logs', {
      updatedNumberScheduled: 2,
      numberAvailable: 2,
    })
    const { code, stdout, stderr } = await status.ended()
    assert.equal(code, 0, stderr)
    assert.match(stdout, /daemon set "logs" successfully rolled out/)
  })

  it('rollout pause and resume change a deployment', async () => {
    const kubectl = anywhere.in('rollout-pause')
    await kubectl.prints('create -f -', deployment('web'))
    assert.equal(await kubectl.prints('rollout pause deployment/web'), 'deployment.apps/web paused\n')
    assert.equal((await kubectl.reads('deployment web')).spec.paused, true)
    assert.match(await kubectl.rejects('rollout pause deployment.extensions/web'), /is already paused/)
    await kubectl.prints('rollout resume deployment.extensions/web')
    assert.equal((await kubectl.reads('deployment web')).spec.paused, undefined)
  })

  it('rollout restart annotates the pod template', async () => {
    const kubectl = anywhere.in('rollout-restart')
    await kubectl.prints('create -f -', deployment('web'))
    await kubectl.prints('create -f -', daemonSet('logs'))
    for (const object of ['deployment/web', 'daemonset.extensions/logs']) {
      assert.match(await kubectl.prints(`rollout restart ${object}`), /restarted/)
      const { metadata, spec } = await kubectl.reads(object)
      assert.match(spec.template.metadata.annotations['kubectl.kubernetes.io/restartedAt'], /^\d{4}-/)
      assert.equal(metadata.generation, 2)
    }
  })

  it('a rollback is still possible', async () => {
    const kubectl = anywhere.in('rollback')
    await kubectl.prints('create -f -', deployment('web'))
    const template = async () => (await kubectl.reads('deployment web')).spec.template
    const before = await template()
    await kubectl.prints('set image deployment/web main=web:2.0')
    assert.notDeepEqual(await template(), before)
    const path = '/apis/extensions/v1beta1/namespaces/rollback/deployments/web/rollback'
    await kubectl.prints(`create --raw ${path} -f -`, { name: 'web', rollbackTo: { revision: 0 } })
    assert.deepEqual(await template(), before)
  })

  it('wait returns when a condition is reported', async () => {
    const kubectl = anywhere.in('wait-condition')
    await kubectl.prints('create -f -', deployment('web'))
    const wait = kubectl.start(['wait', '--for=condition=Available', 'deployment/web', '--timeout=50s'])
    await report(client, kubectl.namespace, 'deployments/web', condition('Available', 'False'))
    await report(client, kubectl.namespace, 'deployments/web', condition('Available', 'True'))
    const { code, stdout, stderr } = await wait.ended()
    assert.equal(code, 0, stderr)
    assert.equal(stdout, 'deployment.apps/web condition met\n')
    assert.equal(
      await kubectl.prints('wait --for=condition=Available=true deployment --all --timeout=50s'),
      stdout,
    )
    assert.match(
      await kubectl.rejects('wait --for=condition=Progressing deployment/web --timeout=1s'),
      /timed out waiting/,
    )
  })

  it('wait accepts any JSONPath, if this kubectl supports it', async (t) => {
    const kubectl = anywhere.in('wait-member')
    if (kubectl.minor < 23) return t.skip('it came with kubectl 1.23')
    await kubectl.prints('create -f -', deployment('web'))
    const wait = kubectl.start([
      'wait',
      '--for=jsonpath={.spec.replicas}=7',
      'deployment/web',
      '--timeout=50s',
    ])
    await kubectl.prints('scale deployment web --replicas=7')
    const { code, stderr } = await wait.ended()
    assert.equal(code, 0, stderr)
  })

  it('wait returns when the object is gone', async () => {
    const kubectl = anywhere.in('wait-delete')
    await kubectl.prints('create -f -', ingress('door'))
    const wait = kubectl.start(['wait', '--for=delete', 'ingress/door', '--timeout=50s'])
    await until(async () => openWatches((await client.get('/metrics')).text) === 1)
    await client.delete('/apis/extensions/v1beta1/namespaces/wait-delete/ingresses/door')
    const { code, stdout, stderr } = await wait.ended()
    assert.equal(code, 0, stderr)
    assert.equal(stdout, 'ingress.networking.k8s.io/door condition met\n')
  })
})
