import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultConfig } from '#server/config.js'
import { parse, usageError } from './arguments.fixture.js'
import type { Environment } from './arguments.js'
import type { ExportRequest, ImportRequest } from './transfer-options.js'

/** What is said about etcd, and about empty stores, when nothing is said. */
const NO_ETCD = {
  allowEmpty: false,
  etcdEndpoints: [],
  etcdPrefix: '/registry',
  etcdCacert: '',
  etcdCert: '',
  etcdKey: '',
}

describe('binnacle export', () => {
  const request = (line: string, env: Environment = {}): ExportRequest => {
    const invocation = parse(line, env)
    assert.ok(invocation.command === 'export', JSON.stringify(invocation))
    return invocation.request
  }

  it('needs a file, and has a default for everything else', () => {
    assert.deepEqual(request('export --file x'), {
      file: 'x',
      force: false,
      quiet: false,
      ...NO_ETCD,
      storage: 'embedded',
      dataDir: './.binnacle',
    })
    assert.equal(usageError('export'), '--file is missing: the file to write, or "-" for standard output')
    assert.equal(request('export --file -').file, '-')
  })

  it('takes each of its flags, and where the store is also as variables', () => {
    const own = { file: 'x', force: true, quiet: true }
    const expected = { ...own, ...NO_ETCD, storage: 'embedded', dataDir: '/data' }
    assert.deepEqual(request('export --file x --force --quiet --storage embedded --data-dir /data'), expected)
    const env = { BINNACLE_DATA_DIR: '/data', BINNACLE_STORAGE: 'embedded' }
    assert.deepEqual(request('export --file=x --force=true --quiet=yes', env), expected)
  })

  it('takes nothing of its own from variables, which may be there for something else', () => {
    const env = { BINNACLE_FILE: 'x', BINNACLE_FORCE: 'true' }
    assert.match(usageError('export', env), /^--file is missing/)
    assert.equal(request('export --file x', env).force, false)
  })

  it('rejects invalid arguments', () => {
    assert.match(usageError('export --file'), /^--file needs a value: the file to write/)
    assert.match(usageError('export --file='), /^--file: expected the file to write/)
    assert.match(usageError('export --file x --storage memory'), /memory lasts only as long as its server/)
    assert.match(usageError('export --file x', { BINNACLE_STORAGE: 'memory' }), /memory lasts only/)
    assert.match(usageError('export --file x --storage etcd'), /needs --etcd-endpoints/)
    assert.equal(usageError('export --file x --port 1'), 'unknown flag "--port"')
    assert.equal(usageError('export --file x --overwrite'), 'unknown flag "--overwrite"')
    assert.equal(usageError('export x'), 'unexpected argument "x"')
  })
})

describe('binnacle import', () => {
  const request = (line: string, env: Environment = {}): ImportRequest => {
    const invocation = parse(line, env)
    assert.ok(invocation.command === 'import', JSON.stringify(invocation))
    return invocation.request
  }

  it('needs a file, and has a default for everything else', () => {
    assert.deepEqual(request('import --file x'), {
      file: 'x',
      intoNonEmpty: false,
      overwrite: false,
      quiet: false,
      ...NO_ETCD,
      storage: 'embedded',
      dataDir: './.binnacle',
    })
    assert.equal(usageError('import'), '--file is missing: the file to read')
  })

  it('takes each of its flags, and where the store is also as variables', () => {
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
    assert.deepEqual(request(`import --file x ${flags} --storage embedded --data-dir /data`), expected)
    const env = { BINNACLE_DATA_DIR: '/data', BINNACLE_STORAGE: 'embedded' }
    assert.deepEqual(request(`import ${flags} --file=x`, env), expected)
    assert.equal(request('import --file x --into-non-empty').overwrite, false)
  })

  it('rejects invalid arguments', () => {
    assert.match(usageError('import --file -'), /cannot read standard input$/)
    assert.equal(usageError('import --file x --overwrite'), '--overwrite needs --into-non-empty')
    assert.match(usageError('import --file x --storage memory'), /memory lasts only as long as its server/)
    assert.equal(
      usageError('import --file x --into-nonempty'),
      'unknown flag "--into-nonempty", did you mean --into-non-empty?',
    )
    assert.equal(usageError('import --file x --force'), 'unknown flag "--force"')
    assert.equal(usageError('import x'), 'unexpected argument "x"')
  })
})

describe('binnacle verify', () => {
  it('takes the folder, as a flag or as a variable, and nothing else', () => {
    assert.deepEqual(parse('verify'), { command: 'verify', request: { dataDir: defaultConfig.dataDir } })
    assert.deepEqual(parse('verify --data-dir /x', { BINNACLE_DATA_DIR: '/y' }), {
      command: 'verify',
      request: { dataDir: '/x' },
    })
    assert.deepEqual(parse('verify', { BINNACLE_DATA_DIR: '/y' }), {
      command: 'verify',
      request: { dataDir: '/y' },
    })
    assert.equal(usageError('verify --port 1'), 'unknown flag "--port"')
  })
})

describe('binnacle', () => {
  it('prints help on request and without arguments', () => {
    for (const line of ['', '--help', '-h', 'help', 'help help']) {
      assert.deepEqual(parse(line), { command: 'help', topic: 'overview' }, line)
    }
    for (const topic of ['export', 'import', 'verify'] as const) {
      for (const line of [`help ${topic}`, `${topic} --help`, `${topic} --nonsense -h`]) {
        assert.deepEqual(parse(line), { command: 'help', topic }, line)
      }
    }
    for (const line of ['help serve', 'serve --help', 'serve -h', 'serve --port nonsense -h']) {
      assert.deepEqual(parse(line), { command: 'help', topic: 'serve' }, line)
    }
  })

  it('prints its version', () => {
    assert.deepEqual(parse('--version'), { command: 'version' })
  })

  it('rejects unknown commands, and suggests a known one', () => {
    assert.equal(usageError('serv'), 'unknown command "serv", did you mean serve?')
    assert.equal(usageError('help sevre'), 'unknown command "sevre", did you mean serve?')
    assert.equal(usageError('--verson'), 'unknown flag "--verson", did you mean --version?')
    assert.equal(usageError('imprt'), 'unknown command "imprt", did you mean import?')
    assert.equal(usageError('--file=x'), '--file must follow a command: binnacle export --file=x')
    assert.equal(usageError('dance'), 'unknown command "dance"')
    assert.equal(usageError('help serve now'), 'unexpected argument "now"')
    assert.equal(usageError('--port=1'), '--port must follow a command: binnacle serve --port=1')
  })
})
