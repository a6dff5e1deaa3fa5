import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { temporaryFolder } from '../support/temporary-folder.js'
import { EXAMPLE } from './example.js'
import { runsOperatorExamples } from './operator-examples.js'
import { JEST_CJS, JEST_ESM, nodeTest, vitestTest } from './runner-tests.js'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc')
const MAX_FILES = 275
const MAX_BYTES = 7_500_000
/** Compiler options for each module resolution. */
const RESOLUTIONS = {
  nodenext: { module: 'nodenext', moduleResolution: 'nodenext' },
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
}

interface Packed {
  readonly filename: string
  readonly unpackedSize: number
  readonly files: readonly { readonly path: string }[]
}

/** Runs a program and returns its output, whatever its exit code. */
async function output(cwd: string, command: string, ...args: readonly string[]): Promise<string> {
  const env = { ...process.env, NODE_OPTIONS: '', NODE_TEST_CONTEXT: undefined, NO_COLOR: '1' }
  const ended = promisify(execFile)(command, args, { cwd, env })
  const { stdout, stderr } = await ended.catch((error: { stdout: string; stderr: string }) => error)
  return stdout + stderr
}

/** The report of the failed test of a runner. */
function expectReport(text: string): void {
  assert.match(text, /binnacle: "fails" failed with 2 changed objects/)
  assert.match(text, /kind: ConfigMap\n.*metadata:\n.*name: left/)
}

async function run(cwd: string, command: string, ...args: readonly string[]): Promise<string> {
  try {
    return (await promisify(execFile)(command, args, { cwd })).stdout
  } catch (error) {
    const { message, stdout } = error as Error & { stdout: string }
    throw new Error(`${message}\n${stdout}`)
  }
}

/** A fresh clone: the files in git, and the packages of `npm ci`. */
async function clone(folder: string): Promise<void> {
  const listed = await run(ROOT, 'git', 'ls-files', '--cached', '--others', '--exclude-standard', '-z')
  for (const path of listed.split('\0').filter((name) => name !== '' && existsSync(join(ROOT, name))))
    await cp(join(ROOT, path), join(folder, path))
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
}

