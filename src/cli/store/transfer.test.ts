import assert from 'node:assert/strict'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { run } from '#cli/run.js'
import { Terminal } from '#cli/terminal.fixture.js'
import { temporaryFolder } from '#test/support/temporary-folder.js'
import { filledExport } from '#transfer/transfer.fixture.js'
import { transfer } from './transfer.js'

async function folderOf(t: TestContext): Promise<string> {
  const { path, remove } = await temporaryFolder()
  t.after(remove)
  return path
}

/** Runs the command, all paths in the folder, and gives its exit code and what it has written. */
function commands(folder: string) {
  return async (line: string) => {
    const terminal = new Terminal()
    const argv = line.split(' ').map((word) => word.replace('@', `${folder}/`))
    const code = await run(argv, {}, terminal)
    assert.deepEqual(terminal.out, [])
    return {
      code,
      err: terminal.err.join('\n').replaceAll(`${folder}/`, '@'),
      bytes: Buffer.concat(terminal.bytes),
    }
  }
}

/** An export of the first format, whose records are in the order of their revisions. */
async function writeExport(path: string): Promise<Buffer> {
  const { createHash } = await import('node:crypto')
  const content = [
    '{"binnacle":"export","format":1,"created":"2024-01-01T00:00:00.000Z","version":"0.1.0","revision":9}',
    '4 3 group/things/ns/b',
    'two',
    '7 3 group/things/ns/a',
    'one',
    '',
  ].join('\n')
  const digest = createHash('sha256').update(content).digest('hex')
  const bytes = Buffer.from(`${content}{"records":2,"digest":"sha256:${digest}"}\n`)
  await writeFile(path, bytes)
  return bytes
}

/** The same records as they are exported now: in the order of their keys. */
const RECORDS = ['3 group/things/ns/a', 'one', '3 group/things/ns/b', 'two']

/** The records of an export, without the revisions, which are those of one store. */
const recordsOf = (bytes: Buffer) =>
  bytes
    .toString()
    .split('\n')
    .slice(1, -2)
    .map((line) => line.replace(/^\d+ /, ''))

