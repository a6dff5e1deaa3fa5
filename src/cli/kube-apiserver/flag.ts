/** How kube-apiserver reads the value: a list with commas, a value for each time the flag is given, or pairs. */
export const FLAG_TYPES = ['bool', 'int', 'float', 'duration', 'string', 'strings', 'array', 'pairs'] as const
export type FlagType = (typeof FLAG_TYPES)[number]

/** Values that would weaken the server, or make it behave differently, without anyone noticing. */
export interface Refusal {
  readonly applies: (value: string) => boolean
  /** The values as the reference names them; empty for all. */
  readonly what: string
  /** A sentence. */
  readonly why: string
}

/** What becomes of flags of kube-apiserver. */
export interface FlagRow {
  readonly flags: readonly { readonly flag: string; readonly type: FlagType }[]
  /** `same`, a flag of this server, or `none` for flags without an effect. */
  readonly here: string
  readonly note: string
  /** The value for the flag of this server. */
  readonly translate: (value: string) => string
  readonly refusal: Refusal | undefined
  /** How the server is weaker than kube-apiserver where the flag is not given. */
  readonly weakness: string | undefined
  /** Where that of the flag here says something else. */
  readonly help: string | undefined
}

interface Details {
  readonly refusal?: Refusal | undefined
  readonly weakness?: string | undefined
  readonly value?: (value: string) => string
  readonly help?: string
}

/** Flags are listed as `--name type, --name type`; the type is `string` if it is left out. */
function row(here: string, flags: string, note: string, details: Details): FlagRow {
  const { refusal, weakness, value = String, help } = details
  const parsed = flags.split(', ').map((text) => {
    const [flag = '', type = 'string'] = text.split(' ')
    return { flag, type: type as FlagType }
  })
  return { flags: parsed, here, note, translate: value, refusal, weakness, help }
}

/** The same flags with the same values. */
export const same = (flags: string, note = '', details: Details = {}) => row('same', flags, note, details)

/** A flag with another name here. */
export const renamed = (flag: string, here: string, note = '', details: Details = {}) =>
  row(here, flag, note, details)

/** Flags without an effect. */
export const ineffective = (flags: string, note = '', refusal?: Refusal, weakness?: string) =>
  row('none', flags, note, { refusal, weakness })

/** Flags that this server cannot honour. An empty value is that of a flag that is not given. */
export const refused = (flags: string, why: string, note = '') =>
  row('none', flags, note, { refusal: { applies: (value) => value !== '', what: '', why } })

export const refuse = (what: string, applies: (value: string) => boolean, why: string): Refusal => ({
  what,
  applies,
  why,
})
export const unless = (value: string, why: string) =>
  refuse(`Anything but \`${value}\``, (given) => given !== value, why)
export const exactly = (value: string, why: string) => refuse(`\`${value}\``, (given) => given === value, why)

export interface FlagSection {
  readonly title: string
  readonly rows: readonly FlagRow[]
}
