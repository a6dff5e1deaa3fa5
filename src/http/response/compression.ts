import { constants, createGzip, type Gzip, gzip } from 'node:zlib'
import type { RequestContext } from '#http/request/request-context.js'

/** Shorter responses are not worth the time: they fit into a few packets anyway. */
const WORTHWHILE = 128 * 1024
/** The quickest level takes half the time of the next and leaves a tenth more. */
const OPTIONS = { level: constants.Z_BEST_SPEED, chunkSize: 64 * 1024 }

/** What a stream that compresses takes for itself. */
export const GZIP_BYTES = 512 * 1024

/** Whether a response of this many bytes is to be compressed. */
export function wantsGzip({ request }: RequestContext, length: number): boolean {
  return length >= WORTHWHILE && acceptsGzip(request.headers['accept-encoding'])
}

/** Compresses a whole body, on another thread. */
export function compressed(body: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    gzip(body, OPTIONS, (error, result) => (error === null ? resolve(result) : reject(error)))
  })
}

export function gzipStream(): Gzip {
  return createGzip(OPTIONS)
}

/** `*` stands for every coding that is not named. */
export function acceptsGzip(header: string | string[] | undefined): boolean {
  if (header === undefined) return false
  let others = false
  for (const entry of String(header).split(',')) {
    const [coding = '', ...parameters] = entry.split(';')
    const rejected = parameters.some((parameter) => /^\s*q=0(\.0*)?\s*$/i.test(parameter))
    const name = coding.trim().toLowerCase()
    if (name === 'gzip' || name === 'x-gzip') return !rejected
    if (name === '*') others = !rejected
  }
  return others
}
