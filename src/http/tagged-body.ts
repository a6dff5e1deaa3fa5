import { createHash } from 'node:crypto'

/** An answer that stays the same while the server runs, with a digest by which clients know that they have it. */
export interface TaggedBody {
  readonly contentType: string
  readonly bytes: Buffer
  /** A strong entity tag, quotes included. */
  readonly tag: string
}

export function taggedBody(contentType: string, bytes: Buffer): TaggedBody {
  return { contentType, bytes, tag: `"${createHash('sha256').update(bytes).digest('base64url')}"` }
}

/**
 * Whether an `If-None-Match` header names this tag. A `W/` before it does not matter: a proxy puts it there when it
 * compresses an answer on its way.
 */
export function matchesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some((entry) => {
    const candidate = entry.trim()
    return candidate === '*' || candidate === tag || candidate === `W/${tag}`
  })
}
