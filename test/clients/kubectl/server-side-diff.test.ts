import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Json } from '#test/support/client.js'
import type { Kubectl } from '../support/kubectl.js'
import { onEveryKubectl } from '../support/on-every-kubectl.js'
import { configmap, deployment } from '../support/today-objects.js'

const settings = (data: Record<string, string>): Json => ({ ...configmap.make('settings'), data })
const scaled = (replicas: number): Json => {
  const web = deployment.make('web')
  return { ...web, spec: { ...web.spec, replicas } }
}

const diff = (kubectl: Kubectl, object: Json, ...flags: string[]) =>
  kubectl.run(['diff', ...flags, '-f', '-'], object)

/** The changed lines, without the file headers. */
const changes = (text: string) => text.split('\n').filter((line) => /^[-+](?!--|\+\+)/.test(line))

const NONE = { code: 0, stdout: '', stderr: '' }

onEveryKubectl('diff --server-side', ({ kubectl: anywhere }) => {
  it('shows what an apply would change, and changes nothing', async () => {
    const kubectl = await anywhere.inNew('shows')
    const anew = await diff(kubectl, scaled(2), '--server-side')
    assert.equal(anew.code, 1, anew.stderr)
    assert.match(anew.stdout, /^\+ {2}replicas: 2$/m)
    assert.match(await kubectl.rejects('get deployment web'), /NotFound/)

    await kubectl.prints('apply --server-side -f -', scaled(2))
    assert.deepEqual(await diff(kubectl, scaled(2), '--server-side'), NONE)

    const changed = await diff(kubectl, scaled(3), '--server-side')
    assert.equal(changed.code, 1, changed.stderr)
    const expected = ['-  generation: 1', '+  generation: 2', '-  replicas: 2', '+  replicas: 3']
    // 1.20 also shows the time of the simulated apply.
    const seen = changes(changed.stdout).filter((line) => !/^[-+] {4}time: /.test(line))
    assert.deepEqual(seen, expected)
    assert.equal((await kubectl.reads('deployment web')).spec.replicas, 2)
  })

  it('reports conflicts, and shows the fields that a forced apply would take over', async () => {
    const kubectl = await anywhere.inNew('conflicts')
    await kubectl.prints('apply --server-side --field-manager=ann -f -', settings({ a: '1' }))
    const conflict = await diff(kubectl, settings({ a: '2' }), '--server-side')
    assert.ok((conflict.code ?? 0) > 1 || conflict.code === 1, conflict.stderr)
    assert.match(conflict.stderr, /Apply failed with 1 conflict: conflict with "ann": \.data\.a/)
    const forced = await diff(kubectl, settings({ a: '2' }), '--server-side', '--force-conflicts')
    assert.equal(forced.code, 1, forced.stderr)
    assert.match(forced.stdout, /^- {2}a: "1"\n\+ {2}a: "2"$/m)
    const own = await diff(kubectl, settings({ a: '2' }), '--server-side', '--field-manager=ann')
    assert.equal(own.code, 1, own.stderr)
    assert.match(own.stdout, /^- {2}a: "1"\n\+ {2}a: "2"$/m)
    assert.deepEqual((await kubectl.reads('configmap settings')).data, { a: '1' })
  })

  it('shows the removal of a field that is no longer applied', async () => {
    const kubectl = await anywhere.inNew('goes')
    await kubectl.prints('apply --server-side -f -', settings({ a: '1', b: '1' }))
    const { code, stdout } = await diff(kubectl, settings({ a: '1' }), '--server-side')
    assert.equal(code, 1)
    assert.match(stdout, /^- {2}b: "1"$/m)
  })

  it('diff without --server-side shows the changes of a client-side apply', async () => {
    const kubectl = await anywhere.inNew('plain')
    await kubectl.prints('apply -f -', settings({ a: '1', b: '1' }))
    assert.deepEqual(await diff(kubectl, settings({ a: '1', b: '1' })), NONE)
    const { code, stdout } = await diff(kubectl, settings({ a: '2' }))
    assert.equal(code, 1)
    const ofData = changes(stdout).filter((line) => /^. {2}[ab]: /.test(line))
    assert.deepEqual(ofData, ['-  a: "1"', '-  b: "1"', '+  a: "2"'])
    assert.deepEqual((await kubectl.reads('configmap settings')).data, { a: '1', b: '1' })
  })
})
