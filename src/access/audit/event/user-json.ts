import type { User } from '../../../meta/user.js'
import { quoted, quotedList } from './quote.js'

/** A token leads to the same object every time: a user is written once. */
const known = new WeakMap<User, string>()

/** A user as JSON. */
export function userJson(user: User): string {
  let text = known.get(user)
  if (text === undefined) {
    text = write(user)
    known.set(user, text)
  }
  return text
}

function write({ name, uid, groups, extra }: User): string {
  const members: string[] = []
  if (name !== '') members.push(`"username":${quoted(name)}`)
  if (uid) members.push(`"uid":${quoted(uid)}`)
  if (groups.length > 0) members.push(`"groups":${quotedList(groups)}`)
  const extras = Object.entries(extra).map(([key, values]) => `${quoted(key)}:${quotedList(values)}`)
  if (extras.length > 0) members.push(`"extra":{${extras.join(',')}}`)
  return `{${members.join(',')}}`
}
