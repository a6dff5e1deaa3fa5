import type { Json } from './client.js'

/** The first `count` events of a watch, or fewer if it ends before. */
export async function watchEvents(
  url: string,
  count = Number.POSITIVE_INFINITY,
  headers: Record<string, string> = {},
): Promise<Json[]> {
  const abort = new AbortController()
  const response = await fetch(url, { signal: abort.signal, headers })
  if (response.status !== 200 || response.body === null)
    throw new Error(`${response.status}: ${await response.text()}`)
  const events: Json[] = []
  let rest = ''
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) events.push(JSON.parse(line))
    if (events.length >= count) {
      abort.abort()
      break
    }
  }
  return events
}
