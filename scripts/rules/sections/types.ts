import { KINDS } from '../match.js'

/** The kinds that a type of the data is about; undefined for a part of several kinds. */
export function kindsOf(type: string): ReadonlySet<string> | undefined {
  const words = type.split(/[^A-Za-z]+/)
  const kinds = [...KINDS].filter((kind) => words.some((word) => isAbout(word, kind)))
  return kinds.length === 0 ? undefined : new Set(kinds)
}

/** `ValidatingWebhook` is a part of ValidatingWebhookConfiguration, and the spec of a kind belongs to the kind. */
const isAbout = (word: string, kind: string) =>
  word === kind || word === `${kind}Spec` || (word.endsWith('Webhook') && kind.startsWith(word))
