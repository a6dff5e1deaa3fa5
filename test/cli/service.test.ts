import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { after, afterEach, before, describe, it } from 'node:test'
import { MAIN } from '../support/command.js'
import { exitOf } from '../support/exit-of.js'
import { temporaryFolder } from '../support/temporary-folder.js'

/** Prints each message that arrives at a datagram socket, which Node cannot open. */
const RECEIVER = `
import socket, sys
receiver = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
receiver.bind(sys.argv[1])
print('listening', flush=True)
while True: print(receiver.recv(4096).decode().replace('\\n', ' '), flush=True)
`
const isInstalled = (program: string) => spawnSync(program, ['--version']).status === 0
const canNotify = isInstalled('systemd-notify') && isInstalled('python3')

describe('a service', { timeout: 120_000 }, () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  before(async () => {
    folder = await temporaryFolder()
  })
  after(() => folder.remove())

  /** A test that fails leaves none of them running. */
  const started = new Set<ChildProcess>()
  afterEach(() => {
    for (const child of started) child.kill('SIGKILL')
    started.clear()
  })
  const start = (program: string, args: string[], env: NodeJS.ProcessEnv = {}) => {
    const child = spawn(program, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    started.add(child)
    return child
  }
  const serve = (env: NodeJS.ProcessEnv, ...args: string[]) =>
    start(process.execPath, [MAIN, 'serve', '--port', '0', '--storage', 'memory', ...args], env)

  it('reads its configuration file again on SIGHUP and goes on', async () => {
    const file = join(folder.path, 'config.yaml')
    await writeFile(file, 'logs: {log-level: error}')
    const server = serve({}, '--config', file)
    const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]()
    const next = async () => (await lines.next()).value as string
    const [, url] = /serving at (\S+)/.exec(await next()) ?? []
    await next()
    await writeFile(file, 'logs: {log-level: info}\nserver: {event-ttl: 2h}')
    server.kill('SIGHUP')
    assert.match(await next(), /^binnacle reloaded its configuration/)
    assert.equal(await next(), 'binnacle must be restarted for the new value of --event-ttl')
    assert.equal(await next(), 'binnacle logs from level info on')
    await writeFile(file, 'logs: {log-levle: info}')
    server.kill('SIGHUP')
    assert.match(await next(), /^binnacle did not reload its configuration: .*did you mean log-level\?$/)
    assert.equal((await fetch(`${url}/readyz`)).status, 200)
    server.kill('SIGTERM')
    assert.deepEqual(await exitOf(server), [0, null])
  })

  it('tells systemd when it is ready and when it stops', { skip: !canNotify }, async () => {
    const socket = join(folder.path, 'notify')
    const receiver = start('python3', ['-c', RECEIVER, socket])
    const lines = createInterface({ input: receiver.stdout })[Symbol.asyncIterator]()
    const received = async (pattern: RegExp) => {
      for (;;) {
        const { value, done } = await lines.next()
        assert.ok(!done, `no message ${pattern}`)
        if (pattern.test(value)) return
      }
    }
    await received(/listening/)
    const server = serve({ NOTIFY_SOCKET: socket })
    await received(/READY=1 STATUS=Serving at http:/)
    server.kill('SIGTERM')
    await received(/STOPPING=1/)
    assert.deepEqual(await exitOf(server), [0, null])
  })

  it('logs lines of text or of JSON', async () => {
    for (const [format, pattern] of [
      ['text', /^\S+Z INFO {2}starting version=\S+ node=v\S+ pid=\d+$/],
      ['json', /^\{"level":"info",.*"msg":"starting"\}$/],
      ['auto', /^\{"level":"info",.*"msg":"starting"\}$/],
    ] as const) {
      const server = serve({}, '--log-format', format)
      const lines = createInterface({ input: server.stderr })[Symbol.asyncIterator]()
      assert.match((await lines.next()).value, pattern)
      assert.match((await lines.next()).value, /serving/)
      server.kill('SIGTERM')
      const stopping = (await lines.next()).value
      assert.match(stopping, /stopping/)
      assert.match(stopping, /SIGTERM/)
      assert.match((await lines.next()).value, /stopped/)
      await exitOf(server)
    }
  })

  it('logs the fault that stops it', async () => {
    const fault = "process.on('SIGUSR2', () => { throw new Error('a fault') })"
    const args = [
      '--import',
      `data:text/javascript,${fault}`,
      MAIN,
      'serve',
      '--port',
      '0',
      '--storage',
      'memory',
    ]
    const server = start(process.execPath, args)
    const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]()
    await lines.next()
    server.kill('SIGUSR2')
    const logged = (await text(server.stderr)).split('\n').filter((line) => line.startsWith('{'))
    const { level, msg, err } = JSON.parse(logged.at(-1) ?? '')
    assert.deepEqual([level, msg, err.message], ['error', 'stopped by a fault', 'a fault'])
  })

  it('writes its access log to a new file when the old one is moved away', async () => {
    const file = join(folder.path, 'access.log')
    const server = serve({}, '--access-log', file, '--log-format', 'json')
    const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]()
    const [, url] = /serving at (\S+)/.exec((await lines.next()).value) ?? []
    await lines.next()
    const ids = async (path: string) =>
      (await readFile(path, 'utf8'))
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line).auditId)
    const first = await fetch(`${url}/api/v1/namespaces`)
    await rename(file, `${file}.1`)
    server.kill('SIGHUP')
    assert.match((await lines.next()).value, /^binnacle reloaded its configuration/)
    const second = await fetch(`${url}/version`)
    server.kill('SIGTERM')
    await exitOf(server)
    assert.deepEqual(await ids(`${file}.1`), [first.headers.get('audit-id')])
    assert.deepEqual(await ids(file), [second.headers.get('audit-id')])
  })

  it('writes its access log to standard output, and nothing else', async () => {
    const server = serve({}, '--access-log', '-')
    const lines = createInterface({ input: server.stderr })[Symbol.asyncIterator]()
    let url: string | undefined
    while (url === undefined) url = /serving at (\S+)/.exec((await lines.next()).value)?.[1]
    await fetch(`${url}/version`)
    server.kill('SIGTERM')
    const output = await text(server.stdout)
    const { method, path, code } = JSON.parse(output)
    assert.deepEqual([method, path, code], ['GET', '/version', 200])
  })
})