describe('binnacle import and export', () => {
  it('fill a store from a file, and a file from a store', async (t) => {
    const folder = await folderOf(t)
    const command = commands(folder)
    await writeExport(join(folder, 'in'))
    assert.deepEqual(await command('import --data-dir @store --file @in'), {
      code: 0,
      err: 'imported 2 records from @in',
      bytes: Buffer.alloc(0),
    })
    const toFile = await command('export --data-dir @store --file @out')
    assert.equal(toFile.code, 0)
    assert.match(toFile.err, /^exported 2 records to @out, as of revision \d+$/)
    assert.deepEqual(recordsOf(await readFile(join(folder, 'out'))), RECORDS)

    const toStream = await command('export --data-dir @store --file -')
    assert.match(toStream.err, /^exported 2 records, as of revision \d+$/)
    assert.deepEqual(recordsOf(toStream.bytes), RECORDS)

    assert.equal((await command('export --data-dir @store --file @out.gz')).code, 0)
    assert.deepEqual(recordsOf(gunzipSync(await readFile(join(folder, 'out.gz')))), RECORDS)
    assert.equal((await command('import --data-dir @another --file @out.gz')).code, 0)
    assert.deepEqual((await readdir(folder)).toSorted(), ['another', 'in', 'out', 'out.gz', 'store'])
  })

  it('say nothing with --quiet', async (t) => {
    const folder = await folderOf(t)
    const command = commands(folder)
    await writeExport(join(folder, 'in'))
    assert.deepEqual(await command('import --quiet --data-dir @store --file @in'), {
      code: 0,
      err: '',
      bytes: Buffer.alloc(0),
    })
    assert.equal((await command('export --quiet --data-dir @store --file @out')).err, '')
    assert.match((await command('export --quiet --data-dir @store --file @out')).err, /exists already/)
  })

  it('exit with 1 and one line on an error', async (t) => {
    const folder = await folderOf(t)
    const command = commands(folder)
    const bytes = await writeExport(join(folder, 'in'))
    await writeFile(join(folder, 'short'), bytes.subarray(0, -10))
    await command('import --data-dir @store --file @in')
    const cases: [string, RegExp][] = [
      ['import --data-dir @new --file @short', /^@short is truncated/],
      ['import --data-dir @new --file @absent', /^ENOENT: .*@absent/],
      ['import --data-dir @in --file @in', /^@in is not a folder$/],
      ['import --data-dir @store --file @in', /^the store is not empty; add --into-non-empty/],
      ['import --data-dir @store --file @in --into-non-empty', /; add --overwrite to replace what is there$/],
      ['export --data-dir @absent --file @out', /^there is no data folder at @absent$/],
      ['export --data-dir @store --file @in', /^@in exists already; add --force to replace it$/],
      ['export --data-dir @store --file @absent/out', /^ENOENT: /],
    ]
    for (const [line, message] of cases) {
      const { code, err } = await command(line)
      assert.equal(code, 1, line)
      assert.match(err, /^binnacle: /)
      assert.match(err.slice('binnacle: '.length), message)
      assert.doesNotMatch(err, /\n/)
    }
    assert.deepEqual((await readdir(folder)).toSorted(), ['in', 'short', 'store'], 'nothing is left behind')
    assert.deepEqual(await readFile(join(folder, 'in')), bytes)
  })

  it('overwrite only what is allowed', async (t) => {
    const folder = await folderOf(t)
    const command = commands(folder)
    await writeExport(join(folder, 'in'))
    await command('import --data-dir @store --file @in')
    const again = await command('import --data-dir @store --file @in --into-non-empty --overwrite')
    assert.equal(again.err, 'imported 2 records from @in')
    assert.equal((await command('export --data-dir @store --file @in --force')).code, 0)
    assert.deepEqual(recordsOf(await readFile(join(folder, 'in'))), RECORDS)
  })

  it('stop cleanly on a signal, and an import can be resumed', async (t) => {
    const folder = await folderOf(t)
    const { file } = await filledExport(folder, 600)
    const drawn: string[] = []
    // Once: a second signal would not wait for the work to end in good order.
    const interruptWhen = (step: string) => {
      let isInterrupted = false
      const write = (text: string) => {
        drawn.push(text)
        if (isInterrupted || !text.includes(step)) return
        isInterrupted = true
        terminal.signals.emit('SIGINT', 'SIGINT')
      }
      const terminal = new Terminal({ columns: 80, write })
      return terminal
    }
    const dataDir = join(folder, 'store')
    const line = ['import', '--data-dir', dataDir, '--file', file.path]
    const importing = interruptWhen('writing')
    assert.equal(await run(line, {}, importing), 130)
    assert.deepEqual(importing.err, ['binnacle: interrupted; the same command goes on from here'])
    const again = new Terminal()
    assert.equal(await run(line, {}, again), 0)
    assert.match(
      again.err[0] ?? '',
      /^imported 800 records .*, \d+ of them by an earlier, interrupted import$/,
    )

    const exporting = interruptWhen('writing')
    const out = join(folder, 'out')
    assert.equal(await run(['export', '--data-dir', dataDir, '--file', out], {}, exporting), 130)
    assert.deepEqual(exporting.err, ['binnacle: interrupted; nothing was exported'])
    assert.deepEqual((await readdir(folder)).toSorted(), ['store', 'test.binnacle'])
  })

  it('end with 2 when they are not understood', async (t) => {
    const command = commands(await folderOf(t))
    for (const line of [
      'export',
      'import',
      'import --file -',
      'export --fil x',
      'import --file x --storage memory',
    ]) {
      const { code, err } = await command(line)
      assert.equal(code, 2, line)
      assert.match(err, /^binnacle: [^\n]* \(see "binnacle help"\)$/)
    }
  })
})

describe('work that takes long', () => {
  it('is stopped by a signal, and says how to go on', async () => {
    const terminal = new Terminal()
    const code = transfer(false, terminal, 'nothing is lost', async ({ signal }) => {
      terminal.signals.emit('SIGTERM', 'SIGTERM')
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      signal.throwIfAborted()
    })
    assert.equal(await code, 143)
    assert.deepEqual(terminal.err, ['binnacle: interrupted; nothing is lost'])
  })

  it('is done when it is done before it has noticed the signal', async () => {
    const terminal = new Terminal()
    const work = async () => void terminal.signals.emit('SIGINT', 'SIGINT')
    assert.equal(await transfer(false, terminal, '', work), 0)
    assert.deepEqual(terminal.err, [])
  })

  it('is left alone after a second signal', async () => {
    const terminal = new Terminal()
    const code = transfer(false, terminal, '', ({ signal }) => {
      signal.addEventListener('abort', () => terminal.signals.emit('SIGINT', 'SIGINT'))
      terminal.signals.emit('SIGINT', 'SIGINT')
      return new Promise<void>(() => undefined)
    })
    assert.equal(await code, 130)
  })

  it('does not hide faults of the program', async () => {
    const fault = () => Promise.reject(new TypeError('a fault'))
    await assert.rejects(transfer(false, new Terminal(), '', fault), { message: 'a fault' })
  })

  it('clears its bar before it says something', async () => {
    const drawn: string[] = []
    const screen = { columns: 80, write: (text: string) => void drawn.push(text) }
    const terminal = new Terminal(screen)
    const code = transfer(false, terminal, '', async ({ onProgress, note }) => {
      onProgress({ step: 'writing', unit: 'records', done: 1, total: 2 })
      note('done')
    })
    assert.equal(await code, 0)
    assert.match(drawn[0] ?? '', /\[#{15}\.{15}\] writing: 50%/)
    assert.equal(drawn[1], '\r\x1b[K')
    assert.deepEqual(terminal.err, ['done'])
  })
})
