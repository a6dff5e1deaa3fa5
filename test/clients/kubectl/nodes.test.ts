import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { onEveryKubectl } from '../support/on-every-kubectl.js'
import { certificateSigningRequest, node, pod, withSpec } from '../support/today-objects.js'

onEveryKubectl('nodes and certificates', ({ kubectl: anywhere }) => {
  const kubectl = anywhere.in('nodes')
  const taints = async () =>
    ((await kubectl.reads('node one')).spec.taints ?? [])
      .filter(({ key }: { key: string }) => !key.startsWith('node.kubernetes.io/'))
      .map(({ key, value, effect }: Record<string, string>) => `${key}=${value ?? ''}:${effect}`)
  const isUnschedulable = async () => (await kubectl.reads('node one')).spec.unschedulable === true

  before(() => kubectl.prints('create -f -', node.make('one')))

  it('taint adds and removes taints', async () => {
    assert.equal(await kubectl.prints('taint node one dedicated=web:NoSchedule'), 'node/one tainted\n')
    assert.deepEqual(await taints(), ['dedicated=web:NoSchedule'])
    assert.match(await kubectl.rejects('taint node one dedicated=db:NoSchedule'), /--overwrite is false/)
    await kubectl.prints('taint node one dedicated=db:NoSchedule --overwrite')
    assert.deepEqual(await taints(), ['dedicated=db:NoSchedule'])
    assert.equal(await kubectl.prints('taint node one dedicated-'), 'node/one untainted\n')
    assert.deepEqual(await taints(), [])
  })

  it('cordon and uncordon change a node', async () => {
    assert.equal(await kubectl.prints('cordon one --dry-run=server'), 'node/one cordoned (server dry run)\n')
    assert.equal(await isUnschedulable(), false)
    assert.equal(await kubectl.prints('cordon one'), 'node/one cordoned\n')
    assert.equal(await isUnschedulable(), true)
    assert.equal(await kubectl.prints('cordon one'), 'node/one already cordoned\n')
    assert.equal(await kubectl.prints('uncordon one'), 'node/one uncordoned\n')
    assert.equal(await isUnschedulable(), false)
  })

  it('drain evicts the pods of a node', async () => {
    await kubectl.prints('create -f -', node.make('two'))
    const onNode = withSpec(pod.make('web'), { nodeName: 'two', terminationGracePeriodSeconds: 0 })
    await kubectl.prints('create -f -', onNode)
    await kubectl.prints('create -f -', withSpec(pod.make('elsewhere'), { nodeName: 'three' }))
    assert.match(await kubectl.rejects('drain two'), /Pods? .*\(use --force to override\)/)
    const drained = await kubectl.prints('drain two --force')
    assert.match(drained, /^evicting pod nodes\/web$/m)
    assert.match(drained, /^node\/two (drained|evicted)$/m)
    assert.equal(await kubectl.prints('get pods -o name'), 'pod/elsewhere\n')
  })

  it('get nodes shows the status of a node', async () => {
    const [head, row] = await kubectl.table('get nodes one')
    assert.deepEqual(head, ['NAME', 'STATUS', 'ROLES', 'AGE', 'VERSION'])
    assert.deepEqual(row?.slice(0, 3), ['one', 'Unknown', '<none>'])
    await kubectl.prints('label node one node-role.kubernetes.io/web=')
    assert.match(await kubectl.prints('get nodes one'), /^one +Unknown +web /m)
  })

  it('certificate approve and deny change a request', async () => {
    for (const [command, said, condition] of [
      ['approve', 'approved', 'Approved'],
      ['deny', 'denied', 'Denied'],
    ] as const) {
      await kubectl.prints('create -f -', certificateSigningRequest.make(said))
      assert.match(await kubectl.prints(`get csr ${said}`), /Pending$/m)
      assert.equal(
        await kubectl.prints(`certificate ${command} ${said}`),
        `certificatesigningrequest.certificates.k8s.io/${said} ${said}\n`,
      )
      assert.match(await kubectl.prints(`get csr ${said}`), new RegExp(`${condition}$`, 'm'))
    }
    assert.match(
      await kubectl.prints('describe csr approved'),
      /^Status: +Approved\nSubject:\n +Common Name: +ann$/m,
    )
  })
})
