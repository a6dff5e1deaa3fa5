import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Json } from '#test/support/client.js'
import { entriesOf } from '../support/managers.js'
import { onEveryKubectl } from '../support/on-every-kubectl.js'
import { configmap, deployment } from '../support/today-objects.js'

const settings = (data?: Record<string, string>): Json => ({ ...configmap.make('settings'), data })
const ofData = (...names: string[]) => ({
  'f:data': Object.fromEntries(names.map((name) => [`f:${name}`, {}])),
})

/** kubectl's own hint after the message of the server. */
const ADVICE = 'Please review the fields above--they currently have other managers. Here\n'

onEveryKubectl('conflicts of applies', ({ kubectl: anywhere }) => {
  it('are reported with the manager and the field, and nothing changes', async () => {
    const kubectl = await anywhere.inNew('reported')
    await kubectl.prints('apply --server-side --field-manager=ann -f -', settings({ a: '1', b: '1' }))
    const before = await kubectl.readsManaged('configmap settings')
    const said = await kubectl.rejects(
      'apply --server-side --field-manager=bob -f -',
      settings({ a: '2', b: '1' }),
    )
    assert.ok(
      said.startsWith(`error: Apply failed with 1 conflict: conflict with "ann": .data.a\n${ADVICE}`),
      said,
    )
    assert.match(said, /--force-conflicts/)
    assert.deepEqual(await kubectl.readsManaged('configmap settings'), before)
  })

  it('are listed by manager when there are several', async () => {
    const kubectl = await anywhere.inNew('several')
    await kubectl.prints('apply --server-side --field-manager=ann -f -', settings({ a: '1', b: '1' }))
    await kubectl.prints(`patch configmap settings --type=merge -p '{"data":{"c":"1"}}'`)
    const said = await kubectl.rejects(
      'apply --server-side --field-manager=bob -f -',
      settings({ a: '2', b: '2', c: '2' }),
    )
    const conflicts = [
      'error: Apply failed with 3 conflicts: conflicts with "ann":',
      '- .data.a',
      '- .data.b',
      'conflicts with "kubectl-patch" using v1:',
      '- .data.c',
    ]
    assert.ok(said.startsWith(`${conflicts.join('\n')}\n${ADVICE}`), said)
  })

  it('--force-conflicts takes the fields over', async () => {
    const kubectl = await anywhere.inNew('forced')
    await kubectl.prints('apply --server-side --field-manager=ann -f -', settings({ a: '1', b: '1' }))
    assert.equal(
      await kubectl.prints(
        'apply --server-side --field-manager=bob --force-conflicts -f -',
        settings({ a: '2' }),
      ),
      'configmap/settings serverside-applied\n',
    )
    const taken = await kubectl.readsManaged('configmap settings')
    assert.deepEqual(taken.data, { a: '2', b: '1' })
    assert.deepEqual(entriesOf(taken), [
      ['ann', 'Apply', ofData('b')],
      ['bob', 'Apply', ofData('a')],
    ])
    assert.match(
      await kubectl.rejects('apply --server-side --field-manager=ann -f -', settings({ a: '1', b: '1' })),
      /^error: Apply failed with 1 conflict: conflict with "bob": \.data\.a\n/,
    )
  })

  it('do not occur if both apply the same value, which they then share', async () => {
    const kubectl = await anywhere.inNew('shared')
    await kubectl.prints('apply --server-side --field-manager=ann -f -', settings({ a: '1' }))
    await kubectl.prints('apply --server-side --field-manager=bob -f -', settings({ a: '1' }))
    const shared = await kubectl.readsManaged('configmap settings')
    assert.deepEqual(entriesOf(shared).toSorted(), [
      ['ann', 'Apply', ofData('a')],
      ['bob', 'Apply', ofData('a')],
    ])
    assert.match(
      await kubectl.rejects('apply --server-side --field-manager=ann -f -', settings({ a: '2' })),
      /^error: Apply failed with 1 conflict: conflict with "bob": \.data\.a\n/,
    )
    await kubectl.prints('apply --server-side --field-manager=ann -f -', settings())
    assert.deepEqual((await kubectl.reads('configmap settings')).data, { a: '1' })
    await kubectl.prints('apply --server-side --field-manager=bob -f -', settings())
    assert.equal((await kubectl.reads('configmap settings')).data, undefined)
  })

  it('a file without replicas does not change a scaled deployment', async () => {
    const kubectl = await anywhere.inNew('scaled')
    const web = deployment.make('web')
    const withReplicas = (replicas: number): Json => ({ ...web, spec: { ...web.spec, replicas } })
    await kubectl.prints('apply --server-side -f -', withReplicas(1))
    await kubectl.prints('scale deployment web --replicas=4')
    await kubectl.prints('apply --server-side -f -', web)
    assert.equal((await kubectl.reads('deployment web')).spec.replicas, 4)
    assert.match(
      await kubectl.rejects('apply --server-side -f -', withReplicas(2)),
      /^error: Apply failed with 1 conflict: conflict with "kubectl" with subresource "scale" using apps\/v1: \.spec\.replicas\n/,
    )
    await kubectl.prints('apply --server-side --force-conflicts -f -', withReplicas(2))
    assert.equal((await kubectl.reads('deployment web')).spec.replicas, 2)
  })
})
