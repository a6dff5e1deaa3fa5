import assert from 'node:assert/strict'
import { it } from 'node:test'
import { imageOf, workload } from '#test/support/workloads.js'
import type { Kubectl } from '../support/kubectl.js'
import { onEveryKubectl } from '../support/on-every-kubectl.js'
import { until } from '../support/until.js'

const KINDS = [
  { kind: 'Deployment', object: 'deployment.apps/web' },
  { kind: 'DaemonSet', object: 'daemonset.apps/web' },
  { kind: 'StatefulSet', object: 'statefulset.apps/web' },
]

onEveryKubectl('the history of rollouts', ({ kubectl: anywhere }) => {
  for (const { kind, object } of KINDS) {
    const history = (kubectl: Kubectl) => kubectl.prints(`rollout history ${object}`)
    /** Waits until the server has this many revisions, because it creates them after the write. */
    const revisions = async (kubectl: Kubectl, wanted: readonly (readonly [number, string])[]) => {
      const rows = wanted.map(([number, cause]) => `${String(number).padEnd(10)}${cause}\n`)
      const table = `${object} \nREVISION  CHANGE-CAUSE\n${rows.join('')}\n`
      await until(async () => (await history(kubectl)) === table)
    }
    const image = async (kubectl: Kubectl) => imageOf(await kubectl.reads(object))

    it(`${kind}: history lists the revisions with their causes`, async () => {
      const kubectl = anywhere.in(`history-${kind.toLowerCase()}`)
      await kubectl.prints('create -f -', workload(kind, 'web'))
      assert.match(await history(kubectl), /No rollout history found/)
      await kubectl.prints(`set image ${object} main=web:2`)
      await kubectl.prints(`annotate ${object} kubernetes.io/change-cause='the second'`)
      await revisions(kubectl, [
        [1, '<none>'],
        [2, 'the second'],
      ])
      assert.match(await kubectl.prints(`rollout history ${object} --revision=1`), /Image:\s+web:1\n/)
      assert.match(await kubectl.prints(`rollout history ${object} --revision=2`), /Image:\s+web:2\n/)
      assert.match(
        await kubectl.rejects(`rollout history ${object} --revision=9`),
        /unable to find the specified revision/,
      )
    })

    it(`${kind}: undo rolls back to the previous revision, or to any other`, async () => {
      const kubectl = anywhere.in(`undo-${kind.toLowerCase()}`)
      await kubectl.prints('create -f -', workload(kind, 'web'))
      assert.match(await kubectl.rejects(`rollout undo ${object}`), /no (rollout history|last revision)/)
      for (const version of [2, 3]) {
        await kubectl.prints(`set image ${object} main=web:${version}`)
        await until(async () => new RegExp(`^${version} `, 'm').test(await history(kubectl)))
      }
      assert.equal(await kubectl.prints(`rollout undo ${object}`), `${object} rolled back\n`)
      assert.equal(await image(kubectl), 'web:2')
      await revisions(kubectl, [
        [1, '<none>'],
        [3, '<none>'],
        [4, '<none>'],
      ])
      await kubectl.prints(`rollout undo ${object} --to-revision=1`)
      assert.equal(await image(kubectl), 'web:1')
      await revisions(kubectl, [
        [3, '<none>'],
        [4, '<none>'],
        [5, '<none>'],
      ])
      assert.match(
        await kubectl.prints(`rollout undo ${object} --to-revision=5`),
        /skipped rollback \(current template already matches revision 5\)/,
      )
      assert.match(await kubectl.rejects(`rollout undo ${object} --to-revision=9`), /unable to find/)
    })

    it(`${kind}: restart creates a revision that can be undone`, async () => {
      const kubectl = anywhere.in(`restart-${kind.toLowerCase()}`)
      await kubectl.prints('create -f -', workload(kind, 'web'))
      assert.equal(await kubectl.prints(`rollout restart ${object}`), `${object} restarted\n`)
      await revisions(kubectl, [
        [1, '<none>'],
        [2, '<none>'],
      ])
      await kubectl.prints(`rollout undo ${object}`)
      assert.equal((await kubectl.reads(object)).spec.template.metadata.annotations, undefined)
    })
  }

  it('describe shows the replica set of the current revision', async () => {
    const kubectl = anywhere.in('describe-revision')
    await kubectl.prints('create -f -', workload('Deployment', 'web'))
    await kubectl.prints('set image deployment.apps/web main=web:2')
    await until(async () =>
      /NewReplicaSet: +web-[a-z0-9]+ \(0\/0 replicas created\)/.test(
        await kubectl.prints('describe deployment.apps/web'),
      ),
    )
  })

  it('a paused deployment is not undone until it is resumed', async () => {
    const kubectl = anywhere.in('paused')
    await kubectl.prints('create -f -', workload('Deployment', 'web'))
    await kubectl.prints('set image deployment.apps/web main=web:2')
    await until(async () => /^2 /m.test(await kubectl.prints('rollout history deployment.apps/web')))
    assert.equal(await kubectl.prints('rollout pause deployment.apps/web'), 'deployment.apps/web paused\n')
    assert.match(await kubectl.rejects('rollout undo deployment.apps/web'), /cannot rollback a paused/)
    assert.equal(await kubectl.prints('rollout resume deployment.apps/web'), 'deployment.apps/web resumed\n')
    await kubectl.prints('rollout undo deployment.apps/web')
    assert.equal(imageOf(await kubectl.reads('deployment.apps/web')), 'web:1')
  })
})
