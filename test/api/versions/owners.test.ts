import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Client, Json } from '#test/support/client.js'
import { INGRESSES, ingress } from '#test/support/objects.js'
import { onEveryEngine } from '#test/support/server.js'
import {
  appsDaemonset,
  DAEMONSET_VERSIONS,
  extensionsDaemonset,
  isMissing,
  otherVersion,
  until,
} from './daemonset-versions.js'

onEveryEngine('owners that are served in two versions', (client) => {
  for (const { apiVersion, group, path, make } of DAEMONSET_VERSIONS) {
    const name = `owner-${group}`

    for (const named of DAEMONSET_VERSIONS) {
      it(`a delete in ${apiVersion} deletes dependents that name the owner in ${named.apiVersion}`, async () => {
        for (const propagationPolicy of ['Background', 'Foreground']) {
          const { body: owner } = await client.post(path, make(name))
          const dependent = await createOwned(client, `${name}-dependent`, { ...owner, ...typeIn(named) })
          await client.delete(`${path}/${name}`, { propagationPolicy })
          await until(client, dependent, isMissing)
          await until(client, `${path}/${name}`, isMissing)
        }
      })

      it(`a delete in ${apiVersion} orphans dependents that name the owner in ${named.apiVersion}`, async () => {
        const { body: owner } = await client.post(path, make(name))
        const dependent = await createOwned(client, `${name}-free`, { ...owner, ...typeIn(named) })
        await client.delete(`${path}/${name}`, { propagationPolicy: 'Orphan' })
        await until(client, `${path}/${name}`, isMissing)
        const { body } = await client.get(dependent)
        assert.equal(body.metadata.ownerReferences, undefined)
        assert.equal(body.metadata.deletionTimestamp, undefined)
        await client.delete(dependent)
      })
    }

    it(`an owner that is not deleted in ${apiVersion} keeps its dependents`, async () => {
      const { body: owner } = await client.post(path, make(`${name}-living`))
      const both = [owner, { ...owner, ...typeIn(otherVersion(versionOf(apiVersion))) }]
      const dependent = ingress(`${name}-kept`)
      dependent.metadata.ownerReferences = [referenceTo(both[0])]
      assert.equal((await client.post(INGRESSES, dependent)).status, 201)
      const second = await createOwned(client, `${name}-kept-too`, both[1])
      const { body: gone } = await client.post(path, make(`${name}-gone`))
      const third = await createOwned(client, `${name}-lost`, gone)
      await client.delete(`${path}/${name}-gone`, { propagationPolicy: 'Background' })
      await until(client, third, isMissing)
      for (const kept of [`${INGRESSES}/${name}-kept`, second]) {
        assert.equal((await client.get(kept)).body.metadata.deletionTimestamp, undefined)
      }
    })
  }

  it('a delete orphans by default in extensions/v1beta1, but not in apps/v1', async () => {
    const { path: old } = extensionsDaemonset
    for (const collection of [false, true]) {
      const at = (path: string, name: string) =>
        collection ? `${path}?fieldSelector=metadata.name%3D${name}` : `${path}/${name}`
      const { body: first } = await client.post(old, extensionsDaemonset.make('by-default'))
      const freed = await createOwned(client, 'freed-by-default', first)
      await client.delete(at(old, 'by-default'))
      await until(client, `${old}/by-default`, isMissing)
      assert.equal((await client.get(freed)).body.metadata.ownerReferences, undefined)
      await client.delete(freed)

      const { body: second } = await client.post(old, extensionsDaemonset.make('by-default'))
      const taken = await createOwned(client, 'taken-by-default', second)
      await client.delete(at(appsDaemonset.path, 'by-default'))
      assert.equal((await client.get(`${old}/by-default`)).status, 404)
      await until(client, taken, isMissing)
    }
  })
})

const versionOf = (apiVersion: string) =>
  apiVersion === appsDaemonset.apiVersion ? appsDaemonset : extensionsDaemonset

const typeIn = ({ apiVersion }: { readonly apiVersion: string }) => ({ apiVersion })

function referenceTo({ apiVersion, kind, metadata: { name, uid } }: Json): Json {
  return { apiVersion, kind, name, uid, blockOwnerDeletion: true }
}

/** Creates a dependent and returns its path. */
async function createOwned(client: Client, name: string, owner: Json): Promise<string> {
  const dependent = ingress(name)
  dependent.metadata.ownerReferences = [referenceTo(owner)]
  const { status, text } = await client.post(INGRESSES, dependent)
  assert.equal(status, 201, text)
  return `${INGRESSES}/${name}`
}
