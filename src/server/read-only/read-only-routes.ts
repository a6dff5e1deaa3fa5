import { type ReadOnlyState, readOnlyReason } from '#backup/migration/read-only-state.js'
import type { RequestContext } from '#http/request/request-context.js'
import { sendText } from '#http/response/respond.js'
import type { Route } from '#http/routes/route.js'
import { badRequest } from '#meta/api-error.js'
import { READ_ONLY_PATH } from '#server/backup/paths.js'
import type { ReadOnlyMode } from './read-only-mode.js'

/** A state that nobody extends ends soon. */
const MAX_SECONDS = 3600
const ID = /^[A-Za-z0-9-]{1,64}$/
const MAX_PLACE_LENGTH = 500

/**
 * GET says whether the store is read-only. POST makes it read-only for `seconds`, makes that longer with `extend`, or makes
 * it read-only for good with `movedTo`. DELETE makes it writable.
 */
export function readOnlyRoute(mode: ReadOnlyMode): Route {
  return {
    path: READ_ONLY_PATH,
    negotiated: false,
    verbs: { GET: 'get', POST: 'create', DELETE: 'delete' },
    respond: async (context) => {
      const { query } = context
      const method = context.isHead ? 'GET' : context.request.method
      if (method === 'GET')
        return send(context, { ...describe(mode.state), revision: await mode.currentRevision() })
      const id = idIn(query.get('id'), method === 'POST')
      if (method === 'DELETE') {
        await mode.end(id)
        return send(context, describe(undefined))
      }
      const movedTo = query.get('movedTo')
      const revision = await (movedTo !== null
        ? mode.move(id as string, placeIn(movedTo))
        : context.flag('extend')
          ? mode.extend(id as string, secondsIn(query.get('seconds')))
          : mode.begin(id as string, secondsIn(query.get('seconds'))))
      await send(context, { ...describe(mode.state), revision })
    },
  }
}

function describe(state: ReadOnlyState | undefined) {
  if (state === undefined) return { readOnly: false }
  const { id, until, movedTo } = state
  return {
    readOnly: true,
    reason: readOnlyReason(state),
    id,
    until: until === undefined ? undefined : new Date(until).toISOString(),
    movedTo,
  }
}

function send(context: RequestContext, value: unknown): void | Promise<void> {
  context.response.setHeader('Cache-Control', 'no-store')
  return sendText(context, 200, `${JSON.stringify(value)}\n`, 'application/json')
}

function idIn(text: string | null, isRequired: boolean): string | undefined {
  if (text === null && !isRequired) return undefined
  if (text !== null && ID.test(text)) return text
  throw badRequest('id: expected 1 to 64 letters, digits or hyphens, which say whose read-only state it is')
}

function secondsIn(text: string | null): number {
  if (text !== null && /^[1-9][0-9]{0,3}$/.test(text) && Number(text) <= MAX_SECONDS) return Number(text)
  throw badRequest(`seconds: expected a number from 1 to ${MAX_SECONDS}`)
}

function placeIn(text: string): string {
  if (/^[ -~]+$/.test(text) && text.length <= MAX_PLACE_LENGTH) return text
  throw badRequest(`movedTo: expected 1 to ${MAX_PLACE_LENGTH} printable ASCII characters`)
}
