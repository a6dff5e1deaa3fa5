import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultConfig, StartError } from '#server/config.js'
import { variableOf } from '#server/options/option.js'
import { OPTIONS } from '#server/options/table.js'
import type { RunningServer } from '#server/server.js'
import { UsageError } from './process-environment.js'
import { run } from './run.js'
import { serve } from './serve.js'
import { EXPORT_OPTIONS, IMPORT_OPTIONS } from './store/transfer-options.js'
import { Terminal } from './terminal.fixture.js'

describe('the command line', () => {
  it('explains every flag with its default and its variable', async () => {
    const terminal = new Terminal()
    assert.equal(await run(['help', 'serve'], {}, terminal), 0)
    const help = terminal.out.join('\n')
    for (const { flag, help: text } of Object.values(OPTIONS)) {
      assert.ok(help.includes(`  ${flag}`), flag)
      assert.ok(help.includes(text), text)
      assert.ok(help.includes(`variable ${variableOf(flag)}`), variableOf(flag))
    }
    assert.match(help, /default 15m, variable BINNACLE_HISTORY_WINDOW/)
    assert.match(help, /default \.\/\.binnacle, variable BINNACLE_DATA_DIR/)
    for (const line of help.split('\n')) assert.ok(line.length <= 100, line)
  })

  it('explains the flags of every command', async () => {
    for (const [topic, options] of [
      ['export', EXPORT_OPTIONS],
      ['import', IMPORT_OPTIONS],
    ] as const) {
      const terminal = new Terminal()
      assert.equal(await run([topic, '--help'], {}, terminal), 0)
      const help = terminal.out.join('\n')
      for (const { flag, help: text, hasVariable } of Object.values(options)) {
        assert.ok(help.includes(`  ${flag}`), flag)
        assert.ok(help.includes(text), text)
        assert.equal(help.includes(variableOf(flag)), hasVariable, flag)
      }
      assert.match(help, /--file <file>\n.*\n {6}required\n/)
      for (const line of help.split('\n')) assert.ok(line.length <= 100, line)
    }
  })

  it('gives an overview and its version', async () => {
    const terminal = new Terminal()
    assert.equal(await run([], {}, terminal), 0)
    assert.match(terminal.out[0] ?? '', /binnacle serve \[flags\]/)
    assert.equal(await run(['--version'], {}, terminal), 0)
    assert.match(terminal.out[1] ?? '', /^\d+\.\d+\.\d+/)
  })

  it('ends with 2 and one line when it does not understand', async () => {
    const terminal = new Terminal()
    assert.equal(await run(['serve', '--prot', '1'], {}, terminal), 2)
    assert.deepEqual(terminal.err, [
      'binnacle: unknown flag "--prot", did you mean --port? (see "binnacle help")',
    ])
    assert.deepEqual(terminal.out, [])
  })

  it('serves until a signal comes, with two lines to start from', async () => {
    const terminal = new Terminal()
    const argv = ['serve', '--storage', 'memory', '--port', '0', '--log-level', 'silent']
    const code = run(argv, {}, terminal)
    await terminal.lines(2)
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(terminal.out[0] ?? '')?.[0]
    assert.deepEqual(terminal.out, [
      `binnacle is serving at ${url} (memory storage)`,
      `try: kubectl --server ${url} get --raw /apis`,
    ])
    assert.equal((await fetch(`${url}/apis`)).status, 200)
    terminal.signals.emit('SIGTERM', 'SIGTERM')
    assert.equal(await code, 0)
    await assert.rejects(fetch(`${url}/apis`))
    assert.deepEqual(terminal.err, [])
  })

  it('ends with 1 and one line when the port is taken', async () => {
    const first = new Terminal()
    const argv = ['serve', '--storage', 'memory', '--log-level', 'silent', '--port']
    const code = run([...argv, '0'], {}, first)
    await first.lines(2)
    const port = /:(\d+) /.exec(first.out[0] ?? '')?.[1] as string
    const second = new Terminal()
    assert.equal(await run([...argv, port], {}, second), 1)
    assert.deepEqual(second.err, [`binnacle: port ${port} on 127.0.0.1 is already in use`])
    first.signals.emit('SIGINT', 'SIGINT')
    assert.equal(await code, 0)
  })
})

