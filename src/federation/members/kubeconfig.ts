import { decodeYaml } from '#codec/yaml.js'

/** Why credentials cannot be used. The message names no secret. */
export class CredentialsError extends Error {
  override readonly name = 'CredentialsError'
}

/** How a member is reached, and as whom. Certificates and keys are PEM. */
export interface MemberAccess {
  /** `https://host:port` or `http://host:port`, perhaps with a path. */
  readonly server: string
  readonly ca: string | undefined
  readonly token: string | undefined
  readonly certificate: string | undefined
  readonly key: string | undefined
  /** The name that the certificate of the member has to be for, if that is not the host. */
  readonly serverName: string | undefined
}

interface Named {
  readonly name?: unknown
}

type JsonObject = Readonly<Record<string, unknown>>

/**
 * Reads a kubeconfig: its current context, or another one. Everything has to be in the text: what refers to files or programs
 * of the machine that the text was written on is rejected, since anyone who may write a Secret could name others of this one.
 */
export async function readKubeconfig(text: string, context?: string): Promise<MemberAccess> {
  const { value: config } = await decodeYaml(Buffer.from(text), false).catch((error: Error) => {
    throw new CredentialsError('the kubeconfig is no YAML', { cause: error })
  })
  if (!isObject(config)) throw new CredentialsError('the kubeconfig is no object')
  const name = context ?? config['current-context']
  if (typeof name !== 'string' || name === '')
    throw new CredentialsError('the kubeconfig has no current context')
  const chosen = find(config, 'contexts', name, 'context')
  const cluster = find(config, 'clusters', chosen.cluster, 'cluster')
  const user = chosen.user === undefined ? {} : find(config, 'users', chosen.user, 'user')
  rejectReferences(cluster, ['certificate-authority'])
  rejectReferences(user, [
    'client-certificate',
    'client-key',
    'tokenFile',
    'exec',
    'auth-provider',
    'username',
  ])
  rejectUnknown(cluster, ['proxy-url'])
  rejectUnknown(user, ['as', 'as-uid', 'as-groups', 'as-user-extra'])
  if (cluster['insecure-skip-tls-verify'] === true) {
    throw new CredentialsError('the kubeconfig asks for a server to be trusted without its certificate')
  }
  return {
    server: textIn(cluster, 'server') ?? '',
    ca: decoded(cluster, 'certificate-authority-data'),
    serverName: textIn(cluster, 'tls-server-name'),
    token: textIn(user, 'token'),
    certificate: decoded(user, 'client-certificate-data'),
    key: decoded(user, 'client-key-data'),
  }
}

function find(config: JsonObject, list: string, name: unknown, member: string): JsonObject {
  const entries = config[list]
  const found = Array.isArray(entries) ? entries.find((entry: Named) => entry?.name === name) : undefined
  const value: unknown = isObject(found) ? found[member] : undefined
  if (!isObject(value)) throw new CredentialsError(`the kubeconfig has no ${member} ${JSON.stringify(name)}`)
  return value
}

function rejectReferences(section: JsonObject, members: readonly string[]): void {
  for (const member of members) {
    if (section[member] !== undefined) {
      throw new CredentialsError(`the kubeconfig names ${member}: only what it contains itself can be used`)
    }
  }
}

/** What kubectl would do, and would be missing without a word. */
function rejectUnknown(section: JsonObject, members: readonly string[]): void {
  for (const member of members) {
    if (section[member] !== undefined) {
      throw new CredentialsError(`the kubeconfig says ${member}, which is not supported`)
    }
  }
}

function textIn(section: JsonObject, member: string): string | undefined {
  const value = section[member]
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string') throw new CredentialsError(`${member} in the kubeconfig is no text`)
  return value
}

function decoded(section: JsonObject, member: string): string | undefined {
  const text = textIn(section, member)
  return text === undefined ? undefined : Buffer.from(text, 'base64').toString()
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
