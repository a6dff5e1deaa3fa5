import { rfc1123Label } from '#meta/formats.js'

export const MAX_NAME_LENGTH = 253

/** Whether the text can be one label of a host name. Case does not matter in DNS. */
export const isDnsLabel = (text: string) => rfc1123Label(text.toLowerCase()).length === 0

/** The names above a name, nearest first, below `origin` and without it. */
export function* ancestors(name: string, origin: string): Generator<string> {
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
    const parent = name.slice(dot + 1)
    if (parent.length <= origin.length) return
    yield parent
  }
}

export const isWithin = (name: string, origin: string) => name === origin || name.endsWith(`.${origin}`)
