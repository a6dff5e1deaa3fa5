import type { User } from '#meta/user.js'
import { AUTHENTICATED, UNAUTHENTICATED } from './authenticator.js'

/** An invalid token file. The message names the line, but no token. */
export class TokenFileError extends Error {
  override readonly name = 'TokenFileError'
}

/**
 * Parses the lines `token,user,uid[,"group,…"]` of a CSV file. Empty lines are ignored. The last line of a token
 * wins.
 */
export function parseTokenFile(text: string): ReadonlyMap<string, User> {
  const users = new Map<string, User>()
  for (const { fields, line } of records(text)) {
    const [token = '', name = '', uid = '', groups = ''] = fields
    if (fields.length < 3) {
      throw new TokenFileError(
        `line ${line} has ${fields.length} of the columns token, user name and user uid, of which all are needed`,
      )
    }
    if (token === '') throw new TokenFileError(`line ${line} has no token`)
    if (name === '') throw new TokenFileError(`line ${line} has no user name`)
    const named = groups === '' ? [] : groups.split(',')
    users.set(token, { name, uid, groups: authenticated(named), extra: {} })
  }
  return users
}

/** Adds `system:authenticated`. */
export function authenticated(groups: readonly string[]): readonly string[] {
  if (groups.includes(AUTHENTICATED) || groups.includes(UNAUTHENTICATED)) return groups
  return [...groups, AUTHENTICATED]
}

interface CsvRecord {
  readonly fields: readonly string[]
  /** Its first line, from 1. */
  readonly line: number
}

const FIELD = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y

function* records(text: string): Generator<CsvRecord> {
  let fields: string[] = []
  let line = 1
  let start = 1
  FIELD.lastIndex = 0
  while (FIELD.lastIndex < text.length || fields.length > 0) {
    const [whole, quoted, plain = '', end] = FIELD.exec(text) ?? []
    if (whole === undefined) throw new TokenFileError(`line ${line} has a misplaced quote`)
    fields.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    line += whole.split('\n').length - 1
    if (end === ',') continue
    if (fields.length > 1 || fields[0] !== '') yield { fields, line: start }
    fields = []
    start = line
  }
}
