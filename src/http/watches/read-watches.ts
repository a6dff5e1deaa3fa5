import { UnreadableBody } from '#codec/codec.js'
import { codecs } from '#codec/codecs.js'
import { collectBody } from '#http/request/body.js'
import type { RequestContext } from '#http/request/request-context.js'
import { badRequest, unsupportedMediaType } from '#meta/api-error.js'
import { MAX_WATCHES, type WatchRequest } from '#protocol/watches.js'
import { excerpt } from '#util/excerpt.js'

const ID = /^[A-Za-z0-9._-]{1,100}$/
/** Anything that can be the target of a request: no spaces, no fragment, no control characters. */
const TARGET = /^\/[!-"$-~]*$/
/** As long as a request line may be. */
const MAX_PATH_LENGTH = 16_000
const MAX_ACCEPT_LENGTH = 1_000
/** Only JSON fits into lines. */
const ACCEPT = /^application\/json *(;[^,]*)?(, *application\/json *(;[^,]*)?)*$/i

/** Reads the body of a request for several watches. Throws a client error. */
export async function readWatches(context: RequestContext): Promise<readonly WatchRequest[]> {
  const type = context.request.headers['content-type'] ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type)) throw unsupportedMediaType(['application/json'])
  const body = await readJson(await collectBody(context))
  if (!isRecord(body)) throw badRequest('the body must be an object')
  const { watches, ...others } = body
  expectNoOthers(others, 'the body')
  if (!Array.isArray(watches)) throw badRequest('watches: Required value: a list of watches')
  if (watches.length === 0 || watches.length > MAX_WATCHES) {
    throw badRequest(`watches: Invalid value: ${watches.length} watches: must be 1 to ${MAX_WATCHES}`)
  }
  const ids = new Set<string>()
  return watches.map((watch, index) => {
    const read = readWatch(watch, `watches[${index}]`)
    if (ids.has(read.id))
      throw badRequest(`watches[${index}].id: Duplicate value: ${JSON.stringify(read.id)}`)
    ids.add(read.id)
    return read
  })
}

async function readJson(bytes: Buffer): Promise<unknown> {
  try {
    return await codecs.json.decode(bytes)
  } catch (error) {
    if (error instanceof UnreadableBody) throw badRequest(`the body is not JSON: ${error.syntaxError}`)
    throw error
  }
}

function readWatch(watch: unknown, at: string): WatchRequest {
  if (!isRecord(watch)) throw badRequest(`${at}: Invalid value: must be an object`)
  const { id, path, accept, ...others } = watch
  expectNoOthers(others, at)
  if (typeof id !== 'string' || !ID.test(id)) {
    throw badRequest(
      `${at}.id: Invalid value: ${shown(id)}: must be 1 to 100 letters, digits, '.', '_' or '-'`,
    )
  }
  if (typeof path !== 'string' || path.length > MAX_PATH_LENGTH || !TARGET.test(path)) {
    throw badRequest(`${at}.path: Invalid value: ${shown(path)}: must be a path with its query`)
  }
  if (accept === undefined) return { id, path }
  if (typeof accept !== 'string' || accept.length > MAX_ACCEPT_LENGTH || !ACCEPT.test(accept)) {
    throw badRequest(
      `${at}.accept: Invalid value: ${shown(accept)}: must be application/json, with parameters`,
    )
  }
  return { id, path, accept }
}

function expectNoOthers(others: Readonly<Record<string, unknown>>, at: string): void {
  const [name] = Object.keys(others)
  if (name !== undefined) throw badRequest(`${at}: unknown field ${JSON.stringify(excerpt(name))}`)
}

const shown = (value: unknown) => excerpt(JSON.stringify(value) ?? 'nothing')

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
