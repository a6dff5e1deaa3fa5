import { isUtf8 } from 'node:buffer'
import { UnreadableBody } from './codec.js'

/** The text of a body. A byte order mark is tolerated: editors on some systems write one. */
export function textOf(body: Buffer): string {
  if (!isUtf8(body)) {
    throw new UnreadableBody(`the body is not text in UTF-8, from byte ${firstFault(body)} on`)
  }
  const hasMark = body.length >= 3 && body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf
  return body.toString('utf8', hasMark ? 3 : 0)
}

/** Decoding puts other bytes where it finds a fault, so the first difference shows the place. */
function firstFault(body: Buffer): number {
  const decoded = Buffer.from(body.toString('utf8'))
  let offset = 0
  while (offset < body.length && body[offset] === decoded[offset]) offset++
  return offset
}
