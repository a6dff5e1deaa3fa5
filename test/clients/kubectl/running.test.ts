import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { onEveryKubectl } from '../support/on-every-kubectl.js'
import { pod } from '../support/today-objects.js'

onEveryKubectl('commands that need running pods', ({ kubectl: anywhere, client }) => {
  const kubectl = anywhere.in('running')
  before(() => kubectl.prints('create -f -', pod.make('web')))

  it('logs, exec, attach and cp report that the server runs no pods', async () => {
    for (const command of ['logs web', 'logs web -f', 'exec web -- date', 'attach web', 'cp web:/a /tmp/a']) {
      assert.match(
        await kubectl.rejects(command),
        /^Error from server \(NotImplemented\): this server runs no pods$/m,
        command,
      )
    }
  })

  it('port-forward reports it too, once the pod has phase Running', async () => {
    assert.match(
      await kubectl.rejects('port-forward pod/web :80'),
      /pod is not running. Current status=Pending/,
    )
    await client.send(
      'PATCH',
      '/api/v1/namespaces/running/pods/web/status',
      { status: { phase: 'Running' } },
      { 'content-type': 'application/merge-patch+json' },
    )
    const forward = kubectl.start(['port-forward', 'pod/web', ':80'])
    const { stderr } = await forward.ended()
    assert.match(stderr, /this server runs no pods/)
  })

  it('a missing pod is reported as not found', async () => {
    for (const command of ['logs nowhere', 'exec nowhere -- date', 'attach nowhere']) {
      assert.match(await kubectl.rejects(command), /pods "nowhere" not found/, command)
    }
  })

  it('debug adds a container to a pod, or copies the pod', async (t) => {
    if (kubectl.minor < 25) return t.skip('it uses a version of the request that is no longer served')
    await kubectl.prints('debug web --profile=general --image=tools --attach=false -c tools')
    const { spec } = await kubectl.reads('pod web')
    assert.deepEqual(
      spec.ephemeralContainers.map(({ name, image }: Record<string, string>) => [name, image]),
      [['tools', 'tools']],
    )
    await kubectl.prints('debug web --profile=general --copy-to=copy --image=tools --attach=false -c tools')
    assert.equal((await kubectl.reads('pod copy')).spec.containers.length, 2)
  })
})
