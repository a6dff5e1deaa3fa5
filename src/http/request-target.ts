import type { IncomingMessage } from 'node:http'
import { badRequest } from '../meta/api-error.js'

const SLASH = 47
const ABSOLUTE = /^https?:\/\/([^/?#@]+)([/?].*)?$/i

/**
 * Brings a target in absolute form, as clients of a proxy send it (`GET http://host/path`), into the usual form. Its
 * authority takes the place of the `Host` header, as HTTP demands. Throws `badRequest`.
 */
export function readAbsoluteForm(request: IncomingMessage): void {
  const { url = '/', method } = request
  if (url.charCodeAt(0) === SLASH || (url === '*' && method === 'OPTIONS')) return
  const [, authority, rest = '/'] = ABSOLUTE.exec(url) ?? []
  if (authority === undefined) throw badRequest('the target of the request is neither a path nor an http URL')
  request.headers.host = authority
  request.url = rest.startsWith('?') ? `/${rest}` : rest
}
