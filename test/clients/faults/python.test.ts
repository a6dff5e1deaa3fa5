import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Client } from '#test/support/client.js'
import { temporaryFolder } from '#test/support/temporary-folder.js'
import {
  cutWatch,
  delay,
  dropAfter,
  dropBefore,
  duplicateEvents,
  expireWatch,
  fail,
  slowBytes,
  staleReads,
  startTestServer,
} from '#testing.js'
import { clientSuite } from '../support/client-suite.js'
import { Command } from '../support/command.js'
import { printedBy } from '../support/installed.js'

/** Debian's Python, which the package python3-kubernetes needs. */
const PYTHON = '/usr/bin/python3'
const missing =
  printedBy(PYTHON, '-c', 'import kubernetes') === undefined
    ? `no kubernetes module for ${PYTHON}: apt-get install python3-kubernetes`
    : undefined

/** In the source folder, not in the build folder. */
const SCRIPT = new URL('../../../../test/clients/python/faults.py', import.meta.url).pathname

clientSuite("Python's kubernetes: faults", missing, () => {
  it('the client recovers from each fault', async (t) => {
    const home = await temporaryFolder()
    const server = await startTestServer()
    t.after(async () => {
      await server.close()
      await home.remove()
    })
    const client = new Client(server.url)
    const { faults } = server
    for (const namespace of ['expired', 'cut', 'again', 'stale', 'slow'])
      for (const name of ['a', 'b'])
        await client.post(`/api/v1/namespaces/${namespace}/configmaps`, { metadata: { name } })

    // Each check of the script has a namespace.
    const rules = {
      busy: faults.add({ namespace: 'busy', verb: 'list', times: 1 }, fail(429, { retryAfter: 1 })),
      conflict: faults.add({ namespace: 'conflict', verb: 'update', times: 1 }, fail(409)),
      before: faults.add({ namespace: 'before', verb: 'list', times: 1 }, dropBefore()),
      after: faults.add({ namespace: 'after', verb: 'create', times: 1 }, dropAfter()),
      late: faults.add({ namespace: 'late', verb: 'list' }, delay('1s')),
      expired: faults.add({ namespace: 'expired', times: 1 }, expireWatch()),
      cut: faults.add({ namespace: 'cut', times: 1 }, cutWatch({ afterEvents: 1 })),
      again: faults.add({ namespace: 'again' }, duplicateEvents()),
      stale: faults.add({ namespace: 'stale', times: 1 }, staleReads()),
      slow: faults.add({ namespace: 'slow' }, slowBytes({ bytesPerSecond: 10_000 })),
    }
    const env = {
      ...{ PATH: process.env.PATH, HOME: home.path, TMPDIR: home.path },
      PYTHONDONTWRITEBYTECODE: '1',
    }
    const { code, stdout, stderr } = await new Command(PYTHON, [SCRIPT, server.url], env).ended()
    assert.equal(code, 0, stderr)
    const results: { check: string; error: string | null }[] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    for (const { check, error } of results) await t.test(check, () => assert.equal(error, null, error ?? ''))
    assert.equal(results.length, Object.keys(rules).length)
    for (const [name, { fired }] of Object.entries(rules)) assert.ok(fired > 0, name)
    assert.deepEqual(
      server.requests.filter({ namespace: 'busy', verb: 'list' }).map((entry) => entry.code),
      [429, 200],
    )
  })
})
