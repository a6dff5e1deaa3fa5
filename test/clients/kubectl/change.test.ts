import assert from 'node:assert/strict'
import { it } from 'node:test'
import { cluster, daemonSet, deployment, ingress, replicaSet } from '#test/support/objects.js'
import type { Kubectl } from '../support/kubectl.js'
import { KINDS, labelled } from '../support/objects.js'
import { onEveryKubectl } from '../support/on-every-kubectl.js'

/** A script as the editor. kubectl appends the path of the file. */
const sed = (expression: string) => ({ KUBE_EDITOR: `sed -i -e ${expression}` })

const imageOf = async (kubectl: Kubectl, object: string) =>
  (await kubectl.reads(object)).spec.template.spec.containers[0].image

onEveryKubectl('changing', ({ kubectl: anywhere }) => {
  it('label and annotate change an object of each kind', async () => {
    const kubectl = anywhere.in('marks')
    for (const { word, make } of KINDS) {
      await kubectl.prints('create -f -', make('marked'))
      await kubectl.prints(`label ${word} marked colour=red`)
      await kubectl.prints(`annotate ${word} marked note=well`)
      const { labels, annotations } = (await kubectl.reads(`${word} marked`)).metadata
      assert.equal(labels.colour, 'red')
      assert.equal(annotations.note, 'well')
    }
  })

  it('label and annotate overwrite only with --overwrite, and can remove', async () => {
    const kubectl = anywhere.in('remark')
    await kubectl.prints('create -f -', ingress('door'))
    for (const [command, member] of [
      ['label', 'labels'],
      ['annotate', 'annotations'],
    ] as const) {
      const now = async () => (await kubectl.reads('ingress door')).metadata[member]?.colour
      await kubectl.prints(`${command} ingress door colour=red`)
      assert.match(await kubectl.rejects(`${command} ingress door colour=blue`), /--overwrite is false/)
      await kubectl.prints(`${command} ingress door colour=blue --overwrite`)
      assert.equal(await now(), 'blue')
      await kubectl.prints(`${command} ingress door colour-`)
      assert.equal(await now(), undefined)
    }
  })

  it('label -l changes every object that matches a selector', async () => {
    const kubectl = anywhere.in('label-many')
    for (const name of ['a', 'b', 'c']) {
      await kubectl.prints('create -f -', labelled(ingress(name), { pick: name === 'c' ? 'no' : 'yes' }))
    }
    await kubectl.prints('label ingress -l pick=yes picked=true')
    assert.equal(
      await kubectl.prints('get ingress -l picked -o name'),
      'ingress.networking.k8s.io/a\ningress.networking.k8s.io/b\n',
    )
  })

  it('patch accepts strategic merge patches, merge patches and JSON patches', async () => {
    const kubectl = anywhere.in('patch')
    await kubectl.prints('create -f -', deployment('web'))
    const patch = (type: string, body: unknown) =>
      kubectl.prints(`patch deployment web --type ${type} -p '${JSON.stringify(body)}'`)
    const containers = async () =>
      (await kubectl.reads('deployment web')).spec.template.spec.containers.map(
        ({ name }: { name: string }) => name,
      )
    const side = { spec: { template: { spec: { containers: [{ name: 'side', image: 'log:1' }] } } } }

    assert.equal(await patch('strategic', side), 'deployment.apps/web patched\n')
    assert.deepEqual((await containers()).sort(), ['main', 'side'])
    await patch('merge', side)
    assert.deepEqual(await containers(), ['side'])
    await patch('json', [{ op: 'replace', path: '/spec/template/spec/containers/0/name', value: 'only' }])
    assert.deepEqual(await containers(), ['only'])
    assert.match(
      await patch('json', [{ op: 'test', path: '/spec/replicas', value: 1 }]),
      /patched \(no change\)/,
    )
  })

  it('patch works on all other kinds', async () => {
    const kubectl = anywhere.in('patch-others')
    await kubectl.prints('create -f -', ingress('door'))
    await kubectl.prints(`patch ingress.extensions door -p '{"spec":{"backend":{"servicePort":81}}}'`)
    assert.deepEqual((await kubectl.reads('ingress.extensions door')).spec.backend, {
      serviceName: 'web',
      servicePort: 81,
    })
    await kubectl.prints('create -f -', cluster('patched'))
    await kubectl.prints(`patch cluster patched --type merge -p '{"spec":{"secretRef":{"name":"key"}}}'`)
    assert.equal((await kubectl.reads('cluster patched')).spec.secretRef.name, 'key')
    await kubectl.prints('create -f -', daemonSet('logs'))
    await kubectl.prints(`patch daemonset logs -p '{"spec":{"minReadySeconds":7}}'`)
    assert.equal((await kubectl.reads('daemonset logs')).spec.minReadySeconds, 7)
  })

  it('scale sets the replicas, optionally on a condition', async () => {
    const kubectl = anywhere.in('scale')
    await kubectl.prints('create -f -', deployment('web'))
    await kubectl.prints('create -f -', replicaSet('cache'))
    for (const object of ['deployment/web', 'deployment.extensions/web', 'replicaset/cache']) {
      assert.match(await kubectl.prints(`scale ${object} --replicas=5`), /scaled/)
      assert.equal((await kubectl.reads(object)).spec.replicas, 5)
      assert.match(
        await kubectl.rejects(`scale ${object} --current-replicas=9 --replicas=1`),
        /Expected replicas to be 9, was 5/,
      )
      await kubectl.prints(`scale ${object} --current-replicas=5 --replicas=0`)
      assert.equal((await kubectl.reads(object)).spec.replicas, 0)
    }
  })

  it('set image, env and resources change the pod template of every workload', async () => {
    const kubectl = anywhere.in('set')
    for (const object of [deployment('web'), daemonSet('web'), replicaSet('web')]) {
      await kubectl.prints('create -f -', object)
      const name = `${object.kind.toLowerCase()}/web`
      assert.match(await kubectl.prints(`set image ${name} main=web:2.0`), /image updated/)
      assert.equal(await imageOf(kubectl, name), 'web:2.0')
      await kubectl.prints(`set env ${name} MODE=fast`)
      await kubectl.prints(`set resources ${name} --limits=cpu=200m,memory=64Mi`)
      const [main] = (await kubectl.reads(name)).spec.template.spec.containers
      assert.deepEqual(main.env, [{ name: 'MODE', value: 'fast' }])
      assert.deepEqual(main.resources.limits, { cpu: '200m', memory: '64Mi' })
      await kubectl.prints(`set env ${name} MODE-`)
      assert.equal((await kubectl.reads(name)).spec.template.spec.containers[0].env, undefined)
    }
    await kubectl.prints('set image deployment.extensions/web main=web:3.0')
    assert.equal(await imageOf(kubectl, 'deployment/web'), 'web:3.0')
  })

  it('--subresource changes the status and the scale, if this kubectl supports it', async (t) => {
    const kubectl = anywhere.in('subresource')
    if (kubectl.minor < 24) return t.skip('it came with kubectl 1.24')
    await kubectl.prints('create -f -', deployment('web'))
    await kubectl.prints(
      `patch deployment web --subresource=status --type merge -p '{"status":{"replicas":1}}'`,
    )
    await kubectl.prints(`patch deployment web --subresource=scale --type merge -p '{"spec":{"replicas":3}}'`)
    const { spec, status } = await kubectl.reads('deployment web --subresource=status')
    assert.equal(spec.replicas, 3)
    assert.equal(status.replicas, 1)
    assert.match(await kubectl.prints('get deployment web --subresource=scale'), /^web /m)
  })

  it('edit stores the edited object', async () => {
    const kubectl = anywhere.in('edit')
    await kubectl.prints('create -f -', deployment('web', { replicas: 2 }))
    const edited = await kubectl.run(['edit', 'deployment', 'web'], '', sed("'s/replicas: 2/replicas: 8/'"))
    assert.equal(edited.stdout, 'deployment.apps/web edited\n', edited.stderr)
    assert.equal((await kubectl.reads('deployment web')).spec.replicas, 8)

    const same = await kubectl.run(['edit', 'deployment', 'web'], '', sed("'s/nothing/like this/'"))
    assert.match(same.stdout + same.stderr, /Edit cancelled, no changes made/)

    await kubectl.prints('create -f -', cluster('edited'))
    const address = await kubectl.run(['edit', 'cluster', 'edited'], '', sed("'s/10.0.0.1/10.0.0.2/'"))
    assert.equal(address.stdout, 'cluster.federation/edited edited\n', address.stderr)
  })

  it('edit reopens the editor with the reason when the server rejects the object', async () => {
    const kubectl = anywhere.in('edit-rejected')
    await kubectl.prints('create -f -', deployment('web', { replicas: 2 }))
    const { code, stderr } = await kubectl.run(
      ['edit', 'deployment', 'web'],
      '',
      sed("'s/replicas: 2/replicas: -2/'"),
    )
    assert.notEqual(code, 0)
    assert.match(stderr, /deployments.* "web" was not valid|is invalid/)
    assert.equal((await kubectl.reads('deployment web')).spec.replicas, 2)
  })
})
