import assert from 'node:assert/strict'
import { it } from 'node:test'
import { deployment, ingress, replicaSet } from '#test/support/objects.js'
import type { Kubectl } from '../support/kubectl.js'
import { KINDS, labelled, together } from '../support/objects.js'
import { onEveryKubectl } from '../support/on-every-kubectl.js'
import { until } from '../support/until.js'

/** A deployment and a replica set that it owns. */
async function createOwned(kubectl: Kubectl): Promise<void> {
  const owner = JSON.parse(await kubectl.prints('create -f - -o json', deployment('owner')))
  const owned = replicaSet('owned')
  owned.metadata.ownerReferences = [
    {
      apiVersion: 'extensions/v1beta1',
      kind: 'Deployment',
      name: 'owner',
      uid: owner.metadata.uid,
      controller: true,
      blockOwnerDeletion: true,
    },
  ]
  await kubectl.prints('create -f -', owned)
}

onEveryKubectl('deleting', ({ kubectl: anywhere }) => {
  it('deletes one object of each kind and waits until it is gone', async () => {
    const kubectl = anywhere.in('one')
    for (const { word, make } of KINDS) {
      await kubectl.prints('create -f -', make('gone'))
      assert.match(await kubectl.prints(`delete ${word} gone`), new RegExp(`^${word} "gone" deleted`))
      assert.match(await kubectl.rejects(`get ${word} gone`), /NotFound/)
      assert.match(await kubectl.rejects(`delete ${word} gone`), /NotFound/)
    }
    await kubectl.prints('delete deployment gone --ignore-not-found')
  })

  it('deletes the objects in a file', async () => {
    const kubectl = anywhere.in('file')
    const file = together(ingress('a'), deployment('b'))
    await kubectl.prints('create -f -', file)
    const said = await kubectl.prints('delete -f -', file)
    assert.match(said, /ingress\.extensions "a" deleted.*\ndeployment\.extensions "b" deleted/)
  })

  it('deletes by label, by field, and all of a kind', async () => {
    const kubectl = anywhere.in('many')
    const names = ['a', 'b', 'c', 'd', 'e']
    await kubectl.prints(
      'create -f -',
      together(...names.map((name) => labelled(ingress(name), { vowel: String('ae'.includes(name)) }))),
    )
    const left = () => kubectl.prints('get ingress -o name')
    await kubectl.prints('delete ingress -l vowel=true')
    assert.equal(await left(), ['b', 'c', 'd'].map((name) => `ingress.networking.k8s.io/${name}\n`).join(''))
    await kubectl.prints('delete ingress --field-selector metadata.name=c')
    assert.equal(await left(), ['b', 'd'].map((name) => `ingress.networking.k8s.io/${name}\n`).join(''))
    await kubectl.prints('create -f -', deployment('other'))
    await kubectl.prints('delete ingress --all')
    assert.equal(await left(), '')
    assert.equal(await kubectl.prints('get deployment -o name'), 'deployment.apps/other\n')
  })

  it('deletes or orphans dependents', async () => {
    const gone = { background: true, foreground: true, orphan: false }
    for (const [policy, takesAlong] of Object.entries(gone)) {
      const kubectl = anywhere.in(`cascade-${policy}`)
      await createOwned(kubectl)
      await kubectl.prints(`delete deployment owner --cascade=${policy}`)
      if (takesAlong) {
        await until(async () => (await kubectl.prints('get replicaset -o name')) === '')
      } else {
        await until(
          async () => (await kubectl.reads('replicaset owned')).metadata.ownerReferences === undefined,
        )
      }
    }
  })

  it('accepts the former values of --cascade', async () => {
    const kubectl = anywhere.in('cascade-words')
    await createOwned(kubectl)
    await kubectl.prints('delete deployment owner --cascade=false')
    await until(async () => (await kubectl.reads('replicaset owned')).metadata.ownerReferences === undefined)
    await kubectl.prints('delete replicaset owned')
    await createOwned(kubectl)
    await kubectl.prints('delete deployment owner --cascade=true')
    await until(async () => (await kubectl.prints('get replicaset -o name')) === '')
  })

  it('waits for finalizers by default', async () => {
    const kubectl = anywhere.in('finalizers')
    const held = ingress('held')
    held.metadata.finalizers = ['example.com/hold']
    await kubectl.prints('create -f -', held)
    assert.match(await kubectl.prints('delete ingress held --wait=false'), /deleted/)
    assert.ok((await kubectl.reads('ingress held')).metadata.deletionTimestamp)

    const deletion = kubectl.start(['delete', 'ingress', 'held'])
    await deletion.says(/deleted/)
    await kubectl.prints(`patch ingress held --type merge -p '{"metadata":{"finalizers":null}}'`)
    const { code, stderr } = await deletion.ended()
    assert.equal(code, 0, stderr)
    assert.match(await kubectl.rejects('get ingress held'), /NotFound/)
  })

  it('--now and --force delete at once', async () => {
    const kubectl = anywhere.in('force')
    await kubectl.prints('create -f -', together(ingress('a'), ingress('b')))
    await kubectl.prints('delete ingress a --now')
    await kubectl.prints('delete ingress b --force --grace-period=0')
    assert.equal(await kubectl.prints('get ingress -o name'), '')
  })
})
