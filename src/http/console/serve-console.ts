import { createHash } from 'node:crypto'
import type { RequestContext } from '#http/request/request-context.js'
import { beginResponse, sendBytes, sendNothing, sendText } from '#http/response/respond.js'
import { CALLBACK_PATH, CONSOLE_PATH, type ConsoleConfig, type SignInMethods } from '#protocol/console.js'
import { type ConsoleAsset, consoleAssets, consolePage } from './assets.js'

export interface ConsoleOptions {
  readonly version: string
  /** How users can sign in now: issuers come and go. */
  readonly signIn: () => SignInMethods
}

const YEAR_SECONDS = 365 * 24 * 60 * 60

/** Serves the console: the page and its files. It has no data; the page asks the API for that as its user. */
export class Console {
  readonly #options: ConsoleOptions
  readonly #assets = consoleAssets()
  readonly #page = consolePage()

  constructor(options: ConsoleOptions) {
    this.#options = options
  }

  respond(context: RequestContext): void | Promise<void> {
    const path = context.path.replace(/\/$/, '')
    if (path === CONSOLE_PATH || path === CALLBACK_PATH) return this.#sendPage(context)
    const asset = this.#assets.get(path.slice(CONSOLE_PATH.length + 1))
    if (asset === undefined) return sendText(context, 404, '404 page not found\n')
    return this.#sendAsset(context, asset)
  }

  #sendPage(context: RequestContext): void | Promise<void> {
    const { response, request } = context
    const { version, signIn } = this.#options
    const methods = signIn()
    const config: Omit<ConsoleConfig, 'worker'> = { version, signIn: methods }
    const html = Buffer.from(this.#page.replace('{{config}}', () => escaped(JSON.stringify(config))))
    const tag = `"${createHash('sha256').update(html).digest('base64url')}"`
    response.setHeader('Content-Security-Policy', policy(methods))
    response.setHeader('Referrer-Policy', 'no-referrer')
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
    response.setHeader('X-Content-Type-Options', 'nosniff')
    response.setHeader('Cache-Control', 'no-cache')
    response.setHeader('ETag', tag)
    if (request.headers['if-none-match'] === tag) return sendNothing(context, 304)
    return sendBytes(context, 200, 'text/html; charset=utf-8', html)
  }

  #sendAsset(context: RequestContext, asset: ConsoleAsset): void {
    const { response, request } = context
    const isCompressed = acceptsBrotli(request.headers['accept-encoding'])
    const body = isCompressed ? asset.compressed : asset.plain
    response.setHeader('X-Content-Type-Options', 'nosniff')
    response.setHeader('Cache-Control', `public, max-age=${YEAR_SECONDS}, immutable`)
    response.appendHeader('Vary', 'Accept-Encoding')
    // That of the page does not hold in its worker.
    response.setHeader('Content-Security-Policy', "default-src 'none'; connect-src 'self'")
    if (isCompressed) response.setHeader('Content-Encoding', 'br')
    const headers = { 'Content-Type': asset.mediaType, 'Content-Length': body.length }
    if (context.isOpen) beginResponse(context, 200, headers).end(body)
  }
}

/** Only files and requests of this server, and those requests that sign a user in at an issuer. */
function policy({ issuers }: SignInMethods): string {
  const origins = new Set(issuers.map(({ tokenEndpoint }) => new URL(tokenEndpoint).origin))
  return [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    ['connect-src', "'self'", ...origins].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function acceptsBrotli(header: string | string[] | undefined): boolean {
  return String(header ?? '')
    .split(',')
    .some((entry) => /^\s*br\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(entry))
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
