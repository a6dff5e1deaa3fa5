import assert from 'node:assert/strict'
import { it } from 'node:test'
import { labelled, together } from '../support/objects.js'
import { onEveryKubectl } from '../support/on-every-kubectl.js'
import { configmap, deployment, pod, service } from '../support/today-objects.js'

const event = (name: string, type: string, object: string) => ({
  apiVersion: 'v1',
  kind: 'Event',
  metadata: { name },
  involvedObject: { apiVersion: 'v1', kind: 'Pod', name: object, namespace: 'eventful' },
  type,
  reason: 'Started',
  message: `${object} began`,
  lastTimestamp: '2024-01-01T00:00:00Z',
})

onEveryKubectl('namespaces, events and many objects', ({ kubectl: anywhere }) => {
  it('a namespace is created, described, and deleted with its objects', async () => {
    const kubectl = anywhere.in('lived')
    assert.equal(await kubectl.prints('create namespace lived'), 'namespace/lived created\n')
    await kubectl.prints('create quota few --hard=pods=2')
    await kubectl.prints(
      'create -f -',
      together(configmap.make('a'), deployment.make('b'), service.make('c')),
    )
    const described = await kubectl.prints('describe namespace lived')
    assert.match(described, /^Status: +Active$/m)
    assert.match(described, /^Resource Quotas\n +Name: +few$/m)
    assert.match(await kubectl.prints('delete namespace lived'), /^namespace "lived" deleted/)
    assert.match(await kubectl.rejects('get namespace lived'), /namespaces "lived" not found/)
    assert.equal(await kubectl.prints('get configmaps,deployments,services -o name'), '')
  })

  it('get -A and delete --all-namespaces include all namespaces', async () => {
    for (const namespace of ['north', 'south']) {
      await anywhere.in(namespace).prints('create -f -', labelled(configmap.make(namespace), { pole: 'yes' }))
    }
    const rows = await anywhere.table('get configmaps -A -l pole=yes')
    assert.deepEqual(
      rows.map((row) => row.slice(0, 2)),
      [
        ['NAMESPACE', 'NAME'],
        ['north', 'north'],
        ['south', 'south'],
      ],
    )
    await anywhere.prints('delete configmaps -A -l pole=yes --dry-run=server')
    await anywhere.prints('delete configmaps -A -l pole=yes')
    assert.equal(await anywhere.prints('get configmaps -A -l pole=yes -o name'), '')
  })

  it('events are listed, filtered by object, and shown by describe', async () => {
    const kubectl = anywhere.in('eventful')
    const { metadata } = JSON.parse(await kubectl.prints('create -f - -o json', pod.make('web')))
    const about = event('one', 'Normal', 'web')
    await kubectl.prints('create -f -', {
      ...about,
      involvedObject: { ...about.involvedObject, uid: metadata.uid },
    })
    await kubectl.prints('create -f -', event('two', 'Warning', 'cache'))
    const [head, ...rows] = await kubectl.table('get events --sort-by=.metadata.name')
    assert.deepEqual(head, ['LAST SEEN', 'TYPE', 'REASON', 'OBJECT', 'MESSAGE'])
    assert.deepEqual(
      rows.map((row) => row.slice(1)),
      [
        ['Normal', 'Started', 'pod/web', 'web began'],
        ['Warning', 'Started', 'pod/cache', 'cache began'],
      ],
    )
    assert.equal(await kubectl.prints('get events --field-selector type=Warning -o name'), 'event/two\n')
    assert.equal(
      await kubectl.prints('get events --field-selector involvedObject.name=web -o name'),
      'event/one\n',
    )
    assert.match(await kubectl.prints('describe pod web'), /^ +Normal +Started +\S+ +web began$/m)
    if (kubectl.minor > 22) {
      assert.match(
        await kubectl.prints('events --types=Warning'),
        /Warning +Started +Pod\/cache +cache began/,
      )
      assert.doesNotMatch(await kubectl.prints('events --for=pod/web'), /cache/)
    }
  })

  it('get filters pods by phase and node', async () => {
    const kubectl = anywhere.in('picked')
    await kubectl.prints('create -f -', pod.make('waits'))
    const placed = pod.make('placed')
    placed.spec = { ...placed.spec, nodeName: 'one' }
    await kubectl.prints('create -f -', placed)
    assert.equal(await kubectl.prints('get pods --field-selector spec.nodeName=one -o name'), 'pod/placed\n')
    assert.equal(
      await kubectl.prints('get pods --field-selector status.phase=Pending,spec.nodeName= -o name'),
      'pod/waits\n',
    )
    assert.match(
      await kubectl.rejects('get pods --field-selector spec.colour=red'),
      /field label not supported/,
    )
  })

  it('apply --prune deletes objects that are no longer in the files, of every kind that it knows', async () => {
    const kubectl = anywhere.in('pruned')
    const make = (...objects: ReturnType<typeof configmap.make>[]) =>
      together(...objects.map((object) => labelled(object, { set: 'one' })))
    await kubectl.prints(
      'apply -f -',
      make(configmap.make('stays'), configmap.make('goes'), service.make('goes')),
    )
    const allow = kubectl.minor < 26 ? '--prune-whitelist' : '--prune-allowlist'
    const said = await kubectl.prints(
      `apply --prune -l set=one ${allow}=core/v1/ConfigMap ${allow}=core/v1/Service -f -`,
      make(configmap.make('stays')),
    )
    assert.deepEqual(said.trimEnd().split('\n').sort(), [
      'configmap/goes pruned',
      'configmap/stays unchanged',
      'service/goes pruned',
    ])
  })

  it('pods are deleted gracefully, at once or by force', async () => {
    const kubectl = anywhere.in('graceful')
    for (const flags of ['', '--now', '--grace-period=0', '--grace-period=1', '--force --grace-period=0']) {
      await kubectl.prints('create -f -', pod.make('web'))
      assert.match(await kubectl.prints(`delete pod web ${flags}`), /^pod "web" (force )?deleted/)
      assert.match(await kubectl.rejects('get pod web'), /NotFound/)
    }
  })
})
