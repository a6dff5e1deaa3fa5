import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Ajv } from 'ajv'
import { parse as parseYaml } from 'yaml'
import { parse, servedConfig, usageError } from '#cli/arguments.fixture.js'
import { run } from '#cli/run.js'
import { Terminal } from '#cli/terminal.fixture.js'
import { defaultConfig } from '#server/config.js'
import { OPTION_GROUPS } from '#server/options/groups.js'
import { temporaryFolder } from '#test/support/temporary-folder.js'
import { parseConfigFile } from './config-file.js'
import { configSchema } from './config-schema.js'

const WHOLE = `
server: {host: "::1", port: 0, event-ttl: 2h}
logs: {log-level: silent}
storage:
  storage: etcd
  etcd-endpoints: [http://a:2379, http://b:2379]
authentication:
  oidc-issuer-url: https://id.example.com
  oidc-client-id: me
  oidc-required-claim: {hd: example.com, tier: a}
limits:
  max-requests-inflight: 10
browsers:
  allowed-hosts: api.example.com,b.example.com
tls:
webhooks: {service-resolver: {policies/webhook: "127.0.0.1:8443"}}
federation:
  federation: true
`

describe('a configuration file', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let file: string
  before(async () => {
    folder = await temporaryFolder()
    file = join(folder.path, 'config.yaml')
  })
  after(() => folder.remove())

  const serving = async (text: string, line = '', env = {}) => {
    await writeFile(file, text)
    return servedConfig(`serve --config ${file}${line}`, env)
  }

  it('sets options by the names of their flags, in groups', async () => {
    assert.deepEqual(await serving(WHOLE), {
      ...defaultConfig,
      host: '::1',
      port: 0,
      logLevel: 'silent',
      eventTtlMs: 7_200_000,
      storage: 'etcd',
      etcdEndpoints: ['http://a:2379', 'http://b:2379'],
      oidcIssuerUrl: 'https://id.example.com',
      oidcClientId: 'me',
      oidcRequiredClaims: { hd: 'example.com', tier: 'a' },
      maxRequestsInflight: 10,
      allowedHosts: ['api.example.com', 'b.example.com'],
      serviceResolver: { 'policies/webhook': '127.0.0.1:8443' },
      federation: true,
    })
    assert.deepEqual(await serving(''), defaultConfig)
    assert.deepEqual(await serving('server:\n  port:\n'), defaultConfig)
  })

  it('is overridden by variables, and these by flags', async () => {
    const text = 'server: {port: 1, host: 127.0.0.1, namespaces: strict}'
    const { port, host, namespaces } = await serving(text, ' --port 3', {
      BINNACLE_PORT: '2',
      BINNACLE_HOST: '127.0.0.2',
    })
    assert.deepEqual({ port, host, namespaces }, { port: 3, host: '127.0.0.2', namespaces: 'strict' })
    await writeFile(file, text)
    const fromVariable = await servedConfig('serve', { BINNACLE_CONFIG: file })
    assert.equal(fromVariable.port, 1)
  })

  it('is served from memory if it names a recording', async () => {
    assert.equal((await serving('storage: {from: x.recording}')).storage, 'memory')
  })

  it('has every error with its line', () => {
    const errors: [string, ...string[]][] = [
      ['server:\n  prot: 1', 'f:2: unknown key "server.prot", did you mean port?'],
      ['sever: {}', 'f:1: unknown key "sever", did you mean server?'],
      ['port: 1', 'f:1: port belongs below server'],
      ['\ntls: {port: 1}', 'f:2: port belongs below server, not tls'],
      ['server: {port: x}', 'f:1: server.port: expected a number from 0 to 65535, got "x"'],
      ['server: {port: [[1]]}', 'f:1: server.port: expected a number from 0 to 65535, got something else'],
      ['server: {port: {a: {}}}', 'f:1: server.port: expected a number from 0 to 65535, got something else'],
      ['server: 1', 'f:1: server: expected options such as host'],
      ['- server', `f:1: expected groups of options: ${OPTION_GROUPS.map(({ name }) => name).join(', ')}`],
      ['server: {port: 1}\nserver: {port: 2}', 'f:2: Map keys must be unique'],
      [
        'tls: {tls-self-signed: maybe}\naudit:\n  audit-on-full: burst',
        'f:1: tls.tls-self-signed: expected true or false, got "maybe"',
        'f:3: audit.audit-on-full: expected one of block, drop, got "burst"',
      ],
    ]
    for (const [text, ...expected] of errors)
      assert.deepEqual(parseConfigFile(text, 'f').errors, expected, text)
    assert.match(parseConfigFile('server: [', 'f').errors[0] ?? '', /^f:1: /)
  })

  it('that is wrong or missing rejects the command', async () => {
    await writeFile(file, 'server:\n  prot: 1\n')
    assert.equal(
      await usageError(`serve --config ${file}`),
      `${file}:2: unknown key "server.prot", did you mean port?`,
    )
    assert.match(await usageError(`serve --config ${file}-none`), /^--config: ENOENT/)
    await writeFile(file, 'audit: {audit-policy-file: p}')
    assert.equal(await usageError(`serve --config ${file}`), '--audit-policy-file needs --audit-log')
  })

  it('is checked by a command', async () => {
    const check = async (text: string) => {
      await writeFile(file, text)
      const terminal = new Terminal()
      return [await run(['config', 'check', file], {}, terminal), ...terminal.out, ...terminal.err]
    }
    assert.deepEqual(await check(WHOLE), [0, `${file} is valid`])
    assert.deepEqual(await check('a: 1\nb: 2'), [
      1,
      `${file}:1: unknown key "a"`,
      `${file}:2: unknown key "b"`,
    ])
    assert.deepEqual(await check('storage: {storage: etcd}'), [
      1,
      `${file}: the etcd storage needs --etcd-endpoints`,
    ])
    const terminal = new Terminal()
    assert.equal(await run(['config', 'check', `${file}-none`], {}, terminal), 1)
    assert.match(terminal.err[0] ?? '', /ENOENT/)
    assert.equal(await usageError('config check'), 'missing file: binnacle config check <file>')
    assert.match(await usageError('config'), /^missing subcommand: binnacle config check or /)
  })

  it('is checked together with the files that it names', async () => {
    const named = (name: string) => join(folder.path, name)
    await writeFile(named('tokens.csv'), 'a,b')
    await writeFile(named('policy.yaml'), 'kind: Policy')
    await writeFile(named('encryption.yaml'), '{}', { mode: 0o644 })
    await writeFile(named('tls.crt'), 'x')
    await writeFile(
      file,
      `tls: {tls-cert-file: ${named('tls.crt')}, tls-key-file: ${named('none.key')}}
authentication: {token-auth-file: ${named('tokens.csv')}}
audit: {audit-log: a.log, audit-policy-file: ${named('policy.yaml')}}
encryption: {encryption-config: ${named('encryption.yaml')}}`,
    )
    const terminal = new Terminal()
    assert.equal(await run(['config', 'check', file], {}, terminal), 1)
    const expected = [
      ['--tls-cert-file', 'tls.crt'],
      ['--tls-key-file', 'none.key'],
      ['--token-auth-file', 'tokens.csv'],
      ['--audit-policy-file', 'policy.yaml'],
      ['--encryption-config', 'encryption.yaml'],
    ]
    assert.equal(terminal.out.length, expected.length, terminal.out.join('\n'))
    for (const [index, [flag, name = '']] of expected.entries()) {
      const line = terminal.out[index] ?? ''
      assert.ok(line.startsWith(`${file}: ${flag}: `) && line.includes(named(name)), line)
    }
  })

  it('is what the effective configuration is printed as, with the source of each value', async () => {
    await writeFile(file, WHOLE)
    const print = async (...flags: string[]) => {
      const terminal = new Terminal()
      assert.equal(await run(['config', 'print', ...flags], { BINNACLE_EVENT_TTL: '3h' }, terminal), 0)
      return terminal.out.join('\n')
    }
    const printed = await print('--config', file, '--port', '7')
    assert.match(printed, /^ {2}port: 7 +# flag$/m)
    assert.match(printed, /^ {2}event-ttl: 3h +# variable BINNACLE_EVENT_TTL$/m)
    assert.match(printed, /^ {2}max-requests-inflight: 10 +# file$/m)
    assert.match(printed, /^ {2}data-dir: \.\/\.binnacle +# default$/m)
    assert.deepEqual(await serving(printed), await serving(WHOLE, ' --port 7 --event-ttl 3h'))
    assert.deepEqual(await serving((await print()).replace('3h', '1h')), defaultConfig)
  })

  it('has a schema that accepts what the server accepts', async () => {
    const validate = new Ajv({ allowUnionTypes: true }).compile(configSchema())
    assert.ok(validate(parseYaml(WHOLE)), JSON.stringify(validate.errors))
    for (const text of ['server: {prot: 1}', 'sever: {}', 'server: {port: x}', 'storage: {storage: disk}'])
      assert.ok(!validate(parseYaml(text)), text)
    const terminal = new Terminal()
    assert.equal(await run(['config', 'schema'], {}, terminal), 0)
    assert.deepEqual(JSON.parse(terminal.out.join('\n')), configSchema())
  })
})

describe('the groups of options', () => {
  it('have every option once', () => {
    const keys = OPTION_GROUPS.flatMap(({ keys }) => keys)
    assert.deepEqual([...keys].sort(), Object.keys(defaultConfig).sort())
  })
})

describe('environment variables', () => {
  it('that no option has are an error', async () => {
    assert.equal(
      await usageError('serve', { BINNACLE_PROT: '1' }),
      'unknown variable "BINNACLE_PROT", did you mean BINNACLE_PORT?',
    )
    assert.equal(await usageError('config print', { BINNACLE_XYZ: '1' }), 'unknown variable "BINNACLE_XYZ"')
    assert.deepEqual(await parse('clusters --server http://a', { BINNACLE_XYZ: '1' }), {
      command: 'clusters',
      request: { server: 'http://a', hostKubeconfig: '', hostContext: '' },
    })
  })

  it('of a Service with the same name are explained', async () => {
    const env = { BINNACLE_SERVICE_HOST: '10.0.0.1', BINNACLE_PORT_8080_TCP_ADDR: '10.0.0.1' }
    assert.deepEqual(await servedConfig('serve', env), defaultConfig)
    const linked = { ...env, BINNACLE_PORT: 'tcp://10.0.0.1:8080' }
    assert.match(await usageError('serve', linked), /enableServiceLinks: false/)
  })
})
