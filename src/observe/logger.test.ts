import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { createLogger, LOG_LEVELS, silentLogger } from './logger.js'

/** Logs in a process of its own, because a logger writes to that process' standard error. */
function log(level: string, statements: string): { stdout: string; lines: Record<string, unknown>[] } {
  const script = `
    import { createLogger } from ${JSON.stringify(new URL('./logger.js', import.meta.url).href)}
    const logger = createLogger(${JSON.stringify(level)})
    ${statements}`
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  })
  assert.equal(status, 0, stderr)
  return {
    stdout,
    lines: stderr
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  }
}

describe('the logger', () => {
  it('writes lines of JSON to standard error, with the level by name and the time', () => {
    const { stdout, lines } = log('info', `logger.warn({ key: '/a' }, 'slow write')`)
    assert.equal(stdout, '')
    assert.equal(lines.length, 1)
    const { time, ...rest } = lines[0] as Record<string, unknown>
    assert.deepEqual(rest, { level: 'warn', key: '/a', msg: 'slow write' })
    assert.match(String(time), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  })

  it('leaves out what is below its level', () => {
    const { lines } = log(
      'warn',
      `for (const level of ['trace', 'debug', 'info', 'warn', 'error']) logger[level]({}, level)`,
    )
    assert.deepEqual(
      lines.map(({ msg }) => msg),
      ['warn', 'error'],
    )
  })

  it('logs an error with its stack', () => {
    const { lines } = log('error', `logger.error({ err: new TypeError('broken') }, 'failed')`)
    const { err } = lines[0] as { err: Record<string, string> }
    assert.equal(err.message, 'broken')
    assert.match(err.stack ?? '', /TypeError: broken\n\s+at /)
  })

  it('logs what caused an error, and members of its own', () => {
    const { lines } = log(
      'error',
      `const cause = Object.assign(new Error('full'), { code: 'ENOSPC' })
      logger.error({ err: new Error('failed', { cause }) }, 'write')`,
    )
    const { err } = lines[0] as { err: { cause: Record<string, string> } }
    assert.deepEqual([err.cause.message, err.cause.code], ['full', 'ENOSPC'])
  })

  it('logs the message of what cannot be written as JSON', () => {
    const { lines } = log(
      'info',
      `const a = {}; a.a = a; logger.info({ a }, 'round'); logger.info({ b: 1n }, 'big')`,
    )
    assert.deepEqual(
      lines.map(({ msg }) => msg),
      ['round', 'big'],
    )
  })

  it('writes everything before the process exits, in order', () => {
    const { lines } = log(
      'info',
      `for (let n = 0; n < 250; n++) logger.info({ n }, 'line')
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
      for (let n = 250; n < 500; n++) logger.info({ n }, 'line')
      process.exit(0)`,
    )
    assert.deepEqual(
      lines.map(({ n }) => n),
      Array.from({ length: 500 }, (_, n) => n),
    )
  })

  it('drops what a reader that stops reading leaves, and says how much', async () => {
    const script = `
      import { createLogger } from ${JSON.stringify(new URL('./logger.js', import.meta.url).href)}
      const logger = createLogger('info')
      const filler = 'x'.repeat(1000)
      for (let n = 0; n < 5000; n++) logger.info({ n, filler }, 'line')
      setTimeout(() => console.log('alive'), 10)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    await once(child.stdout, 'data')
    const written = (await text(child.stderr)).trim().split('\n')
    const last = JSON.parse(written.at(-1) ?? '')
    assert.ok(last.dropped > 3000, `${last.dropped} lines`)
    assert.equal(written.length - 1 + last.dropped, 5000)
  })

  it('says nothing when it is to be silent', () => {
    const logged: string[] = []
    const target = { ...silentLogger, error: (_fields: object, message: string) => logged.push(message) }
    const logger = createLogger('silent', { target })
    logger.error({}, 'one')
    logger.setLevel('error')
    logger.error({}, 'two')
    logger.setLevel('silent')
    logger.error({}, 'three')
    assert.deepEqual(logged, ['two'])
    silentLogger.error({}, 'this is not written')
    assert.equal(LOG_LEVELS.at(-1), 'silent')
  })
})
