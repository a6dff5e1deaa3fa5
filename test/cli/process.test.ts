import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, it } from 'node:test'
import { Client } from '../support/client.js'
import { runCommand as run } from '../support/command.js'
import { exitOf } from '../support/exit-of.js'
import { INGRESSES, ingress } from '../support/objects.js'
import { ServerProcess } from '../support/servers/server-process.js'
import { temporaryFolder } from '../support/temporary-folder.js'

describe('the command', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  before(async () => {
    folder = await temporaryFolder()
  })
  after(() => folder.remove())

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`exits with 0 on ${signal}, and has its objects after a restart`, async () => {
      const name = signal.toLowerCase()
      const first = await ServerProcess.start(['--data-dir', folder.path])
      const created = await new Client(first.url).post(INGRESSES, ingress(name))
      assert.equal(await first.stop(signal), 0)

      const second = await ServerProcess.start(['--data-dir', folder.path])
      assert.equal((await new Client(second.url).get(`${INGRESSES}/${name}`)).text, created.text)
      assert.equal(await second.stop(), 0)
    })
  }

  it('reports a user error in one line, and exits with an error code', async () => {
    const server = await ServerProcess.start(['--data-dir', folder.path])
    const { port } = new URL(server.url)
    const file = join(folder.path, '..', `${folder.path.split('/').at(-1)}-file`)
    await writeFile(file, 'not a folder')
    const cases: [string[], RegExp][] = [
      [['serve', '--prot', '1'], /unknown flag "--prot", did you mean --port/],
      [['serve', '--port', 'x'], /--port/],
      [['serve', '--port', port, '--storage', 'memory'], new RegExp(`port ${port} .*in use`)],
      [['serve', '--port', '0', '--data-dir', folder.path], /in use by process \d+/],
      [['serve', '--port', '0', '--data-dir', file], /is not a folder/],
      [['serve', '--port', '0', '--data-dir', '/proc/nowhere'], /data folder/],
      [['serve', '--host', '0.0.0.0', '--storage', 'memory'], /--insecure-allow-any-host/],
      [['sreve'], /serve/],
    ]
    for (const [args, message] of cases) {
      const { code, stdout, stderr } = await run(...args)
      assert.ok(code > 0, args.join(' '))
      assert.equal(stdout, '')
      assert.match(stderr, message)
      const lines = stderr.trimEnd().split('\n')
      assert.equal(lines.filter((line) => !line.includes('"msg":"starting"')).length, 1, stderr)
    }
    assert.ok(server.isRunning)
    await server.stop()
  })

  it('writes the whole audit log, and nothing else, to standard output', async () => {
    const { child, url } = await startAudited()
    let text = ''
    child.stdout.on('data', (chunk) => {
      text += chunk
    })
    const client = new Client(url)
    const responses = await Promise.all(
      Array.from({ length: 200 }, (_, index) => client.post(INGRESSES, ingress(`audited-${index}`))),
    )
    child.kill()
    assert.deepEqual(await once(child, 'close'), [0, null])
    const auditIds = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).auditID)
    assert.deepEqual(auditIds.sort(), responses.map(({ headers }) => headers.get('audit-id')).sort())
  })

  it('continues when nobody reads the audit log any more', async () => {
    const { child, url } = await startAudited()
    child.stdout.destroy()
    for (let count = 0; count < 5; count++) {
      assert.equal((await new Client(url).post(INGRESSES, ingress(`unread-${count}`))).status, 201)
    }
    child.kill()
    assert.deepEqual(await exitOf(child), [0, null])
  })

  it('explains its options with their variables and defaults', async () => {
    const { code, stdout } = await run('serve', '--help')
    assert.equal(code, 0)
    for (const word of [
      '--host',
      '--port',
      '--data-dir',
      '--storage',
      '--history-window',
      '--log-level',
      'BINNACLE_PORT',
      '127.0.0.1',
      '8080',
    ]) {
      assert.ok(stdout.includes(word), word)
    }
  })
})

/** A server with its audit log on standard output, so its URL is printed elsewhere. */
async function startAudited() {
  const main = new URL('../../src/cli/main.js', import.meta.url).pathname
  const args = [
    main,
    'serve',
    '--port',
    '0',
    '--storage',
    'memory',
    '--log-level',
    'silent',
    '--audit-log',
    '-',
  ]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  for await (const line of createInterface({ input: child.stderr })) {
    const url = /http:\/\/\S+/.exec(line)?.[0]
    if (url === undefined) continue
    child.stderr.resume()
    return { child, url }
  }
  throw new Error('the server ended before it said where it listens')
}
