import type { RequestContext } from '#http/request/request-context.js'
import type { TextSource } from '#registry/subresources/endpoint.js'
import { beginResponse, sendText } from './respond.js'

const TEXT_TYPE = 'text/plain'

/** Sends text, and what follows it until the source or the client ends. */
export async function sendTextSource(context: RequestContext, { text, follow }: TextSource): Promise<void> {
  if (follow === undefined || context.isHead) return sendText(context, 200, text, TEXT_TYPE)
  if (!context.isOpen) return
  const { response, channel } = context
  const body = beginResponse(context, 200, { 'Content-Type': TEXT_TYPE })
  response.flushHeaders()
  context.recorder?.onStream()
  if (text !== '') body.write(text)
  const end = () => void body.end()
  const stop = follow((more) => void body.write(more), end)
  context.endStream = end
  channel.onClientEnd(end)
  try {
    await new Promise<void>((resolve) => response.once('close', resolve))
  } finally {
    context.endStream = undefined
    channel.offClientEnd(end)
    stop()
  }
}
