import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { promisify } from 'node:util'
import { decodeYaml } from '#codec/yaml/yaml.js'
import { memberAccess } from '#federation/members/credentials.js'
import { CredentialsError, type MemberAccess, readKubeconfig } from '#federation/members/kubeconfig.js'
import { JoinError } from './api-objects.js'

/** Access to a server with the user's kubeconfig. Rejects with `JoinError`. */
export function accessFromKubeconfig(kubeconfig: string, context: string): Promise<MemberAccess> {
  return explained(async () => {
    const access = await readKubeconfigFile(kubeconfig, context || undefined)
    const { server } = await memberAccess(access.server, undefined)
    return { ...access, server }
  })
}

/** Access to a server that needs no credentials. Rejects with `JoinError`. */
export function anonymousAccess(server: string): Promise<MemberAccess> {
  return explained(() => memberAccess(server, undefined))
}

async function explained(find: () => Promise<MemberAccess>): Promise<MemberAccess> {
  try {
    return await find()
  } catch (error) {
    if (!(error instanceof CredentialsError)) throw error
    throw new JoinError(error.message, { cause: error })
  }
}

const EXEC_TIMEOUT_MS = 60_000

type Section = Record<string, unknown>

interface NamedUser {
  readonly name?: unknown
  readonly user?: Section
}

interface Config extends Section {
  readonly clusters?: readonly { readonly cluster?: Section }[]
  readonly users?: readonly NamedUser[]
  readonly contexts?: readonly { readonly name?: unknown; readonly context?: Section }[]
}

/**
 * Reads the user's own kubeconfig. Unlike one from a Secret, it may refer to files and to an exec credential
 * plugin. Rejects with `CredentialsError`.
 */
export async function readKubeconfigFile(path: string, context?: string): Promise<MemberAccess> {
  const text = await readFile(path).catch((error: Error) => {
    throw new CredentialsError(`cannot read the kubeconfig: ${error.message}`)
  })
  const { value } = await decodeYaml(text, false).catch((error: Error) => {
    throw new CredentialsError(`${path} is not valid YAML`, { cause: error })
  })
  const config = value as Config | null
  if (typeof config !== 'object' || config === null) throw new CredentialsError(`${path} is not a kubeconfig`)
  const chosen = context ?? config['current-context']
  const folder = dirname(path)
  const used = listIn(config.contexts).find(({ name }) => name === chosen)?.context ?? {}
  for (const { cluster } of listIn(config.clusters)) {
    await contain(cluster, 'certificate-authority', 'certificate-authority-data', folder)
  }
  for (const { name, user } of listIn(config.users)) {
    if (user === undefined || name !== used.user) continue
    await contain(user, 'client-certificate', 'client-certificate-data', folder)
    await contain(user, 'client-key', 'client-key-data', folder)
    await containToken(user, folder)
    await runProgram(user)
  }
  return readKubeconfig(JSON.stringify(config), context)
}

const listIn = <T>(list: readonly T[] | undefined): readonly T[] => (Array.isArray(list) ? list : [])

/** Inlines a file. Inline data wins over a file, as in kubectl. */
async function contain(
  section: Section | undefined,
  file: string,
  data: string,
  folder: string,
): Promise<void> {
  const path = section?.[file]
  if (section === undefined || typeof path !== 'string') return
  section[data] ??= (await readReferred(folder, path)).toString('base64')
  delete section[file]
}

async function containToken(user: Section, folder: string): Promise<void> {
  const { tokenFile } = user
  if (typeof tokenFile !== 'string') return
  user.token ??= (await readReferred(folder, tokenFile)).toString().trim()
  delete user.tokenFile
}

async function readReferred(folder: string, path: string): Promise<Buffer> {
  return readFile(resolve(folder, path)).catch((error: Error) => {
    throw new CredentialsError(`cannot read a file of the kubeconfig: ${error.message}`)
  })
}

interface ExecSection {
  readonly apiVersion?: string
  readonly command: string
  readonly args?: readonly string[]
  readonly env?: readonly { readonly name: string; readonly value: string }[]
}

interface ExecCredential {
  readonly status?: {
    readonly token?: string
    readonly clientCertificateData?: string
    readonly clientKeyData?: string
  }
}

/** Runs the exec credential plugin. */
async function runProgram(user: Section): Promise<void> {
  if (typeof user.exec !== 'object' || user.exec === null) return
  const {
    apiVersion = 'client.authentication.k8s.io/v1',
    command,
    args = [],
    env = [],
  } = user.exec as ExecSection
  const info = { apiVersion, kind: 'ExecCredential', spec: { interactive: false } }
  const variables = Object.fromEntries(env.map(({ name, value }) => [name, value]))
  let credential: ExecCredential
  try {
    const { stdout } = await promisify(execFile)(command, [...args], {
      env: { ...process.env, ...variables, KUBERNETES_EXEC_INFO: JSON.stringify(info) },
      timeout: EXEC_TIMEOUT_MS,
    })
    credential = JSON.parse(stdout) as ExecCredential
  } catch (error) {
    throw new CredentialsError(
      `${command} returned no credentials: ${(error as Error).message.split('\n', 1)[0]}`,
    )
  }
  const { token, clientCertificateData, clientKeyData } = credential.status ?? {}
  delete user.exec
  if (token !== undefined) user.token = token
  if (clientCertificateData !== undefined) user['client-certificate-data'] = base64(clientCertificateData)
  if (clientKeyData !== undefined) user['client-key-data'] = base64(clientKeyData)
}

const base64 = (text: string) => Buffer.from(text).toString('base64')