describe('the package of a fresh clone', async () => {
  const { path, remove } = await temporaryFolder()
  after(remove)
  const source = join(path, 'clone')
  const project = join(path, 'project')
  await mkdir(project)
  await clone(source)
  const [packed] = JSON.parse(await run(source, 'npm', 'pack', '--json', '--pack-destination', path)) as [
    Packed,
  ]
  const names = new Set(packed.files.map((file) => file.path))
  await writeFile(join(project, 'package.json'), JSON.stringify({ type: 'module' }))
  await run(
    project,
    'npm',
    'install',
    '--prefer-offline',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    join(path, packed.filename),
  )
  const installed = join(project, 'node_modules/binnacle')
  await symlink(join(ROOT, 'node_modules/vitest'), join(project, 'node_modules/vitest'))
  await mkdir(join(project, 'node_modules/@types'), { recursive: true })
  const types = join(project, 'node_modules/@types/node')
  if (!existsSync(types)) await symlink(join(ROOT, 'node_modules/@types/node'), types)

  it('is small, without sources, tests and build files', () => {
    assert.ok(names.size <= MAX_FILES, `${names.size} files`)
    assert.ok(packed.unpackedSize <= MAX_BYTES, `${packed.unpackedSize} bytes`)
    const needless = /\.tsbuildinfo$|\.test\.|^(src|test|scripts)\//
    assert.deepEqual(
      [...names].filter((name) => needless.test(name)),
      [],
    )
  })

  it('has the pages that the README links to', async () => {
    const links = (await readFile(join(installed, 'README.md'), 'utf8')).matchAll(/\]\(([^)#]+)[^)]*\)/g)
    const pages = [...links].map(([, page]) => String(page)).filter((page) => !/^https?:/.test(page))
    assert.ok(pages.length > 0)
    assert.deepEqual(
      pages.filter((page) => !names.has(page)),
      [],
    )
  })

  it('has source maps', async () => {
    const map = JSON.parse(await readFile(join(installed, 'dist/server.js.map'), 'utf8')) as {
      sources: string[]
    }
    assert.ok(map.sources.some((name) => name.endsWith('src/server/server.ts')))
  })

  for (const [name, resolution] of Object.entries(RESOLUTIONS)) {
    it(`has types that compile with moduleResolution ${name}, without skipLibCheck`, async () => {
      const strict = { target: 'es2023', strict: true, skipLibCheck: false, types: ['node'] }
      const compilerOptions = { ...strict, ...resolution, outDir: `out-${name}` }
      await writeFile(join(project, 'example.ts'), EXAMPLE)
      await writeFile(
        join(project, `tsconfig.${name}.json`),
        JSON.stringify({ compilerOptions, files: ['example.ts'] }),
      )
      await run(project, process.execPath, TSC, '-p', `tsconfig.${name}.json`)
      assert.equal(await run(project, process.execPath, `out-${name}/example.js`), 'sun from port Riga\n')
    })
  }

  it('has a command that serves, with its threads and the page at /docs', async () => {
    const bin = join(project, 'node_modules/.bin/binnacle')
    const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string }
    assert.equal(await run(project, bin, '--version'), `${version}\n`)
    const server = spawn(bin, ['serve', '--port', '0', '--log-level', 'error'], { cwd: project })
    try {
      const url = await new Promise<string>((resolve, reject) => {
        server.once('exit', (code) => reject(new Error(`exited with ${code}`)))
        server.stdout.on('data', (text) => {
          const [, found] = /serving at (\S+)/.exec(String(text)) ?? []
          if (found !== undefined) resolve(found)
        })
      })
      const data = Object.fromEntries(Array.from({ length: 4000 }, (_, index) => [`key-${index}`, 'value']))
      const lines = Object.keys(data).map((key) => `  ${key}: value\n`)
      const created = await fetch(`${url}/api/v1/namespaces/default/configmaps`, {
        method: 'POST',
        headers: { 'content-type': 'application/yaml' },
        body: `metadata: {name: long}\ndata:\n${lines.join('')}`,
      })
      assert.equal(created.status, 201)
      assert.deepEqual(((await created.json()) as { data: object }).data, data)
      for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css']) {
        const original = createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`)
        const served = await fetch(`${url}/docs/${name}`)
        assert.equal(await served.text(), await readFile(original, 'utf8'))
      }
    } finally {
      server.kill()
    }
    for (const licence of ['LICENSE', 'NOTICE', 'swagger-ui-bundle.js.LICENSE.txt'])
      assert.ok(names.has(`dist/assets/${licence}`), licence)
  })

  it('has hooks for node:test that reset the server and report failures', async () => {
    await writeFile(join(project, 'runner.test.mjs'), nodeTest)
    const text = await output(project, process.execPath, '--test', '--test-reporter=spec', 'runner.test.mjs')
    assert.match(text, /pass 7\n.*fail 1\n/, text)
    expectReport(text)
  })

  it('has hooks for vitest that reset the server and report failures', async () => {
    await writeFile(join(project, 'runner.spec.mjs'), vitestTest)
    const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
    const text = await output(project, process.execPath, vitest, 'run', 'runner.spec.mjs')
    assert.match(text, /1 failed \| 5 passed/, text)
    expectReport(text)
  })

  runsOperatorExamples(ROOT, project)

  it('works with jest, in ESM and in CommonJS', async () => {
    await mkdir(join(path, 'jest'))
    await writeFile(join(path, 'jest/package.json'), '{}')
    await run(join(path, 'jest'), 'npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', 'jest@30')
    const jest = join(path, 'jest/node_modules/jest/bin/jest.js')
    await mkdir(join(project, 'jest'))
    await writeFile(join(project, 'jest/esm.test.js'), JEST_ESM)
    await writeFile(join(project, 'jest/cjs.test.cjs'), JEST_CJS)
    const config = JSON.stringify({ rootDir: join(project, 'jest'), testMatch: ['**/*.test.{js,cjs}'] })
    const text = await output(
      project,
      process.execPath,
      '--experimental-vm-modules',
      jest,
      '--config',
      config,
    )
    assert.match(text, /Tests: +2 passed, 2 total/, text)
  })
})
