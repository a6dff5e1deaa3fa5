import type { Pod } from '#kinds/core/pod/schema.js'
import { readExecOptions } from '#kinds/core/pod/subresources/exec-options.js'
import { containerOf } from '#kinds/core/pod/subresources/log-options.js'
import { ApiError, badRequest } from '#meta/api-error.js'
import type { ResourceStore } from '#registry/store.js'
import { type ConnectExchange, queryOf } from '#registry/subresources/connect.js'
import type { Place } from '#registry/subresources/endpoint.js'
import { acceptCommand } from '#streaming/command/accept-command.js'
import { type CommandStreams, exited, SUCCESS } from '#streaming/command/command-streams.js'
import { statusOf } from './containers.js'
import { type ExecResponse, execResponse } from './exec-responses.js'

/** `exec` of a simulated pod: the response that an annotation has for the command. */
export async function execInPod(
  { reader, writer }: ResourceStore,
  { namespace, name }: Place,
  exchange: ConnectExchange,
): Promise<void> {
  const options = readExecOptions(queryOf(exchange))
  const pod = writer.parse(reader.get(namespace, name)) as Pod
  const container = containerOf(options.container, pod)
  if (!pod.spec.nodeName) throw badRequest(`pod ${name} does not have a host assigned`)
  if (!statusOf(pod, container)?.state?.running) {
    throw new ApiError(
      'internal',
      `Internal error occurred: container not found (${JSON.stringify(container)})`,
    )
  }
  if (!options.stdin && !options.stdout && !options.stderr) {
    throw badRequest('you must specify at least 1 of stdin, stdout, stderr')
  }
  const response = execResponse(pod.metadata.annotations, container, options.command)
  const streams = await acceptCommand(exchange, options)
  if (streams === undefined) return
  const onEnd = () => streams.destroy()
  exchange.signal.addEventListener('abort', onEnd)
  if (exchange.signal.aborted) onEnd()
  try {
    await respond(streams, response)
    await streams.closed
  } finally {
    exchange.signal.removeEventListener('abort', onEnd)
  }
}

async function respond(streams: CommandStreams, { stdout, stderr, exitCode, echo }: ExecResponse) {
  if (stdout !== '') streams.stdout?.write(stdout)
  // A terminal shows both on one stream.
  if (stderr !== '') (streams.stderr ?? streams.stdout)?.write(stderr)
  if (echo) await echoInput(streams)
  await streams.finish(exitCode === 0 ? SUCCESS : exited(exitCode))
}

function echoInput({ stdin, stdout }: CommandStreams): Promise<void> {
  if (stdin === undefined) return Promise.resolve()
  return new Promise((resolve) => {
    stdin.once('end', resolve).once('close', resolve)
    if (stdout === undefined) stdin.resume()
    else stdin.pipe(stdout, { end: false })
  })
}
