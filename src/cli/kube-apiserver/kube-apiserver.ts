import type { Command } from '#cli/command.js'
import { UsageError } from '#cli/process-environment.js'
import type { Environment } from '#cli/read-options.js'
import { type ServeRequest, serve } from '#cli/serve.js'
import { KUBERNETES_VERSION } from '#meta/kubernetes-version.js'
import { createLogger } from '#server/config.js'
import { packageVersion } from '#server/version.js'
import { readConfig } from './config.js'
import { KUBE_APISERVER_FLAGS } from './help.js'
import { inItsFlags, translate } from './translate.js'

/** What a manifest of kube-apiserver asks for. */
type KubeApiserverRequest =
  | { readonly kind: 'version' }
  | {
      readonly kind: 'serve'
      readonly request: ServeRequest
      readonly ineffective: readonly string[]
      readonly weaknesses: readonly string[]
    }

export const kubeApiserverCommand: Command<KubeApiserverRequest> = {
  name: 'kube-apiserver',
  usage: ['[flags of kube-apiserver]'],
  summary: 'start the API server with the flags of kube-apiserver',
  description: `Serves the API as "binnacle serve" does, in the place of kube-apiserver 1.33: it takes its flags, and
has its defaults where they are safe. Flags without an effect are named in the log; values that
would weaken the server without anyone noticing are refused. Objects are in etcd below a prefix of
their own. Variables such as BINNACLE_LOG_FORMAT set what kube-apiserver has no flags for.

A program named kube-apiserver that links to binnacle is this command.`,
  flags: KUBE_APISERVER_FLAGS,
  parse,
  async run(parsed, environment) {
    if (parsed.kind === 'version') {
      environment.print(`Kubernetes ${KUBERNETES_VERSION}+binnacle.${packageVersion()}`)
      return 0
    }
    const { request, ineffective, weaknesses } = parsed
    const { logLevel: level, logFormat: format, storage, etcdPrefix } = request.config
    const logger = createLogger(level, { format })
    if (ineffective.length > 0) logger.warn({ flags: ineffective }, 'these flags have no effect here')
    for (const weakness of weaknesses) logger.warn({}, weakness)
    if (storage === 'etcd') logger.info({ etcdPrefix }, 'objects are beside those of kube-apiserver in etcd')
    return serve(request, {
      signals: environment.signals,
      print: (line) => environment.print(inItsFlags(line)),
      printError: (line) => environment.printError(inItsFlags(line)),
    })
  },
}

async function parse(argv: readonly string[], env: Environment): Promise<KubeApiserverRequest> {
  if (argv.some((argument) => /^--version(=|$)/.test(argument))) return { kind: 'version' }
  const { argv: translated, ...notes } = translate(argv)
  const reread = () => readConfig(translated, env).catch(explain)
  return { kind: 'serve', request: { config: await reread(), reread }, ...notes }
}

function explain(error: unknown): never {
  throw error instanceof UsageError ? new UsageError(inItsFlags(error.message)) : error
}
