import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { AccessLog, type AccessLogEntry } from './access-log.js'
import { silentLogger } from './logger.js'

const ENTRY: AccessLogEntry = {
  method: 'GET',
  path: '/api/v1/pods?limit=500',
  code: 200,
  bytes: 912,
  durationMs: 1.5,
  user: 'ann',
  auditId: 'a-1',
  traceId: undefined,
}

describe('the access log', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'binnacle-access-log-'))
  })
  after(() => rm(folder, { recursive: true }))

  it('has a line of JSON for each request, which only its owner can read', async () => {
    const path = join(folder, 'json.log')
    const log = await AccessLog.open(path, 'auto', silentLogger)
    log.write(ENTRY)
    await log.close()
    const { time, ...rest } = JSON.parse(await readFile(path, 'utf8'))
    assert.match(time, /^\d{4}-\d\d-\d\dT/)
    const { traceId: _, ...expected } = ENTRY
    assert.deepEqual(rest, expected)
    assert.equal((await stat(path)).mode & 0o777, 0o600)
  })

  it('has a line of text for people, without control characters of clients', async () => {
    const path = join(folder, 'text.log')
    const log = await AccessLog.open(path, 'text', silentLogger)
    log.write(ENTRY)
    log.write({ ...ENTRY, path: '/a\u001b[31m', user: 'mallory\u001b' })
    await log.close()
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n')
    assert.match(
      lines[0] ?? '',
      /Z GET \/api\/v1\/pods\?limit=500 200 bytes=912 durationMs=1\.5 user=ann auditId=a-1$/,
    )
    assert.match(lines[1] ?? '', /Z GET "\/a\\u001b\[31m" 200 .* user="mallory\\u001b" /)
  })

  it('continues in a new file when the old one was moved away, and loses nothing', async () => {
    const path = join(folder, 'moved.log')
    const log = await AccessLog.open(path, 'json', silentLogger)
    for (let count = 0; count < 3; count++) {
      for (let line = 0; line < 100; line++) log.write({ ...ENTRY, bytes: count * 100 + line })
      await rename(path, `${path}.${count}`)
      await log.reopen()
    }
    await log.close()
    let written = ''
    for (const end of ['.0', '.1', '.2', '']) written += await readFile(path + end, 'utf8')
    const numbers = written
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).bytes)
    assert.deepEqual(
      numbers,
      Array.from({ length: 300 }, (_, index) => index),
    )
  })

  it('cannot be opened in a folder that does not exist', async () => {
    await assert.rejects(AccessLog.open(join(folder, 'none', 'a.log'), 'auto', silentLogger), {
      code: 'ENOENT',
    })
  })

  it('says in the log that it cannot be written, and later how much was lost', {
    skip: process.platform !== 'linux' && 'there is no /dev/full',
  }, async () => {
    const said: string[] = []
    const logger = {
      ...silentLogger,
      error: (_: object, message: string) => said.push(message),
    }
    const log = await AccessLog.open('/dev/full', 'json', logger)
    const written = async () => {
      log.write(ENTRY)
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
    }
    while (said.length === 0) await written()
    for (let count = 0; count < 5; count++) await written()
    assert.deepEqual(said, ['the access log cannot be written'])
    await log.close()
  })

  it('drops lines that are not read, and says how many', async () => {
    const script = `
      import { AccessLog } from ${JSON.stringify(new URL('./access-log.js', import.meta.url).href)}
      import { silentLogger } from ${JSON.stringify(new URL('./logger.js', import.meta.url).href)}
      const log = await AccessLog.open('-', 'json', silentLogger)
      const entry = { ...${JSON.stringify(ENTRY)}, user: 'x'.repeat(1000) }
      for (let n = 0; n < 5000; n++) log.write(entry)
      setTimeout(() => console.error('alive'), 10)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    await once(child.stderr, 'data')
    const lines = (await text(child.stdout)).trimEnd().split('\n')
    const { dropped, msg } = JSON.parse(lines.at(-1) ?? '')
    assert.match(msg, /^lines of the access log were dropped/)
    assert.equal(lines.length - 1 + dropped, 5000)
  })
})
