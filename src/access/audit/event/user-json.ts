import type { User } from '#meta/user.js'
import { quoted, quotedList } from './quote.js'

/** A token leads to the same object every time: what its user does is written once, by verb. */
const known = new WeakMap<User, Map<string, string>>()

/** Verbs of paths that lead to no resource are whatever clients send. */
const MAX_VERBS = 32

/** What is done and who does it, as members of an event behind the text of the one before. */
export function actionMembers(user: User, verb: string): string {
  let byVerb = known.get(user)
  if (byVerb === undefined) {
    byVerb = new Map()
    known.set(user, byVerb)
  }
  let text = byVerb.get(verb)
  if (text === undefined) {
    text = `","verb":${quoted(verb)},"user":${userJson(user)}`
    if (byVerb.size < MAX_VERBS) byVerb.set(verb, text)
  }
  return text
}

/** A user as JSON. */
export function userJson({ name, uid, groups, extra }: User): string {
  const members: string[] = []
  if (name !== '') members.push(`"username":${quoted(name)}`)
  if (uid) members.push(`"uid":${quoted(uid)}`)
  if (groups.length > 0) members.push(`"groups":${quotedList(groups)}`)
  const extras = Object.entries(extra).map(([key, values]) => `${quoted(key)}:${quotedList(values)}`)
  if (extras.length > 0) members.push(`"extra":{${extras.join(',')}}`)
  return `{${members.join(',')}}`
}
