import { forbidden } from '#meta/api-error.js'
import type { User } from '#meta/user.js'
import type { HeaderList } from '#registry/subresources/connect.js'

/** Servers add these by themselves. To impersonate them would need one more permission. */
const IMPLIED: ReadonlySet<string> = new Set(['system:authenticated', 'system:unauthenticated'])

/** The headers that make another server act as the user. Throws `forbidden` for a user that headers cannot express. */
export const impersonationHeaders = (user: User): HeaderList =>
  userHeaders('Impersonate', { ...user, groups: user.groups.filter((group) => !IMPLIED.has(group)) })

/** The headers in which a front proxy names the user. Throws `forbidden` for a user that headers cannot express. */
export const frontProxyHeaders = (user: User): HeaderList => userHeaders('X-Remote', user)

function userHeaders(prefix: string, { name, uid, groups, extra }: User): HeaderList {
  const headers: [string, string][] = [[`${prefix}-User`, headerValue(name)]]
  if (uid) headers.push([`${prefix}-Uid`, headerValue(uid)])
  for (const group of groups) headers.push([`${prefix}-Group`, headerValue(group)])
  for (const [key, values] of Object.entries(extra)) {
    const header = `${prefix}-Extra-${encodedKey(key)}`
    for (const value of values) headers.push([header, headerValue(value)])
  }
  return headers
}

/** As UTF-8. Control characters and blanks at the ends would change on the way, and name another user. */
function headerValue(text: string): string {
  if (text === '' || text.trim() !== text || CONTROL.test(text)) {
    throw forbidden(
      `the user has an attribute that cannot be passed to another server: ${JSON.stringify(text)}`,
    )
  }
  return Buffer.from(text).toString('latin1')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be sent.
const CONTROL = /[\x00-\x1f\x7f]/

/** Percent-encoded where a header name cannot hold it. Servers compare keys in lower case. */
const encodedKey = (key: string) =>
  encodeURIComponent(key.toLowerCase()).replace(
    /[()]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  )
