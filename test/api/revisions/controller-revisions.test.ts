import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { RunningServer } from '#index.js'
import { Client, type Json } from '#test/support/client.js'
import { APPS, controlled, imageOf, patch, setImage, workload } from '#test/support/workloads.js'
import { startTestServer } from '#testing.js'

const REVISIONS = `${APPS}/controllerrevisions`

for (const { kind, plural, hashLabel } of [
  { kind: 'DaemonSet', plural: 'daemonsets', hashLabel: 'controller-revision-hash' },
  { kind: 'StatefulSet', plural: 'statefulsets', hashLabel: 'controller.kubernetes.io/hash' },
]) {
  describe(`the revisions of a ${kind}`, () => {
    let server: RunningServer
    const client = new Client(() => server.url)
    before(async () => {
      server = await startTestServer()
    })
    after(() => server.close())

    async function revised(name: string, images: readonly string[], spec: Json = {}): Promise<Json> {
      const { status, body, text } = await client.post(`${APPS}/${plural}`, workload(kind, name, spec))
      assert.equal(status, 201, text)
      for (const image of images) await setImage(client, `${APPS}/${plural}/${name}`, image)
      await server.settled()
      return body
    }

    /** The image of each revision by its number. */
    async function images(owner: Json): Promise<Record<string, string>> {
      const revisions = await controlled(client, REVISIONS, owner)
      return Object.fromEntries(revisions.map(({ revision, data }) => [revision, imageOf(data)]))
    }

    it('do not appear while there is only one', async () => {
      const owner = await revised('unchanged', [])
      assert.deepEqual(await images(owner), {})
    })

    it('are patches that restore the template', async () => {
      const owner = await revised('shown', ['web:2'])
      const [first] = (await controlled(client, REVISIONS, owner)).filter(({ revision }) => revision === 1)
      const hash = first.metadata.labels[hashLabel]
      assert.equal(first.metadata.name, `shown-${hash}`)
      assert.deepEqual(first.metadata.labels, { app: 'web', [hashLabel]: hash })
      assert.deepEqual(first.data, { spec: { template: { ...owner.spec.template, $patch: 'replace' } } })
      const { body } = await patch(client, `${APPS}/${plural}/shown`, first.data)
      assert.deepEqual(body.spec.template, owner.spec.template)
      await server.settled()
      assert.deepEqual(await images(owner), { 2: 'web:2', 3: 'web:1' })
    })

    it('have sorted properties, because clients compare them', async () => {
      const owner = await revised('ordered', ['web:2'])
      const [{ data }] = await controlled(client, REVISIONS, owner)
      const { spec, ...rest } = data.spec.template
      assert.deepEqual(Object.keys(rest), ['$patch', 'metadata'])
      assert.deepEqual(Object.keys(spec), Object.keys(spec).toSorted())
    })

    it('are limited by revisionHistoryLimit, plus the current one', async () => {
      const owner = await revised('limited', ['web:2', 'web:3', 'web:4'], { revisionHistoryLimit: 1 })
      assert.deepEqual(await images(owner), { 3: 'web:3', 4: 'web:4' })
    })

    it('have the change cause', async () => {
      const owner = await revised('annotated', ['web:2'])
      const annotations = { 'kubernetes.io/change-cause': 'second' }
      await patch(client, `${APPS}/${plural}/annotated`, { metadata: { annotations } })
      await server.settled()
      const revisions = await controlled(client, REVISIONS, owner)
      const causes = revisions.map(({ revision, metadata }) => [
        revision,
        metadata.annotations?.['kubernetes.io/change-cause'],
      ])
      assert.deepEqual(Object.fromEntries(causes), { 1: undefined, 2: 'second' })
    })

    it('are deleted with their owner', async () => {
      const owner = await revised('gone', ['web:2'])
      await client.delete(`${APPS}/${plural}/gone`)
      await server.settled()
      assert.deepEqual(await images(owner), {})
    })
  })
}
