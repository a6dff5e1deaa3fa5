import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { after, it } from 'node:test'
import { temporaryFolder } from '../../support/temporary-folder.js'
import { clientSuite, serverOfSuite } from '../support/client-suite.js'
import { Command } from '../support/command.js'

/** Debian's, for which the package python3-kubernetes is made. */
const PYTHON = '/usr/bin/python3'

/** Beside the source of this file, not beside what it was compiled to. */
const SCRIPT = new URL('../../../../test/clients/python/dynamic_client.py', import.meta.url).pathname

/** The least that has to have been looked at: a script that ends early must not pass. */
const CHECKS = [
  'finds the kinds by discovery',
  'writes and reads each kind',
  'patches in every format',
  'goes through subresources',
  'lists in chunks and deletes all',
  'watches',
  'watches custom objects',
  'reports what is wrong',
]

const version = pythonClientVersion()
const missing =
  version === undefined ? `no kubernetes module for ${PYTHON}: apt-get install python3-kubernetes` : undefined

clientSuite(`Python's kubernetes ${version ?? ''}`.trim(), missing, async () => {
  const server = await serverOfSuite()
  const home = await temporaryFolder()
  after(() => home.remove())

  it('the dynamic client works', async (t) => {
    const script = new Command(PYTHON, [SCRIPT, server], {
      PATH: process.env.PATH,
      HOME: home.path,
      TMPDIR: home.path,
    })
    const { code, stdout, stderr } = await script.ended()
    assert.equal(code, 0, stderr)
    const results: { check: string; problem: string | null }[] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    for (const { check, problem } of results) {
      await t.test(check, () => assert.equal(problem, null, problem ?? ''))
    }
    assert.deepEqual(
      results.map(({ check }) => check),
      CHECKS,
    )
  })
})

function pythonClientVersion(): string | undefined {
  try {
    const program = 'import kubernetes; print(kubernetes.__version__)'
    return execFileSync(PYTHON, ['-c', program], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return undefined
  }
}
