import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultConfig } from '#server/config.js'
import { helpOf, parse, requestOf, usageError } from './arguments.fixture.js'
import type { Environment } from './arguments.js'
import type { ExportRequest, ImportRequest } from './store/transfer-options.js'

/** What is said about etcd, and about empty stores, when nothing is said. */
const NO_ETCD = {
  allowEmpty: false,
  etcdEndpoints: [],
  etcdPrefix: '/registry',
  etcdCacert: '',
  etcdCert: '',
  etcdKey: '',
  upgradeEtcd: false,
}

describe('binnacle export', () => {
  const request = (line: string, env?: Environment) => requestOf<ExportRequest>('export', line, env)

  it('needs a file, and has a default for everything else', async () => {
    assert.deepEqual(await request('export --file x'), {
      file: 'x',
      force: false,
      quiet: false,
      ...NO_ETCD,
      storage: 'embedded',
      dataDir: './.binnacle',
    })
    assert.equal(
      await usageError('export'),
      '--file is missing: the file to write, or "-" for standard output',
    )
    assert.equal((await request('export --file -')).file, '-')
  })

  it('takes each of its flags, and where the store is also as variables', async () => {
    const own = { file: 'x', force: true, quiet: true }
    const expected = { ...own, ...NO_ETCD, storage: 'embedded', dataDir: '/data' }
    assert.deepEqual(
      await request('export --file x --force --quiet --storage embedded --data-dir /data'),
      expected,
    )
    const env = { BINNACLE_DATA_DIR: '/data', BINNACLE_STORAGE: 'embedded' }
    assert.deepEqual(await request('export --file=x --force=true --quiet=yes', env), expected)
  })

  it('takes nothing of its own from variables, which may be there for something else', async () => {
    const env = { BINNACLE_FILE: 'x', BINNACLE_FORCE: 'true' }
    assert.match(await usageError('export', env), /^--file is missing/)
    assert.equal((await request('export --file x', env)).force, false)
  })

  it('rejects invalid arguments', async () => {
    assert.match(await usageError('export --file'), /^--file needs a value: the file to write/)
    assert.match(await usageError('export --file='), /^--file: expected the file to write/)
    assert.match(
      await usageError('export --file x --storage memory'),
      /memory lasts only as long as its server/,
    )
    assert.match(await usageError('export --file x', { BINNACLE_STORAGE: 'memory' }), /memory lasts only/)
    assert.match(await usageError('export --file x --storage etcd'), /needs --etcd-endpoints/)
    assert.equal(await usageError('export --file x --port 1'), 'unknown flag "--port"')
    assert.equal(await usageError('export --file x --overwrite'), 'unknown flag "--overwrite"')
    assert.equal(await usageError('export x'), 'unexpected argument "x"')
  })
})

describe('binnacle import', () => {
  const request = (line: string, env?: Environment) => requestOf<ImportRequest>('import', line, env)

  it('needs a file, and has a default for everything else', async () => {
    assert.deepEqual(await request('import --file x'), {
      file: 'x',
      intoNonEmpty: false,
      overwrite: false,
      quiet: false,
      ...NO_ETCD,
      storage: 'embedded',
      dataDir: './.binnacle',
    })
    assert.equal(await usageError('import'), '--file is missing: the file to read')
  })

  it('takes each of its flags, and where the store is also as variables', async () => {
    const expected = {
      file: 'x',
      intoNonEmpty: true,
      overwrite: true,
      quiet: true,
      ...NO_ETCD,
      storage: 'embedded',
      dataDir: '/data',
    }
    const flags = '--into-non-empty --overwrite --quiet'
    assert.deepEqual(await request(`import --file x ${flags} --storage embedded --data-dir /data`), expected)
    const env = { BINNACLE_DATA_DIR: '/data', BINNACLE_STORAGE: 'embedded' }
    assert.deepEqual(await request(`import ${flags} --file=x`, env), expected)
    assert.equal((await request('import --file x --into-non-empty')).overwrite, false)
  })

  it('rejects invalid arguments', async () => {
    assert.match(await usageError('import --file -'), /cannot read standard input$/)
    assert.equal(await usageError('import --file x --overwrite'), '--overwrite needs --into-non-empty')
    assert.match(
      await usageError('import --file x --storage memory'),
      /memory lasts only as long as its server/,
    )
    assert.equal(
      await usageError('import --file x --into-nonempty'),
      'unknown flag "--into-nonempty", did you mean --into-non-empty?',
    )
    assert.equal(await usageError('import --file x --force'), 'unknown flag "--force"')
    assert.equal(await usageError('import x'), 'unexpected argument "x"')
  })
})

describe('binnacle verify', () => {
  it('takes the folder, as a flag or as a variable, and nothing else', async () => {
    assert.deepEqual(await parse('verify'), {
      command: 'verify',
      request: { dataDir: defaultConfig.dataDir },
    })
    assert.deepEqual(await parse('verify --data-dir /x', { BINNACLE_DATA_DIR: '/y' }), {
      command: 'verify',
      request: { dataDir: '/x' },
    })
    assert.deepEqual(await parse('verify', { BINNACLE_DATA_DIR: '/y' }), {
      command: 'verify',
      request: { dataDir: '/y' },
    })
    assert.equal(await usageError('verify --port 1'), 'unknown flag "--port"')
  })
})

describe('binnacle', () => {
  it('prints help on request and without arguments', async () => {
    for (const line of ['', '--help', '-h', 'help', 'help help']) {
      assert.match(await helpOf(line), /^Binnacle is an API server/, line)
    }
    for (const topic of ['export', 'import', 'verify'] as const) {
      for (const line of [`help ${topic}`, `${topic} --help`, `${topic} --nonsense -h`]) {
        assert.ok((await helpOf(line)).startsWith(`Usage:\n  binnacle ${topic} `), line)
      }
    }
    for (const line of ['help serve', 'serve --help', 'serve -h', 'serve --port nonsense -h']) {
      assert.match(await helpOf(line), /^Usage:\n {2}binnacle serve /, line)
    }
    for (const line of ['help federation', 'help federation up', 'federation -h', 'federation up --help']) {
      assert.match(await helpOf(line), /^Usage:\n {2}binnacle federation up /, line)
    }
  })

  it('prints its version', async () => {
    assert.deepEqual(await parse('--version'), { command: 'version', request: {} })
    assert.deepEqual(await parse('version'), { command: 'version', request: {} })
    assert.equal(await usageError('version 1'), 'unexpected argument "1"')
  })

  it('rejects unknown commands, and suggests a known one', async () => {
    assert.equal(await usageError('serv'), 'unknown command "serv", did you mean serve?')
    assert.equal(await usageError('help sevre'), 'unknown command "sevre", did you mean serve?')
    assert.equal(await usageError('--verson'), 'unknown flag "--verson", did you mean --version?')
    assert.equal(await usageError('imprt'), 'unknown command "imprt", did you mean import?')
    assert.equal(await usageError('--file=x'), '--file must follow a command: binnacle export --file=x')
    assert.equal(await usageError('dance'), 'unknown command "dance"')
    assert.equal(await usageError('federation'), 'missing subcommand: binnacle federation up')
    assert.equal(await usageError('federation --members 2'), 'missing subcommand: binnacle federation up')
    assert.match(await usageError('federation upp'), /did you mean federation up\?$/)
    assert.equal(await usageError('help serve now'), 'unexpected argument "now"')
    assert.equal(await usageError('--port=1'), '--port must follow a command: binnacle serve --port=1')
  })
})