describe('serving', () => {
  const REQUEST = { config: defaultConfig, reread: () => Promise.resolve(defaultConfig) }
  const url = 'http://127.0.0.1:1'
  const never = () => new Promise<void>(() => undefined)
  const started = (close: RunningServer['close']) => async () => ({
    url,
    close,
    setLogLevel: () => undefined,
    reopenLogs: async () => undefined,
    reloadEncryption: async () => undefined,
  })

  it('says where embedded storage lies', async () => {
    const terminal = new Terminal()
    const code = serve(
      REQUEST,
      terminal,
      started(async () => undefined),
    )
    await terminal.lines(2)
    assert.equal(terminal.out[0], `binnacle is serving at ${url} (embedded storage in ./.binnacle)`)
    terminal.signals.emit('SIGINT', 'SIGINT')
    assert.equal(await code, 0)
  })

  it('ends with 1 and one line when the user has to mend something', async () => {
    const terminal = new Terminal()
    const reject = () => Promise.reject(new StartError('the data folder is in use'))
    assert.equal(await serve(REQUEST, terminal, reject), 1)
    assert.deepEqual(terminal.err, ['binnacle: the data folder is in use'])
  })

  it('does not hide faults of the program', async () => {
    const fault = () => Promise.reject(new TypeError('a fault'))
    await assert.rejects(serve(REQUEST, new Terminal(), fault), { message: 'a fault' })
  })

  it('does not wait for more than one signal', async () => {
    const terminal = new Terminal()
    let finishClosing = () => {}
    const closed = new Promise<void>((resolve) => {
      finishClosing = resolve
    })
    const close = () => {
      terminal.print('closing')
      return closed
    }
    const code = serve(REQUEST, terminal, started(close))
    await terminal.lines(2)
    terminal.signals.emit('SIGTERM', 'SIGTERM')
    await terminal.lines(3)
    terminal.signals.emit('SIGINT', 'SIGINT')
    assert.equal(await code, 130)
    finishClosing()
  })

  it('gives up when stopping takes too long', async () => {
    const terminal = new Terminal()
    const code = serve(REQUEST, terminal, started(never), 10)
    await terminal.lines(2)
    terminal.signals.emit('SIGTERM', 'SIGTERM')
    assert.equal(await code, 1)
    assert.deepEqual(terminal.err, ['binnacle: did not stop within 10ms, gives up'])
  })

  it('reads its configuration again on SIGHUP, and says what changed', async () => {
    const terminal = new Terminal()
    const levels: string[] = []
    const next = [
      Promise.resolve({ ...defaultConfig, logLevel: 'debug' as const, port: 1 }),
      Promise.reject(new UsageError('c.yaml:1: unknown key "a"')),
    ]
    const start = async () => ({
      url,
      close: async () => undefined,
      setLogLevel: (level: string) => levels.push(level),
      reopenLogs: async () => undefined,
      reloadEncryption: async () => undefined,
    })
    const reread = () => next.shift() ?? Promise.resolve(defaultConfig)
    const code = serve({ config: defaultConfig, reread }, terminal, start)
    await terminal.lines(2)
    terminal.signals.emit('SIGHUP', 'SIGHUP')
    await terminal.lines(5)
    assert.deepEqual(terminal.out.slice(2), [
      'binnacle reloaded its configuration; it reads certificates, tokens and policies when their files change',
      'binnacle must be restarted for the new value of --port',
      'binnacle logs from level debug on',
    ])
    assert.deepEqual(levels, ['debug'])
    terminal.signals.emit('SIGHUP', 'SIGHUP')
    await terminal.lines(6)
    assert.equal(terminal.out[5], 'binnacle did not reload its configuration: c.yaml:1: unknown key "a"')
    terminal.signals.emit('SIGTERM', 'SIGTERM')
    assert.equal(await code, 0)
  })
})
