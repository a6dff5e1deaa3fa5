import type { Command } from './command.js'
import { readServerConfig, SERVE_FLAGS } from './config/serve-config.js'
import { type ServeRequest, serve } from './serve.js'

export const serveCommand: Command<ServeRequest> = {
  name: 'serve',
  usage: ['[flags]'],
  summary: 'start the API server',
  description: `Serves the API over HTTP. SIGTERM or SIGINT (Ctrl-C) stops the server after the requests in
progress; a second signal stops it at once.

A configuration file sets the same options by the names of their flags: --config.`,
  flags: SERVE_FLAGS,
  async parse(argv, env) {
    const reread = () => readServerConfig(argv, env)
    return { config: await reread(), reread }
  },
  run: (request, environment) => serve(request, environment),
}
