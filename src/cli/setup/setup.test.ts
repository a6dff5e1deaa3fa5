import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { usageError } from '#cli/arguments.fixture.js'
import { COMMANDS } from '#cli/commands.js'
import { run } from '#cli/run.js'
import { Terminal } from '#cli/terminal.fixture.js'
import { completionScript, SHELLS } from './completion.js'

const execute = promisify(execFile)

async function isInstalled(program: string): Promise<boolean> {
  return execute(program, ['--version']).then(
    () => true,
    () => false,
  )
}

async function printed(...argv: string[]): Promise<string> {
  const terminal = new Terminal()
  assert.equal(await run(argv, {}, terminal), 0)
  return terminal.out.join('\n')
}

/** The words that bash would offer for a line; the last word is the one to complete. */
async function bashWords(line: string): Promise<readonly string[]> {
  const words = line.split(' ')
  const script = `${completionScript('bash', COMMANDS)}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')})
COMP_CWORD=${words.length - 1}
_binnacle
printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout } = await execute('bash', ['-c', script])
  return stdout.split('\n').filter((word) => word !== '')
}

describe('completion', () => {
  it('in bash offers commands, subcommands, flags and values', async () => {
    assert.deepEqual(await bashWords('binnacle exp'), ['export', 'explain-placement'])
    assert.deepEqual(await bashWords('binnacle config '), ['check', 'print', 'schema'])
    assert.deepEqual(await bashWords('binnacle config print --stor'), ['--storage'])
    assert.deepEqual(await bashWords('binnacle serve --tls-ce'), ['--tls-cert-file'])
    assert.deepEqual(await bashWords('binnacle serve --storage e'), ['embedded', 'etcd'])
    assert.deepEqual(await bashWords('binnacle help verif'), ['verify'])
    assert.deepEqual(await bashWords('binnacle verify --port'), [])
  })

  it('in fish offers the same', async (context) => {
    if (!(await isInstalled('fish'))) return context.skip('fish is not installed')
    const words = async (line: string) => {
      const { stdout } = await execute('fish', [
        '--no-config',
        '-c',
        `${completionScript('fish', COMMANDS)}\ncomplete -C '${line}'`,
      ])
      return stdout
        .trimEnd()
        .split('\n')
        .map((offer) => offer.split('\t')[0])
    }
    assert.deepEqual(await words('binnacle exp'), ['explain-placement', 'export'])
    assert.deepEqual(await words('binnacle config '), ['check', 'print', 'schema'])
    assert.deepEqual(await words('binnacle serve --storage e'), ['embedded', 'etcd'])
    assert.deepEqual(await words('binnacle serve --tls-ce'), ['--tls-cert-file'])
  })

  it('is a script that the shell can read', async (context) => {
    for (const shell of SHELLS) {
      if (!(await isInstalled(shell))) {
        context.diagnostic(`${shell} is not installed`)
        continue
      }
      const script = await printed('completion', shell)
      await assert.doesNotReject(execute(shell, ['-n', '-c', script]), shell)
      for (const { name } of COMMANDS) assert.ok(script.includes(name.split(' ').at(-1) as string), name)
    }
  })

  it('needs a known shell', async () => {
    assert.equal(await usageError('completion'), 'missing shell: binnacle completion bash|zsh|fish')
    assert.equal(await usageError('completion tcsh'), '"tcsh" is not one of bash, zsh, fish')
    assert.equal(await usageError('completion bash x'), 'unexpected argument "x"')
  })
})

describe('the manual page', () => {
  it('has every command, flag and variable', async () => {
    const page = await printed('man')
    assert.match(page, /^\.TH BINNACLE 1 /)
    const text = page.replaceAll('\\-', '-')
    for (const { name, flags } of COMMANDS) {
      assert.ok(text.includes(`.SS binnacle ${name}`), name)
      for (const { flag, variable = '' } of flags) {
        assert.ok(text.includes(`.B ${flag}`), flag)
        assert.ok(text.includes(variable), variable)
      }
    }
  })
})
