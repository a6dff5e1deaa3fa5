import assert from 'node:assert/strict'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '#index.js'
import { Client, type Json } from '#test/support/client.js'
import { startAccessServer } from '#test/support/servers/access-server.js'
import { EVERYTHING, policy, startAuditedServer } from '#test/support/servers/audited-server.js'
import { temporaryFolder } from '#test/support/temporary-folder.js'
import { startTestServer } from '#testing.js'
import { sumOf } from '../../support/metrics.js'

const MAPS = '/api/v1/namespaces/one/configmaps'
const parsed = (text: string): Json[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

describe('an audit log', () => {
  it('does not exist by default, and responses have no Audit-Id', async (t) => {
    const server = await startTestServer()
    t.after(() => server.close())
    const { headers, text } = await new Client(server.url).get('/metrics')
    assert.equal(headers.get('audit-id'), null)
    assert.ok(!text.includes('audit'))
  })

  it('has metrics', async (t) => {
    const { as, of } = await startAuditedServer(t, EVERYTHING)
    await of(await as('admin').get(MAPS))
    const { text } = await as('admin').get('/metrics')
    assert.ok(sumOf(text, 'apiserver_audit_event_total') >= 1)
    for (const name of ['requests_blocked_total', 'write_failures_total']) {
      assert.equal(sumOf(text, `binnacle_audit_${name}`), 0)
    }
    assert.match(text, /^apiserver_audit_error_total\{plugin="log"\} 0$/m)
    assert.match(text, /^binnacle_audit_queue_bytes \d+$/m)
  })

  it('rejects an invalid policy when the server starts', async (t) => {
    for (const [audit, message] of [
      [
        { log: () => undefined, policy: policy({ level: 'All' }) },
        /^the audit policy cannot be used: rules\[0\]\.level: Unsupported value: "All"/,
      ],
      [
        { log: () => undefined, policyFile: '/nowhere/policy' },
        /^the audit policy in \/nowhere\/policy cannot be used: ENOENT/,
      ],
      [{ log: '/dev/null/x' }, /^the audit log \/dev\/null\/x cannot be written: /],
      [{ log: '' }, /^audit\.log: expected a file, - or a stream/],
      [{}, /^audit\.log is missing/],
      [{ log: '-', onFull: 'wait' }, /^audit\.onFull: expected one of block, drop/],
      [{ log: '-', polcy: {} }, /^unknown option audit\.polcy, did you mean policy/],
      [{ log: '-', policy: {}, policyFile: 'x' }, /cannot be combined/],
    ] as const) {
      await assert.rejects(startTestServer({ audit: audit as never }), (error: Error) => {
        assert.ok(error instanceof StartError)
        assert.match(error.message, message)
        assert.ok(!error.message.includes('\n'))
        return true
      })
    }
    await assert.rejects(startAccessServer(t, { auditPolicyFile: 'x' }), /--audit-policy-file needs/)
  })
})

describe('the file of an audit log', () => {
  it('has a line for each event, also after a restart', async (t) => {
    const { path, remove } = await temporaryFolder()
    t.after(remove)
    const log = join(path, 'logs', 'audit.log')
    const ids: (string | null)[] = []
    for (const name of ['a', 'b']) {
      const server = await startTestServer({ audit: { log } })
      const responses = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          new Client(server.url).post(MAPS, { metadata: { name: `${name}-${index}` } }),
        ),
      )
      ids.push(...responses.map(({ headers }) => headers.get('audit-id')))
      await server.close()
    }
    const events = parsed(await readFile(log, 'utf8'))
    assert.deepEqual(events.map(({ auditID }) => auditID).sort(), ids.sort())
    assert.equal((await stat(log)).mode & 0o777, 0o600)
  })

  it('is rotated without losing an event', async (t) => {
    const { path, remove } = await temporaryFolder()
    t.after(remove)
    const audit = { log: join(path, 'audit.log'), policy: EVERYTHING, maxSize: 1 }
    const server = await startTestServer({ audit })
    const client = new Client(server.url)
    const data = { key: 'x'.repeat(100_000) }
    for (let index = 0; index < 12; index++)
      await client.post(MAPS, { metadata: { name: `m-${index}` }, data })
    await server.close()
    const files = (await readdir(path)).sort()
    assert.ok(files.length > 1, String(files))
    let events = 0
    for (const file of files) {
      assert.match(file, /^audit(-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3})?\.log$/)
      const text = await readFile(join(path, file), 'utf8')
      assert.ok(text.length <= 1024 * 1024)
      events += parsed(text).length
    }
    assert.equal(events, 12)
  })

  it('follows a policy file that changes', async (t) => {
    const { path, remove } = await temporaryFolder()
    t.after(remove)
    const policyFile = join(path, 'policy.yaml')
    const head = 'apiVersion: audit.k8s.io/v1\nkind: Policy\nomitStages: [RequestReceived]\n'
    await writeFile(policyFile, `${head}rules:\n- level: None\n`)
    const events: Json[] = []
    const server = await startTestServer({ audit: { log: (event) => void events.push(event), policyFile } })
    t.after(() => server.close())
    const client = new Client(server.url)
    await client.get(MAPS)
    await writeFile(policyFile, `${head}rules:\n- level: Everything\n`)
    await writeFile(policyFile, `${head}rules:\n- level: RequestResponse\n`)
    while (events.length === 0) {
      await client.get(MAPS)
      await sleep(20)
    }
    assert.equal(events[0].level, 'RequestResponse')
  })
})
