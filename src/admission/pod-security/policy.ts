import type { FieldError } from '#meta/field-error.js'
import type { ObjectMeta } from '#meta/object-meta.js'

export const LEVELS = ['privileged', 'baseline', 'restricted'] as const
export type Level = (typeof LEVELS)[number]

/** A Pod Security Standard, in the version of a minor release of Kubernetes. */
export interface Standard {
  readonly level: Level
  /** `Number.POSITIVE_INFINITY` for the latest. */
  readonly minor: number
}

/** What the labels of a namespace ask for. */
export interface Policy {
  readonly enforce: Standard
  readonly audit: Standard
  readonly warn: Standard
  /** Of labels that cannot be read. */
  readonly errors: readonly FieldError[]
  /** Whether there is nothing to check. */
  readonly allowsAll: boolean
}

const PREFIX = 'pod-security.kubernetes.io/'
const LATEST = Number.POSITIVE_INFINITY
const PRIVILEGED: Standard = { level: 'privileged', minor: LATEST }
const UNRESTRICTED: Policy = {
  enforce: PRIVILEGED,
  audit: PRIVILEGED,
  warn: PRIVILEGED,
  errors: [],
  allowsAll: true,
}

/** The policy of a namespace with these labels. A level that cannot be read is enforced as the strictest. */
export function policyOf(labels: ObjectMeta['labels']): Policy {
  if (labels === undefined || !Object.keys(labels).some((key) => key.startsWith(PREFIX))) return UNRESTRICTED
  const errors: FieldError[] = []
  const read = (mode: string, fallback: Level): Standard => ({
    level: readLevel(mode, fallback),
    minor: readVersion(`${mode}-version`),
  })
  const enforce = read('enforce', 'restricted')
  const audit = read('audit', 'privileged')
  const own = read('warn', 'privileged')
  const warn = labels[`${PREFIX}warn`] === undefined ? warnAs(enforce) : own
  const allowsAll = errors.length === 0 && [enforce, audit, warn].every(({ level }) => level === 'privileged')
  return { enforce, audit, warn, errors, allowsAll }

  function readLevel(mode: string, fallback: Level): Level {
    const value = labels?.[PREFIX + mode]
    if (value === undefined) return 'privileged'
    const level = LEVELS.find((known) => known === value)
    return level ?? reject(mode, value, `must be one of ${LEVELS.join(', ')}`, fallback)
  }

  function readVersion(name: string): number {
    const value = labels?.[PREFIX + name]
    if (value === undefined || value === 'latest') return LATEST
    const [, minor] = /^v1\.(0|[1-9]\d*)$/.exec(value) ?? []
    return minor === undefined ? reject(name, value, 'must be "latest" or "v1.x"', LATEST) : Number(minor)
  }

  function reject<T>(name: string, value: string, detail: string, fallback: T): T {
    errors.push({ type: 'invalid', field: `metadata.labels[${PREFIX}${name}]`, value, detail })
    return fallback
  }

  /** Without a level of its own, a namespace warns of what it enforces: the pods of templates are rejected later. */
  function warnAs({ level, minor }: Standard): Standard {
    if (labels?.[`${PREFIX}enforce`] !== level) return own
    return { level, minor: labels[`${PREFIX}warn-version`] === undefined ? minor : own.minor }
  }
}

export const describeStandard = ({ level, minor }: Standard): string =>
  `${level}:${minor === LATEST ? 'latest' : `v1.${minor}`}`

export const isSame = (one: Standard, other: Standard): boolean =>
  one.level === other.level && one.minor === other.minor

export const isStricter = (one: Standard, other: Standard): boolean =>
  LEVELS.indexOf(one.level) > LEVELS.indexOf(other.level)
