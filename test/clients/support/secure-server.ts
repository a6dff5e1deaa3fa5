import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after } from 'node:test'
import { runCommand } from '#test/support/command.js'
import { ServerProcess } from '#test/support/servers/server-process.js'
import { temporaryFolder } from '#test/support/temporary-folder.js'

const TOKEN = 'tokens-are-secrets'

/** Every kind of credentials authenticates this user, in this group. */
export const USER = 'jane'
export const GROUP = 'dev'

/** The API versions of exec plugins; the old kubectl knows only the first. */
export type ExecVersion = 'v1beta1' | 'v1'

/** A server with TLS and users, and the kubeconfigs of its users. */
export class SecureServer {
  readonly url: string
  readonly #folder: string
  /** Created once, so that nobody reads a half-written file. */
  #certificate?: Promise<string>

  private constructor(url: string, folder: string) {
    this.url = url
    this.#folder = folder
  }

  /** Runs until the current suite ends. */
  static async ofSuite(): Promise<SecureServer> {
    const folder = await temporaryFolder()
    after(() => folder.remove())
    const tokens = join(folder.path, 'tokens.csv')
    await writeFile(tokens, `${TOKEN},${USER},1,${GROUP}\n`, { mode: 0o600 })
    const process = await ServerProcess.start([
      ...['--data-dir', join(folder.path, 'data')],
      ...['--tls-self-signed', '--token-auth-file', tokens],
    ])
    after(() => process.stop())
    return new SecureServer(process.url, folder.path)
  }

  get home(): string {
    return this.#folder
  }

  get dataDir(): string {
    return join(this.#folder, 'data')
  }

  get caFile(): string {
    return join(this.dataDir, 'pki', 'ca.crt')
  }

  get admin(): string {
    return join(this.dataDir, 'admin.kubeconfig')
  }

  /** With a certificate of the server's CA. */
  byCertificate(): Promise<string> {
    this.#certificate ??= this.#make('certificate', ['--group', GROUP])
    return this.#certificate
  }

  async byToken(): Promise<string> {
    return this.#make('token', ['--token-file', await this.write('token', TOKEN)])
  }

  /** With an exec plugin that prints a token. */
  byExec(version: ExecVersion): Promise<string> {
    return this.#makeExec(version, 'token', { token: TOKEN })
  }

  /** With an exec plugin that prints a certificate. */
  async byExecCertificate(version: ExecVersion): Promise<string> {
    const { cert, key } = await this.certificateOf(await this.byCertificate())
    return this.#makeExec(version, 'certificate', { clientCertificateData: cert, clientKeyData: key })
  }

  /** A field of a kubeconfig, in PEM. */
  async certificateOf(kubeconfig: string): Promise<{ readonly cert: string; readonly key: string }> {
    const text = await readFile(kubeconfig, 'utf8')
    return { cert: dataOf(text, 'client-certificate-data'), key: dataOf(text, 'client-key-data') }
  }

  async #makeExec(version: ExecVersion, name: string, status: object): Promise<string> {
    const apiVersion = `client.authentication.k8s.io/${version}`
    const response = JSON.stringify({ apiVersion, kind: 'ExecCredential', status })
    const exec = {
      apiVersion,
      command: 'cat',
      args: [await this.write(`${name}-${version}.json`, response)],
      interactiveMode: 'Never',
    }
    return this.write(
      `exec-${name}-${version}.kubeconfig`,
      JSON.stringify({
        apiVersion: 'v1',
        kind: 'Config',
        clusters: [{ name: 'it', cluster: { server: this.url, 'certificate-authority': this.caFile } }],
        users: [{ name: 'it', user: { exec } }],
        contexts: [{ name: 'it', context: { cluster: 'it', user: 'it' } }],
        'current-context': 'it',
      }),
    )
  }

  async #make(name: string, args: readonly string[]): Promise<string> {
    const made = await runCommand('kubeconfig', '--data-dir', this.dataDir, '--user', USER, ...args)
    return this.write(`${name}.kubeconfig`, made.stdout)
  }

  /** Writes a file that is deleted with the server. Resolves to its path. */
  async write(name: string, text: string): Promise<string> {
    const path = join(this.#folder, name)
    await writeFile(path, text, { mode: 0o600 })
    return path
  }
}

/** The decoded value of a base64 field in a kubeconfig. */
function dataOf(kubeconfig: string, name: string): string {
  const data = new RegExp(`${name}: (\\S+)`).exec(kubeconfig)?.[1] ?? ''
  return Buffer.from(data, 'base64').toString()
}
