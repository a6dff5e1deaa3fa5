import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Json } from '#test/support/client.js'
import { entriesOf, managersOf } from '../support/managers.js'
import { KINDS, labelled, together } from '../support/objects.js'
import { onEveryKubectl } from '../support/on-every-kubectl.js'
import { configmap, deployment, TODAY_KINDS } from '../support/today-objects.js'

const lines = (text: string) => text.trimEnd().split('\n')
const settings = (data: Record<string, string>): Json => ({ ...configmap.make('settings'), data })
const container = (name: string, image: string): Json => ({ name, image })
const withContainers = (...containers: Json[]): Json => {
  const { spec, ...head } = deployment.make('web')
  return { ...head, spec: { ...spec, template: { ...spec.template, spec: { containers } } } }
}

onEveryKubectl('apply --server-side', ({ kubectl: anywhere }) => {
  it('creates an object of every kind, and changes nothing when it is applied again', async () => {
    const kubectl = await anywhere.inNew('every-kind')
    const file = together(...TODAY_KINDS.map(({ make }) => labelled(make('one'), { round: 'one' })))
    const said = TODAY_KINDS.map(({ word }) => `${word}/one serverside-applied`)
    const versions = async () =>
      JSON.parse(await kubectl.prints('get -f - -o json', file)).items.map(
        ({ metadata }: Json) => metadata.resourceVersion,
      )
    assert.deepEqual(lines(await kubectl.prints('apply --server-side -f -', file)), said)
    const before = await versions()
    assert.deepEqual(lines(await kubectl.prints('apply --server-side -f -', file)), said)
    assert.deepEqual(await versions(), before)
  })

  it('applies objects in deprecated versions', async () => {
    const kubectl = await anywhere.inNew('old-groups')
    for (const { word, make } of KINDS) {
      await kubectl.prints('create -f -', make('old'))
      assert.equal((await kubectl.readsManaged(`${word} old`)).metadata.managedFields, undefined)
      const changed = labelled(make('old'), { round: 'two' })
      assert.equal(
        await kubectl.prints('apply --server-side -f -', changed),
        `${word}/old serverside-applied\n`,
      )
      const applied = await kubectl.readsManaged(`${word} old`)
      assert.equal(applied.metadata.labels.round, 'two')
      assert.deepEqual(managersOf(applied), ['kubectl Apply', 'before-first-apply Update'])
    }
  })

  it('records managed fields, and shows them on request', async () => {
    const kubectl = await anywhere.inNew('remembers')
    await kubectl.prints('apply --server-side -f -', withContainers(container('main', 'web:1')))
    const fields = {
      'f:spec': {
        'f:selector': {},
        'f:template': {
          'f:metadata': { 'f:labels': { 'f:app': {} } },
          'f:spec': { 'f:containers': { 'k:{"name":"main"}': { '.': {}, 'f:image': {}, 'f:name': {} } } },
        },
      },
    }
    assert.deepEqual(entriesOf(await kubectl.readsManaged('deployment web')), [['kubectl', 'Apply', fields]])
    const isShown = /^ {2}managedFields:$/m
    if (kubectl.minor > 20) {
      assert.doesNotMatch(await kubectl.prints('get deployment web -o yaml'), isShown)
      assert.match(await kubectl.prints('get deployment web -o yaml --show-managed-fields'), isShown)
    } else assert.match(await kubectl.prints('get deployment web -o yaml'), isShown)
    assert.doesNotMatch(await kubectl.prints('describe deployment web'), /Managed Fields|f:spec/)
  })

  it('removes fields that are no longer applied, and keeps those of other managers', async () => {
    const kubectl = await anywhere.inNew('takes-away')
    const apply = (manager: string, object: Json) =>
      kubectl.prints(`apply --server-side --field-manager=${manager} -f -`, object)
    const images = async () =>
      (await kubectl.reads('deployment web')).spec.template.spec.containers.map(
        ({ name, image }: Json) => `${name} ${image}`,
      )
    await apply('ann', withContainers(container('main', 'web:1'), container('side', 'log:1')))
    await apply('bob', withContainers(container('main', 'web:1'), container('proxy', 'mesh:1')))
    assert.deepEqual((await images()).sort(), ['main web:1', 'proxy mesh:1', 'side log:1'])
    await apply('ann', withContainers(container('main', 'web:1')))
    assert.deepEqual(await images(), ['main web:1', 'proxy mesh:1'])
    await apply('bob', withContainers(container('proxy', 'mesh:2')))
    assert.deepEqual((await images()).sort(), ['main web:1', 'proxy mesh:2'])
  })

  it('tracks the changes of other commands', async () => {
    const kubectl = await anywhere.inNew('commands')
    await kubectl.prints('apply --server-side -f -', withContainers(container('main', 'web:1')))
    await kubectl.prints('label deployment web colour=red')
    await kubectl.prints('annotate deployment web note=well')
    await kubectl.prints('set image deployment web main=web:2')
    await kubectl.prints(`patch deployment web -p '{"spec":{"paused":true}}'`)
    await kubectl.prints('scale deployment web --replicas=4')
    const entries = new Map(
      entriesOf(await kubectl.readsManaged('deployment web')).map(([manager, ...rest]) => [manager, rest]),
    )
    const image = (fields: Json) => ({
      'f:spec': {
        'f:template': { 'f:spec': { 'f:containers': { 'k:{"name":"main"}': fields } } },
      },
    })
    assert.deepEqual(entries.get('kubectl-label'), [
      'Update',
      { 'f:metadata': { 'f:labels': { '.': {}, 'f:colour': {} } } },
    ])
    assert.deepEqual(entries.get('kubectl-annotate'), [
      'Update',
      { 'f:metadata': { 'f:annotations': { '.': {}, 'f:note': {} } } },
    ])
    assert.deepEqual(entries.get('kubectl-set'), ['Update', image({ 'f:image': {} })])
    assert.deepEqual(entries.get('kubectl-patch'), ['Update', { 'f:spec': { 'f:paused': {} } }])
    const said = await kubectl.rejects('apply --server-side -f -', withContainers(container('main', 'web:1')))
    assert.match(
      said,
      /^error: Apply failed with 1 conflict: conflict with "kubectl-set" using apps\/v1: \.spec\.template\.spec\.containers\[name="main"\]\.image\n/,
    )
  })

  it('--dry-run=server returns the result and stores nothing', async () => {
    const kubectl = await anywhere.inNew('dry')
    const dry = 'apply --server-side --dry-run=server'
    assert.equal(
      await kubectl.prints(`${dry} -f -`, settings({ a: '1' })),
      'configmap/settings serverside-applied (server dry run)\n',
    )
    assert.match(await kubectl.rejects('get configmap settings'), /NotFound/)
    await kubectl.prints('apply --server-side --field-manager=ann -f -', settings({ a: '1' }))
    assert.match(
      await kubectl.rejects(`${dry} -f -`, settings({ a: '2' })),
      /conflict with "ann": \.data\.a\n/,
    )
    const forced = await kubectl.prints(`${dry} --force-conflicts -o json -f -`, settings({ a: '2' }))
    assert.deepEqual(JSON.parse(forced).data, { a: '2' })
    const kept = await kubectl.readsManaged('configmap settings')
    assert.deepEqual(kept.data, { a: '1' })
    assert.deepEqual(managersOf(kept), ['ann Apply'])
  })

  it('is rejected as a whole if it is invalid', async () => {
    const kubectl = await anywhere.inNew('invalid')
    const wrong = withContainers(container('main', 'web:1'))
    assert.match(
      await kubectl.rejects('apply --server-side -f -', { ...wrong, spec: { ...wrong.spec, replicas: -1 } }),
      /The Deployment "web" is invalid: spec\.replicas: Invalid value: -1: must be greater than or equal to 0/,
    )
    assert.match(
      await kubectl.rejects('apply --server-side -f -', { ...wrong, spec: { ...wrong.spec, replica: 3 } }),
      /unknown field "(spec\.)?replica"|\.spec\.replica: field not declared in schema/,
    )
    assert.match(await kubectl.rejects('get deployment web'), /NotFound/)
  })

  it('--subresource applies only the status', async (t) => {
    const kubectl = await anywhere.inNew('status')
    if (kubectl.minor < 32) return t.skip('this kubectl has no --subresource')
    await kubectl.prints('apply --server-side -f -', withContainers(container('main', 'web:1')))
    const { apiVersion, kind, metadata } = deployment.make('web')
    const report = { apiVersion, kind, metadata, status: { replicas: 2, observedGeneration: 1 } }
    const said = await kubectl.prints(
      'apply --server-side --subresource=status --field-manager=reporter -f -',
      { ...report, spec: { replicas: 7 } },
    )
    assert.equal(said, 'deployment.apps/web serverside-applied\n')
    const applied = await kubectl.readsManaged('deployment web')
    assert.equal(applied.spec.replicas, 1)
    assert.equal(applied.status.replicas, 2)
    assert.deepEqual(
      entriesOf(applied).find(([manager]) => manager === 'reporter'),
      ['reporter', 'Apply', { 'f:status': { 'f:observedGeneration': {}, 'f:replicas': {} } }, 'status'],
    )
  })
})
