import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Json } from '#test/support/client.js'
import { DAEMONSETS, daemonSet } from '#test/support/objects.js'
import { onEveryEngine } from '#test/support/server.js'
import { appsDaemonset, DAEMONSET_VERSIONS, otherVersion, PATCH_TYPES, patch } from './daemonset-versions.js'

/** The annotation of apps/v1 that counts templates. */
const TEMPLATE_GENERATION = 'deprecated.daemonset.template.generation'

onEveryEngine('defaults and rules of a daemon set in two versions', (client) => {
  for (const version of DAEMONSET_VERSIONS) {
    const { group, path, apiVersion, make } = version
    const other = otherVersion(version)

    it(`written in ${apiVersion}, its errors name the group of the request`, async () => {
      const missing = (await client.get(`${path}/missing`)).body
      assert.equal(missing.message, `daemonsets.${group} "missing" not found`)
      assert.equal(missing.details.group, group)
      const invalid = (await client.post(path, make('Bad'))).body
      assert.match(invalid.message, new RegExp(`^DaemonSet\\.${group} "Bad" is invalid`))
      const foreign = await client.post(path, other.make('foreign'))
      assert.equal(foreign.status, 400)
      assert.match(foreign.body.message, new RegExp(`${other.apiVersion}.*${apiVersion}`))
      await client.post(path, make('there'))
      const there = (await client.post(other.path, other.make('there'))).body
      assert.equal(there.message, `daemonsets.${other.group} "there" already exists`)
      const gone = (await client.delete(`${path}/there`, { propagationPolicy: 'Background' })).body
      assert.equal(gone.details.group, group)
    })
  }

  it('has a selfLink only in the legacy group, also if it was created in the new one', async () => {
    await client.post(appsDaemonset.path, appsDaemonset.make('linked'))
    const old = (await client.get(`${DAEMONSETS}/linked`)).body.metadata
    assert.equal(old.selfLink, `${DAEMONSETS}/linked`)
    assert.equal(
      (await client.get(`${DAEMONSETS}/linked/status`)).body.metadata.selfLink,
      `${DAEMONSETS}/linked/status`,
    )
    assert.equal((await client.get(DAEMONSETS)).body.metadata.selfLink, DAEMONSETS)
    for (const at of ['/linked', '/linked/status', '']) {
      assert.equal((await client.get(`${appsDaemonset.path}${at}`)).body.metadata.selfLink, undefined)
    }
    await patch(client, `${appsDaemonset.path}/linked`, 'merge', { metadata: { labels: { a: 'b' } } })
    assert.equal((await client.get(`${DAEMONSETS}/linked`)).body.metadata.selfLink, `${DAEMONSETS}/linked`)
  })

  it('gets the defaults of the version that it is created in', async () => {
    const old = (await client.post(DAEMONSETS, daemonSet('default-old'))).body
    assert.deepEqual(old.spec.updateStrategy, { type: 'OnDelete' })
    assert.deepEqual(old.metadata.labels, { app: 'web' })
    assert.deepEqual(old.spec.selector, { matchLabels: { app: 'web' } })
    const today = (await client.get(`${appsDaemonset.path}/default-old`)).body
    assert.deepEqual(today.spec.updateStrategy, { type: 'OnDelete' })
    assert.equal(today.spec.templateGeneration, undefined)
    assert.equal(today.metadata.annotations[TEMPLATE_GENERATION], '1')

    const made = (await client.post(appsDaemonset.path, appsDaemonset.make('default-today'))).body
    const rolling = { maxUnavailable: 1, maxSurge: 0 }
    assert.deepEqual(made.spec.updateStrategy, { type: 'RollingUpdate', rollingUpdate: rolling })
    assert.equal(made.metadata.labels, undefined)
    const shown = (await client.get(`${DAEMONSETS}/default-today`)).body
    assert.deepEqual(shown.spec.updateStrategy.rollingUpdate, { maxUnavailable: 1 })
    assert.equal(shown.spec.templateGeneration, 1)
    assert.equal(shown.metadata.annotations, undefined)
    assert.equal(shown.metadata.labels, undefined)
  })

  it('is validated by the version that it is written in', async () => {
    const { spec, ...rest } = appsDaemonset.make('ruled')
    const unselected = await client.post(appsDaemonset.path, { ...rest, spec: { template: spec.template } })
    assert.equal(unselected.status, 422)
    assert.equal((await client.post(appsDaemonset.path, { ...rest, spec })).status, 201)
    const other = { matchLabels: { app: 'other' } }
    const change = {
      spec: { selector: other, template: { metadata: { labels: { app: 'other' } } } },
    }
    const rejected = await client.send('PATCH', `${appsDaemonset.path}/ruled`, change, {
      'content-type': PATCH_TYPES.merge,
    })
    assert.equal(rejected.status, 422)
    assert.match(rejected.body.message, /spec\.selector: .*field is immutable/)
    await patch(client, `${DAEMONSETS}/ruled`, 'merge', change)
    assert.deepEqual((await client.get(`${appsDaemonset.path}/ruled`)).body.spec.selector, other)

    const strict = (at: string, body: Json) => client.post(`${at}?fieldValidation=Strict`, body)
    const counted = appsDaemonset.make('counted')
    counted.spec.templateGeneration = 2
    const unknown = await strict(appsDaemonset.path, counted)
    assert.equal(unknown.status, 400)
    assert.match(unknown.body.message, /unknown field "spec\.templateGeneration"/)
    assert.equal((await strict(DAEMONSETS, { ...counted, apiVersion: 'extensions/v1beta1' })).status, 201)
  })

  it('counts its templates and its generation, whichever version changes it', async () => {
    await client.post(DAEMONSETS, daemonSet('generations'))
    const image = (to: string) => ({
      spec: { template: { spec: { containers: [{ name: 'main', image: to }] } } },
    })
    for (const [index, at] of [appsDaemonset.path, DAEMONSETS, appsDaemonset.path].entries()) {
      await patch(client, `${at}/generations`, 'strategic', image(`web:${index}`))
      const old = (await client.get(`${DAEMONSETS}/generations`)).body
      const today = (await client.get(`${appsDaemonset.path}/generations`)).body
      assert.equal(old.spec.templateGeneration, index + 2)
      assert.equal(today.metadata.annotations[TEMPLATE_GENERATION], String(index + 2))
      assert.equal(old.metadata.generation, index + 2)
      assert.equal(today.metadata.generation, index + 2)
    }
    const set = { metadata: { annotations: { [TEMPLATE_GENERATION]: '17', other: 'kept' } } }
    const today = await patch(client, `${appsDaemonset.path}/generations`, 'merge', set)
    assert.equal(today.metadata.annotations[TEMPLATE_GENERATION], '4')
    const old = (await client.get(`${DAEMONSETS}/generations`)).body
    assert.deepEqual(old.metadata.annotations, { other: 'kept' })
    assert.equal(old.spec.templateGeneration, 4)
  })
})
