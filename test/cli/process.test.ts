import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Client } from '../support/client.js'
import { runCommand as run } from '../support/command.js'
import { INGRESSES, ingress } from '../support/objects.js'
import { ServerProcess } from '../support/server-process.js'
import { temporaryFolder } from '../support/temporary-folder.js'

describe('the command', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  before(async () => {
    folder = await temporaryFolder()
  })
  after(() => folder.remove())

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`ends with 0 on ${signal}, and serves again what it had`, async () => {
      const name = signal.toLowerCase()
      const first = await ServerProcess.start(['--data-dir', folder.path])
      const created = await new Client(first.url).post(INGRESSES, ingress(name))
      assert.equal(await first.stop(signal), 0)

      const second = await ServerProcess.start(['--data-dir', folder.path])
      assert.equal((await new Client(second.url).get(`${INGRESSES}/${name}`)).text, created.text)
      assert.equal(await second.stop(), 0)
    })
  }

  it('prints in one line what the user has to mend, and does not end with 0', async () => {
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
      assert.equal(stderr.trimEnd().split('\n').length, 1, stderr)
    }
    assert.ok(server.isRunning)
    await server.stop()
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
