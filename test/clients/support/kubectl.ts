import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import type { Json } from '#test/support/client.js'
import { Command, type Ended } from './command.js'

/** One kubectl on this machine. */
export interface KubectlProgram {
  readonly path: string
  /** Its version, such as 1.20.2. */
  readonly version: string
  readonly minor: number
}

const INSTALLED = '/usr/bin/kubectl'

/**
 * The kubectls in KUBECTLS (paths joined by colons), and the installed one unless KUBECTLS has one of the same minor
 * release: testing both would take a minute and show nothing new.
 */
export function kubectlPrograms(): KubectlProgram[] {
  const paths = new Set((process.env.KUBECTLS ?? '').split(':').filter((path) => path !== ''))
  const named = [...paths].map(kubectlProgram)
  if (paths.has(INSTALLED)) return named
  const installed = installedKubectl()
  const isNew = installed !== undefined && named.every(({ minor }) => minor !== installed.minor)
  return isNew ? [installed, ...named] : named
}

function installedKubectl(): KubectlProgram | undefined {
  try {
    return kubectlProgram(INSTALLED)
  } catch {
    return undefined
  }
}

function kubectlProgram(path: string): KubectlProgram {
  const response: Json = JSON.parse(
    execFileSync(path, ['version', '--client', '-o', 'json'], { encoding: 'utf8' }),
  )
  const version = String(response.clientVersion.gitVersion).slice(1)
  return { path, version, minor: Number(version.split('.')[1]) }
}

export interface KubectlOptions {
  readonly program: KubectlProgram
  readonly server: string
  /** Its cache folder; it reads no files of the user. */
  readonly home: string
  readonly namespace?: string
  /** The kubeconfig; without one, requests are anonymous. */
  readonly kubeconfig?: string
}

/** Runs kubectl commands against one server and in one namespace. */
export class Kubectl {
  readonly #options: KubectlOptions

  constructor(options: KubectlOptions) {
    this.#options = options
  }

  get minor(): number {
    return this.#options.program.minor
  }

  get namespace(): string {
    return this.#options.namespace ?? 'default'
  }

  in(namespace: string): Kubectl {
    return new Kubectl({ ...this.#options, namespace })
  }

  /** As the user of a kubeconfig. */
  as(kubeconfig: string): Kubectl {
    return new Kubectl({ ...this.#options, kubeconfig })
  }

  /** In a new namespace. An apply needs one, because the server does not create it. */
  async inNew(namespace: string): Promise<Kubectl> {
    await this.prints(`create namespace ${namespace}`)
    return this.in(namespace)
  }

  start([command = '', ...args]: readonly string[], env: NodeJS.ProcessEnv = {}): Command {
    const { program, server, home, namespace, kubeconfig } = this.#options
    const place = namespace === undefined ? [] : ['--namespace', namespace]
    const access = kubeconfig === undefined ? ['--server', server] : ['--kubeconfig', kubeconfig]
    return new Command(program.path, [command, ...access, ...place, ...args], {
      PATH: process.env.PATH,
      HOME: home,
      // The folder in which edit stores rejected objects.
      TMPDIR: home,
      ...env,
    })
  }

  run(args: readonly string[], input?: unknown, env: NodeJS.ProcessEnv = {}): Promise<Ended> {
    return this.start(args, env).ended(typeof input === 'string' ? input : JSON.stringify(input))
  }

  /** The output of a command that must succeed. `input` is its stdin for `-f -`: a string, or an object. */
  async prints(args: string, input?: unknown): Promise<string> {
    const { code, stdout, stderr } = await this.run(words(args), input)
    assert.equal(code, 0, `kubectl ${args}: ${stderr}`)
    return stdout
  }

  /** The error output of a command that must fail. */
  async rejects(args: string, input?: unknown): Promise<string> {
    const { code, stdout, stderr } = await this.run(words(args), input)
    assert.notEqual(code, 0, `kubectl ${args} went through: ${stdout}`)
    return stderr
  }

  async reads(args: string): Promise<Json> {
    return JSON.parse(await this.prints(`get ${args} -o json`))
  }

  /** With managed fields, which a recent kubectl hides by default. */
  async readsManaged(args: string): Promise<Json> {
    return this.reads(this.minor > 20 ? `${args} --show-managed-fields` : args)
  }

  /** A table as rows of cells; the columns are as wide as their longest cell, and two blanks or more apart. */
  async table(args: string): Promise<string[][]> {
    return rowsOf(await this.prints(args))
  }
}

export function rowsOf(text: string): string[][] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.trimEnd().split(/ {2,}/))
}

/** Splits at blanks, except between quotes, like a shell. */
function words(line: string): string[] {
  return [...line.matchAll(/(?:'[^']*'|[^\s'])+/g)].map(([word]) => word.replaceAll("'", ''))
}
