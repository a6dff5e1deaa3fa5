import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Json } from '#test/support/client.js'
import { entriesOf } from '../support/managers.js'
import { onEveryKubectl } from '../support/on-every-kubectl.js'
import { configmap } from '../support/today-objects.js'

const ANNOTATION = 'kubectl.kubernetes.io/last-applied-configuration'
const OF_ANNOTATION = { 'f:metadata': { 'f:annotations': { '.': {}, [`f:${ANNOTATION}`]: {} } } }

const OF_APPLIED_ANNOTATION = { 'f:metadata': { 'f:annotations': { [`f:${ANNOTATION}`]: {} } } }

const settings = (data: Record<string, string>): Json => ({ ...configmap.make('settings'), data })
const named = (...names: string[]) => Object.fromEntries(names.map((name) => [`f:${name}`, {}]))
const lastApplied = ({ metadata }: Json) => JSON.parse(metadata.annotations[ANNOTATION])

onEveryKubectl('apply with and without --server-side', ({ kubectl: anywhere }) => {
  it('a server-side apply takes over client-side applied fields without conflicts', async () => {
    const kubectl = await anywhere.inNew('over')
    await kubectl.prints('apply -f -', settings({ a: '1', b: '1' }))
    assert.deepEqual(entriesOf(await kubectl.readsManaged('configmap settings')), [
      [
        'kubectl-client-side-apply',
        'Update',
        { 'f:data': { '.': {}, ...named('a', 'b') }, ...OF_ANNOTATION },
      ],
    ])
    assert.equal(
      await kubectl.prints('apply --server-side -f -', settings({ a: '2', b: '1' })),
      'configmap/settings serverside-applied\n',
    )
    const taken = await kubectl.readsManaged('configmap settings')
    assert.deepEqual(taken.data, { a: '2', b: '1' })
    const ofValues = ['kubectl', 'Apply', { 'f:data': named('a', 'b') }]
    // A recent kubectl migrates the managers: only the annotation is left of the former one, under a new name.
    assert.deepEqual(
      entriesOf(taken),
      kubectl.minor > 20
        ? [['kubectl-last-applied', 'Apply', OF_APPLIED_ANNOTATION], ofValues]
        : [
            ofValues,
            [
              'kubectl-client-side-apply',
              'Update',
              { 'f:data': { '.': {}, ...named('b') }, ...OF_ANNOTATION },
            ],
          ],
    )
    await kubectl.prints('apply --server-side -f -', settings({ a: '3', b: '3' }))
    assert.deepEqual((await kubectl.reads('configmap settings')).data, { a: '3', b: '3' })
  })

  it('another manager does not take over the fields of the client', async () => {
    const kubectl = await anywhere.inNew('not-over')
    await kubectl.prints('apply -f -', settings({ a: '1' }))
    assert.match(
      await kubectl.rejects('apply --server-side --field-manager=ann -f -', settings({ a: '2' })),
      /^error: Apply failed with 1 conflict: conflict with "kubectl-client-side-apply" using v1: \.data\.a\n/,
    )
  })

  it('the last applied configuration stays current, so that client-side apply still works', async () => {
    const kubectl = await anywhere.inNew('back')
    await kubectl.prints('apply -f -', settings({ a: '1', b: '1' }))
    const file = { ...settings({ a: '2', b: '1' }), metadata: { name: 'settings', namespace: 'back' } }
    await kubectl.prints('apply --server-side -f -', file)
    assert.deepEqual(lastApplied(await kubectl.reads('configmap settings')), file)
    assert.match(await kubectl.prints('apply view-last-applied configmap settings'), /^ {2}a: "2"$/m)
    const { code, stdout } = await kubectl.run(['apply', '-f', '-'], settings({ a: '3' }))
    assert.equal(code, 0)
    assert.equal(stdout, 'configmap/settings configured\n')
    const back = await kubectl.reads('configmap settings')
    assert.equal(back.data.a, '3')
    assert.deepEqual(lastApplied(back).data, { a: '3' })
  })

  it('client-side apply works on an object that was only applied server-side, with a warning', async () => {
    const kubectl = await anywhere.inNew('only-server')
    await kubectl.prints('apply --server-side -f -', settings({ a: '1' }))
    assert.equal(await kubectl.prints('apply view-last-applied configmap settings'), '')
    const { code, stdout, stderr } = await kubectl.run(['apply', '-f', '-'], settings({ a: '2' }))
    assert.equal(code, 0, stderr)
    assert.match(stderr, /missing the kubectl\.kubernetes\.io\/last-applied-configuration annotation/)
    assert.equal(stdout, 'configmap/settings configured\n')
    const object = await kubectl.readsManaged('configmap settings')
    assert.deepEqual(lastApplied(object).data, { a: '2' })
    assert.deepEqual(entriesOf(object), [
      ['kubectl-client-side-apply', 'Update', { 'f:data': named('a'), ...OF_ANNOTATION }],
    ])
    assert.equal(await kubectl.prints('apply -f -', settings({ a: '2' })), 'configmap/settings unchanged\n')
  })

  it('view-last-applied prints the applied configuration, and edit-last-applied changes it', async () => {
    const kubectl = await anywhere.inNew('last')
    await kubectl.prints('apply -f -', settings({ a: '1' }))
    assert.equal(
      await kubectl.prints('apply view-last-applied configmap/settings'),
      'apiVersion: v1\ndata:\n  a: "1"\nkind: ConfigMap\nmetadata:\n  annotations: {}\n  name: settings\n  namespace: last\n',
    )
    const edited = await kubectl.run(['apply', 'edit-last-applied', 'configmap/settings'], '', {
      KUBE_EDITOR: `sed -i -e 's/a: "1"/a: "5"/'`,
    })
    assert.equal(edited.stdout, 'configmap/settings edited\n', edited.stderr)
    const object = await kubectl.readsManaged('configmap settings')
    assert.deepEqual(object.data, { a: '1' })
    assert.deepEqual(lastApplied(object).data, { a: '5' })
    assert.equal(await kubectl.prints('apply -f -', settings({ a: '1' })), 'configmap/settings configured\n')
  })
})
