/** Test files for the runners that the package supports. One test of each fails on purpose. */
const helpers = `
const path = '/api/v1/namespaces/test/configmaps'
const create = (name) => fetch(server.url + path, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ metadata: { name } }),
})
const names = async () => {
  const { items } = await (await fetch(server.url + path)).json()
  return items.map(({ metadata }) => metadata.name)
}
`

const suite = `
describe('a server per test', () => {
  const own = useTestServer({ per: 'test' })
  let url
  test('is another server', () => {
    expect(own.url === server.url).toBe(false)
    url = own.url
  })
  test('is new for the next test', () => expect(own.url === url).toBe(false))
})
`

/** `expect` for node:test, so that both files share their tests. */
const expectation = `
import assert from 'node:assert/strict'
const expect = (actual) => ({
  toBe: (expected) => assert.equal(actual, expected),
  toEqual: (expected) => assert.deepEqual(actual, expected),
})
`

const tests = `
const server = useTestServer()
${helpers}
test('creates an object', async () => expect((await create('a')).status).toBe(201))
test('starts without the objects of other tests', async () => expect(await names()).toEqual([]))
test('fails', async () => {
  await create('left')
  expect(await names()).toEqual([])
})
${suite}
test('still works after a failed test', async () => expect(await names()).toEqual([]))
`

export const nodeTest = `
import { describe, test } from 'node:test'
import { useTestServer } from 'binnacle/node-test'
${expectation}
${tests}
test('keeps the objects between subtests', async (t) => {
  await create('kept')
  await t.test('a subtest', async () => expect(await names()).toEqual(['kept']))
  expect(await names()).toEqual(['kept'])
})
`

export const vitestTest = `
import { describe, expect, test } from 'vitest'
import { useTestServer } from 'binnacle/vitest'
${tests}
`

const jest = `
let server
afterEach(() => server.reset())
afterAll(() => server.close())
test('serves', async () => {
  expect((await fetch(server.url + '/api/v1/namespaces/default')).status).toBe(200)
})
`

export const JEST_ESM = `
import { startTestServer } from 'binnacle/testing'
${jest}
beforeAll(async () => {
  server = await startTestServer()
})
`

export const JEST_CJS = `
${jest}
beforeAll(async () => {
  const { startTestServer } = await import('binnacle/testing')
  server = await startTestServer()
})
`
