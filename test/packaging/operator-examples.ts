import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { cp, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { it } from 'node:test'

/** Debian's Python, which the packages python3-kubernetes and python3-pytest need. */
const PYTHON = '/usr/bin/python3'

/** Runs a program; its output is the message if it fails. */
function succeeds(cwd: string, command: string, ...args: readonly string[]): Promise<string> {
  const variables = {
    NODE_OPTIONS: '',
    NODE_TEST_CONTEXT: undefined,
    NO_COLOR: '1',
    PYTHONDONTWRITEBYTECODE: '1',
  }
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...variables }
    execFile(command, args, { cwd, env }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout + stderr)
      else reject(new Error(`${command} ${args.join(' ')}\n${stdout}${stderr}`))
    })
  })
}

/** Runs the tests of the operators in `examples/` with the package, as its users do. */
export function runsOperatorExamples(root: string, project: string): void {
  it('tests the operator in TypeScript with vitest', async () => {
    await symlink(join(root, 'node_modules/@kubernetes'), join(project, 'node_modules/@kubernetes'))
    const folder = await copied('operator-typescript')
    await succeeds(folder, process.execPath, join(root, 'node_modules/typescript/bin/tsc'))
    const vitest = join(root, 'node_modules/vitest/vitest.mjs')
    assert.match(await succeeds(folder, process.execPath, vitest, 'run'), /Tests +9 passed \(9\)/)
  })

  it('tests the operator in Python with pytest', { skip: missingModules() }, async () => {
    const folder = await copied('operator-python')
    const binnacle = join(project, 'node_modules/.bin/binnacle')
    const flags = ['--crds', 'crds', '--faults', 'fixtures/faults.yaml', '--simulate-workloads']
    const pytest = [PYTHON, '-m', 'pytest', '-p', 'no:cacheprovider']
    const text = await succeeds(folder, binnacle, 'test', ...flags, '--namespaces', 'strict', '--', ...pytest)
    assert.match(text, /8 passed/)
    // The tests delete their namespaces.
    assert.match(text, /binnacle: no objects left behind/)
  })

  async function copied(name: string): Promise<string> {
    const folder = join(project, name)
    await cp(join(root, 'examples', name), folder, { recursive: true })
    return folder
  }
}

/** Why the tests in Python cannot run here; false if they can. On CI they have to. */
function missingModules(): string | false {
  try {
    execFileSync(PYTHON, ['-c', 'import kubernetes, pytest'], { stdio: 'ignore' })
    return false
  } catch {
    const isRequired = process.env.TEST_SKIP_NOTHING === '1'
    return (
      !isRequired &&
      `${PYTHON} has no kubernetes and pytest: apt-get install python3-kubernetes python3-pytest`
    )
  }
}
