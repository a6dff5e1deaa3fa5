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

type Mode = 'enforce' | 'audit' | 'warn'

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

/** A policy without errors. */
export function policyFrom(standards: Pick<Policy, Mode>): Policy {
  const { enforce, audit, warn } = standards
  const allowsAll = [enforce, audit, warn].every(({ level }) => level === 'privileged')
  return { ...standards, errors: [], allowsAll }
}

export const UNRESTRICTED = policyFrom({ enforce: PRIVILEGED, audit: PRIVILEGED, warn: PRIVILEGED })

export const parseLevel = (text: string): Level | undefined => LEVELS.find((level) => level === text)

/** The minor release of `v1.x`, or the latest one. */
export function parseVersion(text: string): number | undefined {
  if (text === 'latest') return LATEST
  const [, minor] = /^v1\.(0|[1-9]\d*)$/.exec(text) ?? []
  return minor === undefined ? undefined : Number(minor)
}

/** The policy of a namespace with these labels. A level that cannot be read is enforced as the strictest. */
export function policyOf(labels: ObjectMeta['labels'], defaults: Policy): Policy {
  if (labels === undefined || !Object.keys(labels).some((key) => key.startsWith(PREFIX))) return defaults
  const errors: FieldError[] = []
  const read = (mode: Mode, fallback: Level): Standard => ({
    level: readLevel(mode, fallback),
    minor: readVersion(mode),
  })
  const enforce = read('enforce', 'restricted')
  const audit = read('audit', 'privileged')
  const own = read('warn', 'privileged')
  const warn = labels[`${PREFIX}warn`] === undefined ? warnAs(enforce) : own
  const policy = policyFrom({ enforce, audit, warn })
  return { ...policy, errors, allowsAll: policy.allowsAll && errors.length === 0 }

  function readLevel(mode: Mode, fallback: Level): Level {
    const value = labels?.[PREFIX + mode]
    if (value === undefined) return defaults[mode].level
    return parseLevel(value) ?? reject(mode, value, `must be one of ${LEVELS.join(', ')}`, fallback)
  }

  function readVersion(mode: Mode): number {
    const name = `${mode}-version`
    const value = labels?.[PREFIX + name]
    if (value === undefined) return defaults[mode].minor
    return parseVersion(value) ?? reject(name, value, 'must be "latest" or "v1.x"', LATEST)
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
