import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { temporaryFolder } from '#test/support/temporary-folder.js'
import { onEveryKubectl } from '../support/on-every-kubectl.js'
import { configmap, deployment, service } from '../support/today-objects.js'

onEveryKubectl('kustomize', ({ kubectl: anywhere }) => {
  const kubectl = anywhere.in('kustomize')
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  before(async () => {
    folder = await temporaryFolder()
    const file = (name: string, content: unknown) =>
      writeFile(join(folder.path, name), JSON.stringify(content))
    await file('settings.yaml', configmap.make('settings'))
    await file('web.yaml', deployment.make('web'))
    await file('door.yaml', service.make('web'))
    await file('kustomization.yaml', {
      namePrefix: 'my-',
      resources: ['settings.yaml', 'web.yaml', 'door.yaml'],
    })
  })
  after(() => folder.remove())

  it('apply, get, diff and delete accept a kustomization', async () => {
    const objects = ['configmap/my-settings', 'service/my-web', 'deployment.apps/my-web']
    const every = (what: string) => objects.map((object) => `${object} ${what}\n`).join('')
    assert.match(await kubectl.prints(`kustomize ${folder.path}`), /^ {2}name: my-settings$/m)
    assert.equal(await kubectl.prints(`apply -k ${folder.path}`), every('created'))
    assert.equal(await kubectl.prints(`apply -k ${folder.path}`), every('unchanged'))
    assert.equal(await kubectl.prints(`get -k ${folder.path} -o name`), `${objects.join('\n')}\n`)
    assert.equal(await kubectl.prints(`diff -k ${folder.path}`), '')
    assert.match(await kubectl.prints(`delete -k ${folder.path}`), /^configmap "my-settings" deleted/)
    assert.equal(await kubectl.prints(`get -k ${folder.path} -o name --ignore-not-found`), '')
  })
})
