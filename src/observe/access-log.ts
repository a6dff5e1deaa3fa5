import { openOwnerOnly } from '#util/owner-only.js'
import { type LogFile, LogWriter, STANDARD_OUTPUT } from './log-writer.js'
import { type LogFormat, type Logger, type LogLine, lineOf, textLine } from './logger.js'

/** What the access log says of a request. */
export interface AccessLogEntry {
  readonly method: string
  /** With the query. */
  readonly path: string
  /** 0 if the client left before the response. */
  readonly code: number
  /** Of the body of the response. */
  readonly bytes: number
  readonly durationMs: number
  /** Undefined if authentication failed. */
  readonly user: string | undefined
  readonly auditId: string | undefined
  readonly traceId: string | undefined
}

const LOST = 'lines of the access log were dropped, because they could not be written in time'

/**
 * A log of requests, a line each. It never delays a request: what the file does not take in time is dropped, and a line says
 * how much.
 */
export class AccessLog {
  readonly #path: string
  readonly #writer: LogWriter
  readonly #line: LogLine

  private constructor(path: string, file: LogFile, format: LogFormat, logger: Logger) {
    this.#path = path
    this.#line = lineOf(format, file.fd)
    let isFailing = false
    this.#writer = new LogWriter(file, {
      lost: (dropped) => this.#line('warn', { dropped }, LOST),
      onWrite: (err) => {
        if (err !== undefined && !isFailing) logger.error({ err, path }, 'the access log cannot be written')
        if (err === undefined && isFailing) logger.info({ path }, 'the access log can be written again')
        isFailing = err !== undefined
      },
    })
  }

  /** `-` is standard output. Rejects if the file cannot be opened. */
  static async open(path: string, format: LogFormat, logger: Logger): Promise<AccessLog> {
    return new AccessLog(path, await openFile(path), format, logger)
  }

  write(entry: AccessLogEntry): void {
    this.#writer.write(this.#line === textLine ? asText(entry) : asJson(entry))
  }

  /** Opens the file again, after another program has moved it away. */
  async reopen(): Promise<void> {
    await this.#writer.replace(await openFile(this.#path))
  }

  close(): Promise<void> {
    return this.#writer.close()
  }
}

const asJson = (entry: AccessLogEntry) => JSON.stringify({ time: new Date().toISOString(), ...entry })

/** `2026-11-18T12:00:00.000Z GET /api/v1/pods 200 bytes=912 …` */
const asText = ({ method, path, code, ...rest }: AccessLogEntry) =>
  textLine('', rest, `${method} ${isPlain(path) ? path : JSON.stringify(path)} ${code}`)

const isPlain = (text: string) => /^[\x21-\x7e]*$/.test(text)

const openFile = async (path: string): Promise<LogFile> =>
  path === '-' ? STANDARD_OUTPUT : await openOwnerOnly(path, 'a')
