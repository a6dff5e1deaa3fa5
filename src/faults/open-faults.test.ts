import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { temporaryFolder } from '#test/support/temporary-folder.js'
import { startTestServer } from '#testing.js'

const RULES = `
- match: { verb: list, resource: configmaps, times: 1 }
  action: { fail: { code: 429, retryAfter: 2 } }
- match: { verb: [get, list], namespace: far }
  action: { delay: 1ms }
- action: dropBefore
`

const CONFIG_MAPS = '/api/v1/namespaces/test/configmaps'

async function fileOf(t: TestContext, content: string): Promise<string> {
  const folder = await temporaryFolder()
  t.after(() => folder.remove())
  const path = join(folder.path, 'faults.yaml')
  await writeFile(path, content)
  return path
}

describe('a file of fault rules', () => {
  it('has the names and options of the library', async (t) => {
    const warnings: string[] = []
    const ignore = () => undefined
    const warn = (_fields: object, message?: string) => warnings.push(message ?? '')
    const logger = { trace: ignore, debug: ignore, info: ignore, warn, error: ignore }
    await using server = await startTestServer({ faultsFile: await fileOf(t, RULES), logger })
    assert.deepEqual(server.faults.list.map(String), ['fail(429)', "delay('1ms')", 'dropBefore()'])
    const response = await fetch(server.url + CONFIG_MAPS)
    assert.deepEqual([response.status, response.headers.get('retry-after')], [429, '2'])
    await assert.rejects(fetch(server.url + CONFIG_MAPS))
    assert.match(warnings.join(), /FAULTS ARE ON/)
  })

  const WRONG: readonly [string, string][] = [
    ['a: b', 'expected a list of rules'],
    [
      '- match: { verb: list }',
      'rule 1: action: expected one such as { fail: 409 } or dropAfter, got undefined',
    ],
    ['- action: { fail: 409, delay: 1s }', 'rule 1: action: expected one such as'],
    ['- action: dropbefore', `rule 1: action: 'dropbefore' is unknown, did you mean dropBefore?`],
    ['- action: dropBefore\n- { verb: list, action: dropAfter }', `rule 2: rule: 'verb' is unknown`],
    [
      '- { match: { verb: lst }, action: dropAfter }',
      `rule 1: match.verb: 'lst' is unknown, did you mean list?`,
    ],
    ['- action: { fail: { code: 42 } }', 'rule 1: fail: expected a status code from 400 to 599, got 42'],
    ['- action: { fail: 409', ''],
  ]
  it('that is wrong keeps the server from starting, and the error says what is wrong', async (t) => {
    for (const [content, message] of WRONG) {
      const faultsFile = await fileOf(t, content)
      await assert.rejects(startTestServer({ faultsFile }), (error: Error) => {
        assert.equal(error.name, 'StartError')
        assert.ok(error.message.startsWith(`${faultsFile}: `), error.message)
        assert.ok(error.message.includes(message), error.message)
        return true
      })
    }
    await assert.rejects(
      startTestServer({ faultsFile: '/no/such/file' }),
      /the faults cannot be read: ENOENT/,
    )
  })

  it('is refused on an address that others can reach, unless that is allowed', async (t) => {
    const faultsFile = await fileOf(t, RULES)
    const options = { host: '0.0.0.0', allowAnyHost: true, faultsFile }
    await assert.rejects(startTestServer(options), /reachable by others.*add --allow-faults-on-network/)
    await using server = await startTestServer({ ...options, allowFaultsOnNetwork: true })
    assert.equal(server.faults.list.length, 3)
    await assert.rejects(
      startTestServer({ allowFaultsOnNetwork: true }),
      /--allow-faults-on-network needs --faults/,
    )
  })
})
