import { delimiter } from 'node:path'
import type { Environment } from '#cli/read-options.js'
import type { MemberAccess } from '#federation/members/kubeconfig.js'
import { defaultConfig } from '#server/config.js'
import { fileOption, type OptionTable } from '#server/options/option.js'

/** A server and the user to act as. Unset strings are empty. */
export interface ServerRequest {
  readonly server: string
  readonly kubeconfig: string
  readonly context: string
}

export const SERVER_OPTIONS: OptionTable<ServerRequest> = {
  server: {
    flag: '--server',
    placeholder: '<url>',
    hasVariable: false,
    help: 'URL of the server, if it needs no credentials',
    expected: 'a URL such as http://127.0.0.1:8080',
    parse: (text) => (/^https?:\/\/[^\s/?#@]+\/?$/.test(text) && URL.canParse(text) ? text : undefined),
    format: (url) => url || `that of KUBECONFIG, else http://${defaultConfig.host}:${defaultConfig.port}`,
  },
  kubeconfig: {
    ...fileOption('--kubeconfig', 'kubeconfig for the server, instead of --server'),
    hasVariable: false,
  },
  context: {
    flag: '--context',
    placeholder: '<name>',
    hasVariable: false,
    help: 'context of that kubeconfig',
    expected: 'the name of a context',
    parse: (text) => (text === '' ? undefined : text),
    format: (name) => name || 'its current context',
  },
}

export const SERVER_DEFAULTS: ServerRequest = { server: '', kubeconfig: '', context: '' }

/** The error of the options, if any. */
export function serverRequestError({ server, kubeconfig, context }: ServerRequest): string | undefined {
  if (server !== '' && kubeconfig !== '') return '--server and --kubeconfig cannot be combined'
  return context !== '' && server !== '' ? '--context is of a kubeconfig, and --server needs none' : undefined
}

/** Without flags the server is that of `KUBECONFIG`, as for kubectl. */
export function withEnvironment<R extends ServerRequest>(request: R, env: Environment): R {
  if (request.server !== '' || request.kubeconfig !== '') return request
  const [kubeconfig = ''] = (env.KUBECONFIG ?? '').split(delimiter).filter((path) => path !== '')
  return { ...request, kubeconfig }
}

/** The server and its credentials. Rejects with `JoinError`. */
export async function findServer({ server, kubeconfig, context }: ServerRequest): Promise<MemberAccess> {
  const { accessFromKubeconfig, anonymousAccess } = await import('#federation/joining/index.js')
  if (kubeconfig !== '') return accessFromKubeconfig(kubeconfig, context)
  return anonymousAccess(server || `http://${defaultConfig.host}:${defaultConfig.port}`)
}
