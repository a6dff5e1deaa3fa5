import { constants, createGzip, type Gzip, gzip } from 'node:zlib'
import type { RequestContext } from '#http/request/request-context.js'

/** Shorter responses fit into a few packets and are not compressed. */
const WORTHWHILE = 128 * 1024
/** The fastest level takes half the time of the next, for a tenth more bytes. */
const OPTIONS = { level: constants.Z_BEST_SPEED, chunkSize: 64 * 1024 }

/** The memory of a gzip stream. */
export const GZIP_BYTES = 512 * 1024

/** Whether to compress a response of this length. */
export function wantsGzip({ request }: RequestContext, length: number): boolean {
  return length >= WORTHWHILE && acceptsGzip(request.headers['accept-encoding'])
}

/** Compresses a body on another thread. */
export function compressed(body: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    gzip(body, OPTIONS, (error, result) => (error === null ? resolve(result) : reject(error)))
  })
}

export function gzipStream(): Gzip {
  return createGzip(OPTIONS)
}

/** `*` matches every coding that is not listed. */
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
