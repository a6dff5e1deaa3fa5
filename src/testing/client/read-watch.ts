import { ApiStatusError, type FailureStatus } from './api-status-error.js'

/** A change that a watch reports. */
export interface WatchedChange<T> {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK'
  /** The object after the change. A deleted one is as it was before. A bookmark has only a resourceVersion. */
  readonly object: T
}

/** The changes of a stream. Ends with the stream or when the signal is aborted; an error of the server is thrown. */
export async function* readWatch<T>(
  response: Response,
  signal: AbortSignal | undefined,
): AsyncGenerator<WatchedChange<T>, void, undefined> {
  const body = response.body as unknown as AsyncIterable<Uint8Array> | null
  if (body === null) return
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for await (const chunk of body) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (line !== '') yield readChange<T>(line)
    }
  } catch (error) {
    if (signal?.aborted !== true) throw error
  }
}

function readChange<T>(line: string): WatchedChange<T> {
  const { type, object } = JSON.parse(line) as { type: string; object: unknown }
  if (type === 'ERROR') throw new ApiStatusError(object as FailureStatus)
  return { type, object } as WatchedChange<T>
}
