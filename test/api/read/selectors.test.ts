import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Json } from '#test/support/client.js'
import { KINDS } from '#test/support/objects.js'
import { onEveryEngine } from '#test/support/server.js'

const LABELS: Readonly<Record<string, Json>> = {
  front: { tier: 'front' },
  back: { tier: 'back' },
  empty: { tier: '' },
  none: { other: 'x' },
}

onEveryEngine('selectors', (client) => {
  for (const { path, make } of KINDS) {
    const { kind } = make('x')
    const list = (query: Record<string, string>) => client.get(`${path}?${new URLSearchParams(query)}`)

    it(`${kind}: an empty set in a label selector contains the empty value`, async () => {
      for (const [name, labels] of Object.entries(LABELS)) {
        await client.post(path, { ...make(name), metadata: { name, labels } })
      }
      const expected: Readonly<Record<string, readonly string[]>> = {
        'tier in ()': ['empty'],
        'tier in( )': ['empty'],
        'tier in (,)': ['empty'],
        'tier=': ['empty'],
        'tier in (front,)': ['empty', 'front'],
        'tier in (,front)': ['empty', 'front'],
        'tier in (back,,front)': ['back', 'empty', 'front'],
        'tier notin ()': ['back', 'front', 'none'],
        'tier notin (,front)': ['back', 'none'],
        'tier,tier notin ()': ['back', 'front'],
      }
      for (const [labelSelector, names] of Object.entries(expected)) {
        const { status, body } = await list({ labelSelector })
        assert.equal(status, 200, labelSelector)
        assert.deepEqual(
          body.items.map(({ metadata }: Json) => metadata.name),
          names,
          labelSelector,
        )
      }
    })

    it(`${kind}: an invalid field selector is quoted in the error`, async () => {
      for (const fieldSelector of ['metadata.name', 'metadata.name in (a)', 'metadata.name>a', 'a"b']) {
        const message = `invalid selector: '${fieldSelector}'; can't understand '${fieldSelector}'`
        for (const response of [
          await list({ fieldSelector }),
          await list({ fieldSelector, watch: 'true' }),
          await client.delete(`${path}?${new URLSearchParams({ fieldSelector })}`),
        ]) {
          assert.equal(response.status, 400)
          assert.equal(response.body.message, message)
          assert.equal(response.body.details, undefined)
        }
      }
      const { body } = await list({ fieldSelector: 'metadata.name=a,metadata' })
      assert.equal(body.message, "invalid selector: 'metadata.name=a,metadata'; can't understand 'metadata'")
    })
  }
})
