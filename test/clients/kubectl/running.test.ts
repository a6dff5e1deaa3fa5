import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { onEveryKubectl } from '../support/on-every-kubectl.js'
import { pod } from '../support/today-objects.js'

onEveryKubectl('what only running pods can do', ({ kubectl: anywhere, client }) => {
  const kubectl = anywhere.in('running')
  before(() => kubectl.prints('create -f -', pod.make('web')))

  it('logs, exec, attach and cp say that the server runs no pods', async () => {
    for (const command of ['logs web', 'logs web -f', 'exec web -- date', 'attach web', 'cp web:/a /tmp/a']) {
      assert.match(
        await kubectl.rejects(command),
        /^Error from server \(NotImplemented\): this server runs no pods$/m,
        command,
      )
    }
  })

  it('port-forward says so too, once the pod is said to run', async () => {
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

  it('a pod that is not there is reported as that', async () => {
    for (const command of ['logs nowhere', 'exec nowhere -- date', 'attach nowhere']) {
      assert.match(await kubectl.rejects(command), /pods "nowhere" not found/, command)
    }
  })

  it('debug adds a container to a pod, or makes a copy of it', async (t) => {
    if (kubectl.minor < 25) return t.skip('it asks for a form of the request that is not there any more')
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
