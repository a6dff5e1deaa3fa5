import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ApiError } from '#meta/api-error.js'
import type { JsonObject } from './json-value.js'
import { strategicMerge } from './strategic-merge.js'
import { Workload } from './workload.fixture.js'

const fill = <T>(length: number, make: (index: number) => T) =>
  Array.from({ length }, (_, index) => make(index))

const expectTooMuch = (document: JsonObject, patch: JsonObject) =>
  assert.throws(
    () => strategicMerge(document, patch, Workload),
    (error) =>
      error instanceof ApiError &&
      error.code === 422 &&
      /comes back to the same lists and objects too often/.test(error.message),
  )

describe('a hostile strategic merge patch', () => {
  const variables = (count: number) => fill(count, (index) => ({ name: `p${index}`, value: 'x' }))
  const large = { spec: { containers: [{ name: 'main', env: variables(10_000) }] } }
  const touches = fill(1000, (index) => ({ name: 'main', env: [{ name: `p${index}`, value: 'y' }] }))

  it('many elements of one key do not merge a large entry over and over', () => {
    expectTooMuch(large, { spec: { containers: touches } })
    const [container] = large.spec.containers
    expectTooMuch({ spec: { containers: [] } }, { spec: { containers: [container, ...touches] } })
  })

  it('what no description names is not merged over and over either', () => {
    const unknown = Object.fromEntries(fill(5000, (index) => [`k${index}`, 1]))
    const containers = fill(1000, (index) => ({
      name: 'main',
      unknown: { ...(index === 0 ? unknown : { a: 1 }) },
    }))
    expectTooMuch({ spec: { containers: [] } }, { spec: { containers } })
  })

  it('what is large and named once is merged', () => {
    const patch = { spec: { containers: [{ name: 'main', env: variables(20_000) }] } }
    const merged = strategicMerge(large, patch, Workload)
    assert.deepEqual(merged.spec, patch.spec)
  })
})
