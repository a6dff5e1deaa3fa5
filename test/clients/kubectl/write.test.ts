import assert from 'node:assert/strict'
import { it } from 'node:test'
import { daemonSet, deployment, ingress } from '#test/support/objects.js'
import { KINDS, labelled, together } from '../support/objects.js'
import { onEveryKubectl } from '../support/on-every-kubectl.js'

onEveryKubectl('creating and replacing', ({ kubectl: anywhere }) => {
  it('create creates an object of each kind once', async () => {
    const kubectl = anywhere.in('create')
    for (const { word, make } of KINDS) {
      assert.equal(await kubectl.prints('create -f -', make('made')), `${word}/made created\n`)
      assert.match(
        await kubectl.rejects('create -f -', make('made')),
        /\(AlreadyExists\).*"made" already exists/,
      )
    }
  })

  it('create accepts YAML with several objects, and a list', async () => {
    const kubectl = anywhere.in('several')
    const yaml = ['one', 'two'].map(
      (name) =>
        `apiVersion: extensions/v1beta1\nkind: Ingress\nmetadata: {name: ${name}}\nspec: {backend: {serviceName: web, servicePort: 80}}\n`,
    )
    assert.equal(
      await kubectl.prints('create -f -', yaml.join('---\n')),
      'ingress.extensions/one created\ningress.extensions/two created\n',
    )
    await kubectl.prints('create -f -', together(ingress('three'), daemonSet('four')))
    assert.equal((await kubectl.reads('ingress,daemonset')).items.length, 4)
  })

  it('the output of get can be applied in another namespace', async () => {
    const from = anywhere.in('from')
    await from.prints('create -f -', together(ingress('one'), deployment('two')))
    const printed = await from.prints('get ingress,deployment -o yaml')
    assert.match(printed, /^kind: List$/m)
    const to = anywhere.in('to')
    await to.prints('apply -f -', printed.replaceAll('namespace: from', 'namespace: to'))
    assert.equal((await to.reads('ingress,deployment')).items.length, 2)
  })

  it('create accepts a generated name, and prints it', async () => {
    const kubectl = anywhere.in('generated')
    const nameless = { ...ingress('x'), metadata: { generateName: 'door-' } }
    assert.match(await kubectl.prints('create -f - -o name', nameless), /^ingress\.extensions\/door-\w{5}\n$/)
    assert.equal(
      JSON.parse(await kubectl.prints('create -f - -o json', ingress('shown'))).metadata.generation,
      1,
    )
  })

  it('a misspelt field is rejected before anything is stored', async () => {
    const kubectl = anywhere.in('misspelt')
    const wrong = deployment('wrong', { replica: 3 })
    for (const command of ['create', 'apply']) {
      const said = await kubectl.rejects(`${command} -f -`, wrong)
      assert.match(said, /unknown field "(spec\.)?replica"/)
    }
    assert.match(await kubectl.rejects('get deployment wrong'), /NotFound/)
    await kubectl.prints('create -f - --validate=false', wrong)
  })

  it('a value of the wrong type is rejected', async () => {
    const said = await anywhere
      .in('mistyped')
      .rejects('create -f -', deployment('wrong', { replicas: 'three' }))
    assert.match(said, /spec\.replicas|Deployment\.spec\.replicas/)
  })

  it('a validation error names its field', async () => {
    const said = await anywhere.in('invalid').rejects('create -f -', deployment('wrong', { replicas: -1 }))
    assert.match(
      said,
      /The Deployment "wrong" is invalid: spec\.replicas: Invalid value: -1: must be greater than or equal to 0/,
    )
  })

  it('replace updates the object, and --force recreates it', async () => {
    const kubectl = anywhere.in('replace')
    await kubectl.prints('create -f -', labelled(deployment('web'), { old: 'yes' }))
    const { metadata } = await kubectl.reads('deployment web')
    assert.equal(
      await kubectl.prints('replace -f -', deployment('web', { replicas: 5 })),
      'deployment.extensions/web replaced\n',
    )
    const replaced = await kubectl.reads('deployment web')
    assert.equal(replaced.spec.replicas, 5)
    assert.equal(replaced.metadata.labels?.old, undefined)
    assert.equal(replaced.metadata.uid, metadata.uid)

    await kubectl.prints('replace --force -f -', deployment('web', { replicas: 6 }))
    const anew = await kubectl.reads('deployment web')
    assert.equal(anew.spec.replicas, 6)
    assert.notEqual(anew.metadata.uid, metadata.uid)
    assert.match(await kubectl.rejects('replace -f -', deployment('nowhere')), /NotFound/)
  })

  it('replace with an outdated version is a conflict', async () => {
    const kubectl = anywhere.in('conflict')
    await kubectl.prints('create -f -', ingress('door'))
    const old = await kubectl.reads('ingress door')
    await kubectl.prints('label ingress door changed=yes')
    assert.match(await kubectl.rejects('replace -f -', old), /\(Conflict\).*the object has been modified/)
  })

  it('--dry-run=server returns the result and stores nothing', async () => {
    const kubectl = anywhere.in('dry')
    const said = await kubectl.prints('create -f - --dry-run=server -o json', deployment('tried'))
    assert.equal(JSON.parse(said).spec.replicas, 1)
    assert.match(
      await kubectl.prints('apply -f - --dry-run=server', deployment('tried')),
      /created \(server dry run\)/,
    )
    assert.equal(await kubectl.prints('get deployments -o name'), '')
    await kubectl.prints('create -f -', deployment('kept'))
    await kubectl.prints('delete deployment kept --dry-run=server')
    await kubectl.prints('label deployment kept a=b --dry-run=server')
    assert.equal((await kubectl.reads('deployment kept')).metadata.labels?.a, undefined)
  })
})
