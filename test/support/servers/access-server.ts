import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { RunningServer, ServerConfig, ServerOptions } from '#index.js'
import { configOf } from '#server/options/index.js'
import { startServer } from '#server/server.js'
import { type ApiResponse, Client, type Json } from '../client.js'
import { replaceFile } from '../replace-file.js'
import { temporaryFolder } from '../temporary-folder.js'

export const RBAC = '/apis/rbac.authorization.k8s.io/v1'
export const MERGE = { 'content-type': 'application/merge-patch+json' }

/** The token of each user is its name; `admin` may do everything. */
export const TOKENS = 'admin,admin,1,system:masters\nann,ann,2,dev\nben,ben,3\n'

/** A client that sends the token of one user. */
export class UserClient extends Client {
  readonly #token: string

  constructor(url: string, token: string) {
    super(url)
    this.#token = token
  }

  override send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiResponse> {
    return super.send(method, path, body, { authorization: `Bearer ${this.#token}`, ...headers })
  }

  override open(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return super.open(path, { authorization: `Bearer ${this.#token}`, ...headers })
  }
}

export interface AccessServer {
  readonly server: RunningServer
  /** A client for the user of this name. */
  as(user: string): UserClient
  readonly anonymous: Client
  /** Replaces the token file. */
  setTokens(lines: string): Promise<void>
}

/** Options of the library, and flags by their configuration names. */
export type AccessOptions = Omit<ServerOptions, keyof ServerConfig> &
  Partial<Omit<ServerConfig, 'federation'>> &
  Pick<ServerOptions, 'federation'>

/** Starts a server with token authentication. It is closed after the test. */
export async function startAccessServer(
  t: TestContext,
  options: AccessOptions = {},
  tokens = TOKENS,
): Promise<AccessServer> {
  const { path, remove } = await temporaryFolder()
  t.after(remove)
  const tokenAuthFile = join(path, 'tokens.csv')
  await writeFile(tokenAuthFile, tokens)
  const { tls, authentication, authorization, audit, federation, clock, kinds, logger, signal, ...flags } =
    options
  const config = configOf({
    ...{ storage: 'memory', port: 0, logLevel: 'silent' },
    ...{ tls, authentication, authorization, audit, federation, clock, kinds, logger, signal },
  })
  const server = await startServer({ ...config, tokenAuthFile, ...flags })
  t.after(() => server.close())
  return {
    server,
    as: (user) => new UserClient(server.url, user),
    anonymous: new Client(server.url),
    setTokens: (lines) => replaceFile(tokenAuthFile, lines),
  }
}

export interface RuleLike {
  readonly verbs: readonly string[]
  readonly apiGroups?: readonly string[]
  readonly resources?: readonly string[]
  readonly resourceNames?: readonly string[]
  readonly nonResourceURLs?: readonly string[]
}

/** Grants permissions in a namespace, by a role and a binding of the same name. */
export async function grant(
  admin: Client,
  namespace: string,
  name: string,
  rules: readonly RuleLike[],
  ...users: readonly string[]
): Promise<void> {
  const place = `${RBAC}/namespaces/${namespace}`
  await created(admin.post(`${place}/roles`, { metadata: { name }, rules }))
  await created(
    admin.post(`${place}/rolebindings`, {
      metadata: { name },
      roleRef: { kind: 'Role', name },
      subjects: users.map((user) => ({ kind: 'User', name: user })),
    }),
  )
}

export async function created(sent: Promise<ApiResponse>): Promise<Json> {
  const response = await sent
  if (response.status !== 201) throw new Error(`${response.status}: ${response.text}`)
  return response.body
}
