import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Json } from '#test/support/client.js'
import type { Kubectl } from '../support/kubectl.js'
import { managersOf } from '../support/managers.js'
import { labelled, together } from '../support/objects.js'
import { onEveryKubectl } from '../support/on-every-kubectl.js'
import { configmap, deployment } from '../support/today-objects.js'

const GATE = { KUBECTL_APPLYSET: 'true' }
const ID = /^applyset-[\w-]+-v1$/

/** Applies a file as a complete apply set. */
async function applySet(kubectl: Kubectl, flags: readonly string[], ...objects: Json[]): Promise<string[]> {
  const { code, stdout, stderr } = await kubectl.run(
    ['apply', '--prune', ...flags, '-f', '-'],
    together(...objects),
    GATE,
  )
  assert.equal(code, 0, stderr)
  return stdout.trimEnd().split('\n')
}

const names = async (kubectl: Kubectl) =>
  (await kubectl.prints('get configmaps,deployments -o name')).trimEnd().split('\n')

onEveryKubectl('apply --prune', ({ kubectl: anywhere }) => {
  for (const [how, flags, done] of [
    ['by the server', ['--server-side', '--applyset=parent'], ['serverside-applied', 'serverside-applied']],
    ['by the client', ['--applyset=parent'], ['created', 'unchanged']],
  ] as const) {
    it(`deletes objects that left the apply set, applied ${how}`, async (t) => {
      const kubectl = await anywhere.inNew(`set-${flags.length}`)
      if (kubectl.minor < 32) return t.skip('this kubectl knows no apply sets')
      await kubectl.prints('create configmap bystander')
      assert.deepEqual(
        await applySet(
          kubectl,
          flags,
          configmap.make('stays'),
          configmap.make('goes'),
          deployment.make('goes'),
        ),
        [`configmap/stays ${done[0]}`, `configmap/goes ${done[0]}`, `deployment.apps/goes ${done[0]}`],
      )
      const parent = await kubectl.readsManaged('secret parent')
      const { 'applyset.kubernetes.io/id': id } = parent.metadata.labels
      assert.match(id, ID)
      assert.equal(
        parent.metadata.annotations['applyset.kubernetes.io/contains-group-kinds'],
        'ConfigMap,Deployment.apps',
      )
      assert.deepEqual(managersOf(parent), ['kubectl-applyset Apply'])
      const member = await kubectl.reads('configmap stays')
      assert.equal(member.metadata.labels['applyset.kubernetes.io/part-of'], id)

      const said = await applySet(kubectl, flags, configmap.make('stays'))
      assert.deepEqual(said.slice(0, 1), [`configmap/stays ${done[1]}`])
      assert.deepEqual(said.slice(1).toSorted(), ['configmap/goes pruned', 'deployment.apps/goes pruned'])
      assert.deepEqual(await names(kubectl), ['configmap/bystander', 'configmap/stays'])
      assert.equal(
        (await kubectl.reads('secret parent')).metadata.annotations[
          'applyset.kubernetes.io/contains-group-kinds'
        ],
        'ConfigMap',
      )
    })
  }

  it('deletes labelled objects that are no longer in the file', async () => {
    const kubectl = await anywhere.inNew('by-label')
    const flag = kubectl.minor < 26 ? '--prune-whitelist' : '--prune-allowlist'
    const prune = `apply --prune -l set=one ${flag}=core/v1/ConfigMap -f -`
    const member = (name: string) => labelled(configmap.make(name), { set: 'one' })
    await kubectl.prints(prune, together(member('stays'), member('goes')))
    await kubectl.prints('create -f -', member('never-applied'))
    assert.equal(
      await kubectl.prints(prune, member('stays')),
      'configmap/stays unchanged\nconfigmap/goes pruned\n',
    )
    assert.deepEqual(await names(kubectl), ['configmap/never-applied', 'configmap/stays'])
  })
})
