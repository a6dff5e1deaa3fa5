import assert from 'node:assert/strict'
import { it } from 'node:test'
import { DEPLOYMENTS, deployment, INGRESSES, ingress, KINDS } from '#test/support/objects.js'
import { onEveryEngine } from '#test/support/server.js'

const MERGE = { 'content-type': 'application/merge-patch+json' }
const STRATEGIC = { 'content-type': 'application/strategic-merge-patch+json' }
const JSON_PATCH = { 'content-type': 'application/json-patch+json' }

onEveryEngine('patch', (client) => {
  const patch = (path: string, body: unknown, headers: Record<string, string>) =>
    client.send('PATCH', path, body, headers)

  for (const { path, make } of KINDS) {
    it(`${make('x').kind}: supports all three patch types`, async () => {
      await client.post(path, make('patched'))
      const target = `${path}/patched`
      assert.equal((await patch(target, { metadata: { labels: { a: '1' } } }, MERGE)).status, 200)
      assert.equal((await patch(target, { metadata: { labels: { b: '2' } } }, STRATEGIC)).status, 200)
      const last = await patch(target, [{ op: 'add', path: '/metadata/labels/c', value: '3' }], JSON_PATCH)
      assert.equal(last.status, 200)
      const { a, b, c } = last.body.metadata.labels
      assert.deepEqual([a, b, c], ['1', '2', '3'])
      assert.equal((await client.get(target)).text, last.text)
    })
  }

  it('containers merge by their name in a strategic patch and are replaced in a merge patch', async () => {
    await client.post(DEPLOYMENTS, deployment('merged'))
    const target = `${DEPLOYMENTS}/merged`
    const more = { spec: { template: { spec: { containers: [{ name: 'side', image: 'side:1' }] } } } }
    const strategic = await patch(target, more, STRATEGIC)
    assert.deepEqual(
      strategic.body.spec.template.spec.containers.map(({ name }: { name: string }) => name).sort(),
      ['main', 'side'],
    )
    const merge = await patch(target, more, MERGE)
    assert.deepEqual(
      merge.body.spec.template.spec.containers.map(({ name }: { name: string }) => name),
      ['side'],
    )
  })

  it('concurrent patches of one object lose nothing', async () => {
    await client.post(INGRESSES, ingress('shared'))
    const clients = 16
    const rounds = 20
    const responses = await Promise.all(
      Array.from({ length: clients }, async (_, who) => {
        const codes: number[] = []
        for (let round = 0; round < rounds; round++) {
          const key = `c${who}-${round}`
          codes.push(
            (await patch(`${INGRESSES}/shared`, { metadata: { annotations: { [key]: 'x' } } }, MERGE)).status,
          )
        }
        return codes
      }),
    )
    assert.ok(responses.flat().every((status) => status === 200))
    const { body } = await client.get(`${INGRESSES}/shared`)
    assert.equal(Object.keys(body.metadata.annotations).length, clients * rounds)
  })

  it('a patch with a resource version applies to that version only', async () => {
    const { body } = await client.post(INGRESSES, ingress('versioned'))
    const { resourceVersion } = body.metadata
    const change = { metadata: { resourceVersion, labels: { a: 'b' } } }
    assert.equal((await patch(`${INGRESSES}/versioned`, change, MERGE)).status, 200)
    assert.equal(
      (await patch(`${INGRESSES}/versioned`, { metadata: { resourceVersion, labels: { a: 'c' } } }, MERGE))
        .status,
      409,
    )
  })

  it('a resource version that is not a number is rejected by every patch type and path', async () => {
    await client.post(DEPLOYMENTS, deployment('no-number'))
    const target = `${DEPLOYMENTS}/no-number`
    for (const path of [target, `${target}/status`, `${target}/scale`]) {
      for (const resourceVersion of ['newest', '-1', '1.5', '0x1', ' 1']) {
        const changes = { metadata: { resourceVersion } }
        const operations = [{ op: 'replace', path: '/metadata/resourceVersion', value: resourceVersion }]
        const responses = [
          await patch(path, changes, MERGE),
          await patch(path, changes, STRATEGIC),
          await patch(path, operations, JSON_PATCH),
        ]
        for (const { status, body } of responses) {
          assert.equal(status, 400, `${path} ${resourceVersion}`)
          assert.match(body.message, /^metadata\.resourceVersion: Invalid value: /)
        }
      }
      assert.equal((await patch(path, { metadata: { resourceVersion: '1' } }, MERGE)).status, 409)
    }
  })

  it('a patch that cannot be applied changes nothing, and says which operation failed', async () => {
    await client.post(INGRESSES, ingress('whole'))
    const { text } = await client.get(`${INGRESSES}/whole`)
    const operations = [
      { op: 'add', path: '/metadata/labels', value: { half: 'done' } },
      { op: 'remove', path: '/spec/rules/3' },
    ]
    const { status, body } = await patch(`${INGRESSES}/whole`, operations, JSON_PATCH)
    assert.equal(status, 422)
    assert.match(body.message, /operation 1, remove/)
    assert.equal((await client.get(`${INGRESSES}/whole`)).text, text)
  })

  it('replaces a missing property in current groups, and rejects that in the first ones', async () => {
    await client.post(DEPLOYMENTS, deployment('bare'))
    const operations = [{ op: 'replace', path: '/metadata/annotations', value: { a: 'b' } }]
    const first = await patch(`${DEPLOYMENTS}/bare`, operations, JSON_PATCH)
    assert.equal(first.status, 422, first.text)
    const current = `${DEPLOYMENTS.replace('extensions/v1beta1', 'apps/v1')}/bare`
    const { status, body, text } = await patch(current, operations, JSON_PATCH)
    assert.equal(status, 200, text)
    assert.equal(body.metadata.annotations.a, 'b')
    const deeper = [{ op: 'replace', path: '/metadata/nothing/here', value: 'x' }]
    assert.equal((await patch(current, deeper, JSON_PATCH)).status, 422)
  })

  it('other media types are not patches', async () => {
    assert.equal((await patch(`${INGRESSES}/whole`, {}, { 'content-type': 'application/json' })).status, 415)
  })
})
