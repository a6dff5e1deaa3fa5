import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { after, it, type TestContext } from 'node:test'
import { Client } from '#test/support/client.js'
import { temporaryFolder } from '#test/support/temporary-folder.js'
import { clientSuite, serverOfSuite } from '../support/client-suite.js'
import { Command } from '../support/command.js'
import { SecureServer } from '../support/secure-server.js'

/** Debian's Python, which the package python3-kubernetes needs. */
const PYTHON = '/usr/bin/python3'

/** In the source folder, not in the build folder. */
const scriptPath = (name: string) =>
  new URL(`../../../../test/clients/python/${name}`, import.meta.url).pathname

/** The scripts and the checks that each must report: a script that ends early must fail. */
const SCRIPTS = [
  {
    name: 'the dynamic client works',
    script: 'dynamic_client.py',
    checks: [
      'finds the kinds by discovery',
      'writes and reads each kind',
      'patches in every format',
      'uses subresources',
      'pages through lists and deletes all',
      'watches',
      'watches custom objects',
      'reports errors',
    ],
  },
  {
    name: 'the typed clients of the current groups work',
    script: 'typed_clients.py',
    checks: [
      'writes config and services',
      'writes workloads',
      'writes jobs and networking',
      'renews a lease',
      'reports events',
      'watches pods',
    ],
  },
  {
    name: 'the clients apply',
    script: 'server_side_apply.py',
    checks: [
      'the dynamic client applies',
      'the dynamic client reports conflicts',
      'the dynamic client forces',
      'the dynamic client names a manager',
      'the generated client applies yaml',
      'the generated client forces',
      'an object keeps its managers when it is read and written back',
    ],
  },
]

const version = pythonClientVersion()
const missing =
  version === undefined ? `no kubernetes module for ${PYTHON}: apt-get install python3-kubernetes` : undefined

clientSuite(`Python's kubernetes ${version ?? ''}`.trim(), missing, async () => {
  const server = await serverOfSuite()
  const secure = await SecureServer.ofSuite()
  const home = await temporaryFolder()
  after(() => home.remove())

  const environment = {
    ...{ PATH: process.env.PATH, HOME: home.path, TMPDIR: home.path },
    PYTHONDONTWRITEBYTECODE: '1',
  }
  const startScript = (script: string, ...args: string[]) =>
    new Command(PYTHON, [scriptPath(script), ...args], environment)
  const start = (script: string, ...args: string[]) => startScript(script, server, ...args)

  /** Runs a script and expects these checks. */
  async function verify(t: TestContext, script: Command, checks: readonly string[]): Promise<void> {
    const { code, stdout, stderr } = await script.ended()
    assert.equal(code, 0, stderr)
    const results: { check: string; error: string | null }[] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    for (const { check, error } of results) {
      await t.test(check, () => assert.equal(error, null, error ?? ''))
    }
    assert.deepEqual(
      results.map(({ check }) => check),
      checks,
    )
  }

  for (const { name, script, checks } of SCRIPTS) {
    it(name, (t) => verify(t, start(script), checks))
  }

  it('the client authenticates over TLS with a certificate, a token and an exec plugin', async (t) => {
    const users = [secure.byCertificate(), secure.byToken(), secure.byExec('v1beta1')]
    const script = startScript('secure.py', secure.admin, ...(await Promise.all(users)))
    await verify(t, script, ['refuses users without rights', 'reads and watches what users may'])
  })

  it('one of two candidates on a ConfigMap leads, and the other takes over after a crash', async (t) => {
    const client = new Client(server)
    const candidates = new Map(['one', 'other'].map((name) => [name, start('leader_election.py', name)]))
    t.after(() => Promise.all([...candidates.values()].map((candidate) => candidate.stop())))
    await Promise.any([...candidates.values()].map((candidate) => candidate.says(/leading/)))
    const { body } = await client.get('/api/v1/namespaces/election/configmaps/leader')
    const record = JSON.parse(body.metadata.annotations['control-plane.alpha.kubernetes.io/leader'])
    await candidates.get(record.holderIdentity)?.stop()
    const follower = record.holderIdentity === 'one' ? 'other' : 'one'
    await candidates.get(follower)?.says(/leading/)
  })
})

function pythonClientVersion(): string | undefined {
  try {
    const program = 'import kubernetes; print(kubernetes.__version__)'
    return execFileSync(PYTHON, ['-c', program], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return undefined
  }
}
