import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Json } from '#test/support/client.js'
import { onEveryEngine } from '#test/support/server.js'
import {
  assertSame,
  DAEMONSET_VERSIONS,
  otherVersion,
  PATCH_TYPES,
  type PatchType,
  patch,
} from './daemonset-versions.js'

onEveryEngine('writes of a daemon set in two versions', (client) => {
  for (const version of DAEMONSET_VERSIONS) {
    const { group, path, apiVersion, make } = version
    const named = (name: string) => `${name}-${group}`
    const other = otherVersion(version)

    it(`written in ${apiVersion}, it is the same object in the other version`, async () => {
      const created = (await client.post(path, make(named('same')))).body
      assert.equal(created.apiVersion, apiVersion)
      const { status, body } = await client.get(`${other.path}/${named('same')}`)
      assert.equal(status, 200)
      assert.equal(body.apiVersion, other.apiVersion)
      assert.equal(body.kind, 'DaemonSet')
      assertSame(body, created)
      assert.deepEqual(body.spec.template, created.spec.template)
      assert.deepEqual(body.spec.selector, created.spec.selector)
      assert.equal((await client.post(other.path, other.make(named('same')))).status, 409)
    })

    it(`written in ${apiVersion}, it can be replaced, patched and updated in its status in the other version`, async () => {
      const created = (await client.post(path, make(named('changed')))).body
      const read = (await client.get(`${other.path}/${named('changed')}`)).body
      read.metadata.labels = { step: 'replaced' }
      const replaced = await client.put(`${other.path}/${named('changed')}`, read)
      assert.equal(replaced.status, 200)
      assert.equal(replaced.body.apiVersion, other.apiVersion)
      assert.equal((await client.get(`${path}/${named('changed')}`)).body.metadata.labels.step, 'replaced')

      const changes: [PatchType, Json][] = [
        ['json', [{ op: 'replace', path: '/spec/minReadySeconds', value: 1 }]],
        ['merge', { spec: { minReadySeconds: 2 } }],
        ['strategic', { spec: { minReadySeconds: 3 } }],
      ]
      // Only a field that exists can be replaced.
      await patch(client, `${other.path}/${named('changed')}`, 'merge', { spec: { minReadySeconds: 9 } })
      for (const [index, [type, change]] of changes.entries()) {
        const patched = await patch(client, `${other.path}/${named('changed')}`, type, change)
        assert.equal(patched.apiVersion, other.apiVersion)
        const seen = (await client.get(`${path}/${named('changed')}`)).body
        assert.equal(seen.spec.minReadySeconds, index + 1)
        assertSame(seen, patched)
      }

      const status = { conditions: [{ type: 'Fine', status: 'True' }], numberReady: 3 }
      read.metadata.resourceVersion = ''
      const reported = await client.put(`${other.path}/${named('changed')}/status`, { ...read, status })
      assert.equal(reported.status, 200, reported.text)
      assert.equal((await client.get(`${path}/${named('changed')}/status`)).body.status.numberReady, 3)
      const more: [PatchType, Json][] = [
        ['json', [{ op: 'replace', path: '/status/numberReady', value: 4 }]],
        ['merge', { status: { numberReady: 5 } }],
        ['strategic', { status: { numberReady: 6, conditions: [{ type: 'Late', status: 'False' }] } }],
      ]
      for (const [index, [type, change]] of more.entries()) {
        await patch(client, `${other.path}/${named('changed')}/status`, type, change)
        assert.equal((await client.get(`${path}/${named('changed')}`)).body.status.numberReady, index + 4)
      }
      const last = (await client.get(`${path}/${named('changed')}`)).body
      assert.deepEqual(
        last.status.conditions.map(({ type }: Json) => type),
        ['Late', 'Fine'],
      )
      assert.equal(last.metadata.uid, created.metadata.uid)
      assert.equal(last.spec.minReadySeconds, 3)
    })

    it(`written in ${apiVersion}, it is not stored again by an unchanged write in the other version`, async () => {
      const body = make(named('unchanged'))
      // Without labels, the legacy version would default them from the template.
      body.metadata.labels = { some: 'label' }
      const created = (await client.post(path, body)).body
      const read = (await client.get(`${other.path}/${named('unchanged')}`)).body
      const put = (await client.put(`${other.path}/${named('unchanged')}`, read)).body
      assert.deepEqual(put, read)
      assert.equal(put.metadata.resourceVersion, created.metadata.resourceVersion)
      const status = (await client.put(`${other.path}/${named('unchanged')}/status`, read)).body
      assert.equal(status.metadata.resourceVersion, created.metadata.resourceVersion)
    })

    it(`written in ${apiVersion}, it accepts the resource version of the other API version as a precondition`, async () => {
      const { body: old } = await client.post(path, make(named('contested')))
      await patch(client, `${other.path}/${named('contested')}`, 'merge', {
        metadata: { labels: { turn: '1' } },
      })
      const { status, body } = await client.put(`${path}/${named('contested')}`, old)
      assert.equal(status, 409)
      assert.match(body.message, new RegExp(`on daemonsets\\.${group} "${named('contested')}"`))
      const current = (await client.get(`${other.path}/${named('contested')}`)).body.metadata
      old.metadata.resourceVersion = current.resourceVersion
      assert.equal((await client.put(`${path}/${named('contested')}`, old)).status, 200)
      const stale = { preconditions: { resourceVersion: current.resourceVersion } }
      assert.equal((await client.delete(`${other.path}/${named('contested')}`, stale)).status, 409)
      const mistaken = { preconditions: { uid: '11111111-2222-3333-4444-555555555555' } }
      assert.equal((await client.delete(`${other.path}/${named('contested')}`, mistaken)).status, 409)
      const right = { preconditions: { uid: current.uid }, propagationPolicy: 'Background' }
      assert.equal((await client.delete(`${other.path}/${named('contested')}`, right)).status, 200)
      assert.equal((await client.get(`${path}/${named('contested')}`)).status, 404)
    })

    it(`written in ${apiVersion}, it does not change by a dry run in the other version`, async () => {
      const created = (await client.post(path, make(named('tried')))).body
      const dry = (method: string, at: string, body: Json, headers = {}) =>
        client.send(method, `${at}?dryRun=All`, body, headers)
      assert.equal((await dry('POST', other.path, other.make(named('tried')))).status, 409)
      const merged = await dry(
        'PATCH',
        `${other.path}/${named('tried')}`,
        { spec: { minReadySeconds: 5 } },
        { 'content-type': PATCH_TYPES.merge },
      )
      assert.equal(merged.status, 200)
      assert.equal(merged.body.apiVersion, other.apiVersion)
      assert.equal(merged.body.spec.minReadySeconds, 5)
      assert.equal((await dry('DELETE', `${other.path}/${named('tried')}`, undefined)).status, 200)
      const fresh = await dry('POST', other.path, other.make(named('never')))
      assert.equal(fresh.status, 201)
      assert.equal(fresh.body.metadata.resourceVersion, undefined)
      assert.equal((await client.get(`${path}/${named('never')}`)).status, 404)
      assert.deepEqual((await client.get(`${path}/${named('tried')}`)).body, created)
    })
  }
})
