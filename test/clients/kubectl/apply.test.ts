import assert from 'node:assert/strict'
import { it } from 'node:test'
import { cluster, deployment } from '#test/support/objects.js'
import { KINDS, labelled } from '../support/objects.js'
import { onEveryKubectl } from '../support/on-every-kubectl.js'

const container = (name: string, image: string) => ({ name, image })
const withContainers = (...containers: { name: string; image: string }[]) =>
  deployment('web', { template: { metadata: { labels: { app: 'web' } }, spec: { containers } } })

onEveryKubectl('apply', ({ kubectl: anywhere }) => {
  it('creates, changes and then keeps an object of each kind', async () => {
    const kubectl = anywhere.in('apply')
    for (const { word, make } of KINDS) {
      const said = async (object: unknown) => (await kubectl.prints('apply -f -', object)).trim().split(' ')
      assert.deepEqual(await said(make('kept')), [`${word}/kept`, 'created'])
      assert.equal((await said(labelled(make('kept'), { round: 'two' }))).at(-1), 'configured')
      const { metadata } = await kubectl.reads(`${word} kept`)
      assert.equal(metadata.labels.round, 'two')
      assert.equal((await said(labelled(make('kept'), { round: 'two' }))).at(-1), 'unchanged')
      assert.equal((await kubectl.reads(`${word} kept`)).metadata.resourceVersion, metadata.resourceVersion)
    }
  })

  it('removes fields that are no longer in the file', async () => {
    const kubectl = anywhere.in('prune-fields')
    await kubectl.prints('apply -f -', withContainers(container('main', 'web:1'), container('side', 'log:1')))
    await kubectl.prints('apply -f -', withContainers(container('main', 'web:2')))
    const { spec } = await kubectl.reads('deployment web')
    assert.deepEqual(
      spec.template.spec.containers.map(({ name, image }: { name: string; image: string }) => [name, image]),
      [['main', 'web:2']],
    )
  })

  it('keeps the fields of others', async () => {
    const kubectl = anywhere.in('others')
    await kubectl.prints('apply -f -', withContainers(container('main', 'web:1')))
    await kubectl.prints('scale deployment web --replicas=4')
    await kubectl.prints('label deployment web seen=yes')
    const sidecar = { spec: { template: { spec: { containers: [container('side', 'log:1')] } } } }
    await kubectl.prints(`patch deployment web -p '${JSON.stringify(sidecar)}'`)
    await kubectl.prints('apply -f -', withContainers(container('main', 'web:2')))
    const { metadata, spec } = await kubectl.reads('deployment web')
    assert.equal(spec.replicas, 4)
    assert.equal(metadata.labels.seen, 'yes')
    assert.deepEqual(spec.template.spec.containers.map(({ image }: { image: string }) => image).sort(), [
      'log:1',
      'web:2',
    ])
  })

  it('prints and sets the last applied configuration', async () => {
    const kubectl = anywhere.in('last')
    await kubectl.prints('apply -f -', deployment('web', { replicas: 2 }))
    assert.match(await kubectl.prints('apply view-last-applied deployment/web'), /replicas: 2/)
    await kubectl.prints('create -f -', deployment('made'))
    await kubectl.prints(
      'apply set-last-applied --create-annotation -f -',
      deployment('made', { replicas: 3 }),
    )
    assert.match(await kubectl.prints('apply view-last-applied deployment/made'), /replicas: 3/)
  })

  it('diff shows what an apply would change, and changes nothing', async () => {
    const kubectl = anywhere.in('diff')
    const difference = (object: unknown) => kubectl.run(['diff', '-f', '-'], object)
    const anew = await difference(deployment('web', { replicas: 2 }))
    assert.equal(anew.code, 1, anew.stderr)
    assert.match(anew.stdout, /^\+ {2}replicas: 2$/m)
    await kubectl.prints('apply -f -', deployment('web', { replicas: 2 }))
    assert.deepEqual(await difference(deployment('web', { replicas: 2 })), {
      code: 0,
      stdout: '',
      stderr: '',
    })
    const changed = await difference(deployment('web', { replicas: 3 }))
    assert.equal(changed.code, 1, changed.stderr)
    assert.match(changed.stdout, /^- {2}replicas: 2\n\+ {2}replicas: 3$/m)
    assert.equal((await kubectl.reads('deployment web')).spec.replicas, 2)

    await kubectl.prints('apply -f -', cluster('diff'))
    assert.match((await difference(labelled(cluster('diff'), { a: 'b' }))).stdout, /^\+ {4}a: b$/m)
  })

  it('--prune deletes objects that are no longer in the files', async () => {
    const kubectl = anywhere.in('prune')
    const flag = kubectl.minor < 26 ? '--prune-whitelist' : '--prune-allowlist'
    const prune = `apply --prune -l set=one ${flag}=extensions/v1beta1/Deployment -f -`
    await kubectl.prints(prune, labelled(deployment('stays'), { set: 'one' }))
    await kubectl.prints('create -f -', labelled(deployment('bystander'), { set: 'two' }))
    await kubectl.prints('apply -f -', labelled(deployment('goes'), { set: 'one' }))
    assert.match(
      await kubectl.prints(prune, labelled(deployment('stays'), { set: 'one' })),
      /deployment.extensions\/goes pruned/,
    )
    assert.equal(
      await kubectl.prints('get deployments -o name'),
      'deployment.apps/bystander\ndeployment.apps/stays\n',
    )
  })
})
